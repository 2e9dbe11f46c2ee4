/** The mark: a porch lantern, lit. */
export function Lantern({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className}>
      <path d="M16 2.5v3" fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
      <path
        d="M16 5 7.6 10.4a.9.9 0 0 0 .5 1.6h15.8a.9.9 0 0 0 .5-1.6Z"
        fill="currentColor"
        stroke="currentColor"
        strokeWidth="1.2"
        strokeLinejoin="round"
      />
      <path
        d="M9.4 13.4h13.2l-1.7 11.2h-9.8Z"
        className="fill-accent"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinejoin="round"
      />
      <path d="M16 15.4c1.9 2 2.9 3.3 2.9 4.7a2.9 2.9 0 0 1-5.8 0c0-1.4 1-2.7 2.9-4.7Z" fill="#fff6df" />
      <rect x="8.6" y="25.4" width="14.8" height="3.4" rx="1.5" fill="currentColor" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-[min(0.5rem,2vw)] text-[min(1.125rem,7vw)] font-bold tracking-tight text-ink">
      <Lantern className="size-[min(2rem,12vw)] shrink-0" />
      Porchlight
    </span>
  );
}
