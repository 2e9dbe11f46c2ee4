import { numberText } from '../../../contract/values/numberText.ts';
interface LoadingProgressProps {
  /** How many rows came. */
  loaded: number;
  /** How many there are; undefined where that is not known. */
  total: number | undefined;
}

/** How much of a long list has come: "3,000 of 10,000". */
export function LoadingProgress({ loaded, total }: LoadingProgressProps) {
  const count = numberText(loaded);
  return (
    <div className="mb-4 flex items-center gap-3 text-sm text-muted tabular-nums">
      {/* Rows can be added meanwhile. */}
      <progress
        aria-label="Loading"
        {...(total === undefined ? {} : { value: loaded, max: Math.max(total, loaded) })}
        className="h-2 min-w-0 grow appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
      <span className="shrink-0">
        {total === undefined ? `${count} so far` : `${count} of ${numberText(Math.max(total, loaded))}`}
      </span>
    </div>
  );
}
