import { useContext } from 'react';
import { BrandContext } from './brand.ts';

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

/** The community's name and picture with Porchlight's name in small; Porchlight's alone where the community has none. */
export function Logo() {
  const { name, logo } = useContext(BrandContext);
  if (name !== null) {
    return (
      <span className="inline-flex min-w-0 items-center gap-[min(0.625rem,2vw)] tracking-tight text-ink">
        {logo === null ? (
          <Lantern className="size-[min(2rem,12vw)] shrink-0" />
        ) : (
          <img src={logo} alt="" className="size-[min(2.25rem,12vw)] shrink-0 rounded-md object-contain" />
        )}
        <span className="flex min-w-0 flex-col">
          <span className="truncate text-[min(1.0625rem,6vw)] leading-tight font-bold lg:line-clamp-2 lg:text-[0.9375rem] lg:leading-[1.15] lg:wrap-break-word lg:whitespace-normal">
            {name}
          </span>{' '}
          <span className="text-xs leading-tight font-medium tracking-normal text-muted">Porchlight</span>
        </span>
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-[min(0.5rem,2vw)] text-[min(1.125rem,7vw)] font-bold tracking-tight text-ink">
      <Lantern className="size-[min(2rem,12vw)] shrink-0" />
      Porchlight
    </span>
  );
}
