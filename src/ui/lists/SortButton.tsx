import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';

interface SortButtonProps {
  /** Whether it sorts from high to low; undefined where the rows stand by something else. */
  down: boolean | undefined;
  onSort: () => void;
  /** What it sorts by. */
  children: string;
}

/** The heading of a column, which sorts by it; pressed again, the other way round. */
export function SortButton({ down, onSort, children }: SortButtonProps) {
  const Icon = down === undefined ? ChevronsUpDown : down ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={onSort}
      className="-mx-1.5 inline-flex min-h-9 min-w-0 items-center gap-1 rounded-control px-1.5 text-left font-semibold enabled-hover:text-ink"
    >
      {/* Narrower than its words, it breaks between them: the arrow stays inside. */}
      <span className="min-w-0">{children}</span>
      <Icon
        aria-hidden
        className={down === undefined ? 'size-3.5 shrink-0 opacity-60' : 'size-3.5 shrink-0'}
      />
    </button>
  );
}
