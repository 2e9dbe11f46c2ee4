interface LoadingProps {
  /** The number of placeholder cards: about as many as are expected, so that the layout does not jump. */
  cards?: number | undefined;
}

export function Loading({ cards = 3 }: LoadingProps) {
  return (
    <div role="status" className="flex flex-col gap-4">
      <p className="text-muted">Loading...</p>
      {Array.from({ length: cards }, (_, card) => (
        <div
          key={card}
          aria-hidden
          className="flex h-32 flex-col justify-center gap-3 rounded-card border border-line bg-surface p-5 motion-safe:animate-breathe"
        >
          <div className="h-4 w-1/3 rounded-full bg-sunken" />
          <div className="h-4 w-4/5 rounded-full bg-sunken" />
          <div className="h-4 w-3/5 rounded-full bg-sunken" />
        </div>
      ))}
    </div>
  );
}
