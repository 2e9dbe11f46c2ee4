/** A few lines where text will come, so that the card keeps its place. */
export function LoadingLines() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <p className="text-muted">Loading...</p>
      <div aria-hidden className="h-4 w-4/5 rounded-full bg-sunken motion-safe:animate-breathe" />
      <div aria-hidden className="h-4 w-3/5 rounded-full bg-sunken motion-safe:animate-breathe" />
    </div>
  );
}
