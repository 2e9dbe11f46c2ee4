import type { SheetPreview } from '../../../contract/imports/importPreview.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import { Button } from '../../ui/forms/Button.tsx';

interface LeftOutProps {
  preview: Pick<SheetPreview, 'left_out' | 'lines' | 'rows'>;
  /** The lines that a person left out. */
  own: ReadonlySet<number>;
  disabled: boolean;
  onBringBack: (line: number) => void;
}

/** What every line of the sheet is, so that none is missing, and which are no records. */
export function LeftOut({ preview, own, disabled, onBringBack }: LeftOutProps) {
  const { left_out, lines, rows } = preview;
  const parts = [
    counted(rows.length, 'row', 'rows'),
    counted(lines.headings, 'line of headings', 'lines of headings'),
    counted(left_out.length, 'left out', 'left out'),
    counted(lines.empty, 'empty', 'empty'),
    counted(lines.within, 'within a cell', 'within cells'),
  ].filter((part) => part !== undefined);
  const all = `${counted(lines.all, 'line', 'lines') ?? 'No line'}: ${parts.join(', ')}.`;
  if (left_out.length === 0) return <p className="text-muted">{all}</p>;
  return (
    <details>
      <summary className="-mx-2 min-h-11 cursor-pointer rounded-control px-2 py-2.5 text-muted">
        {all}
      </summary>
      <ul role="list" aria-label="Left out" className="flex flex-col divide-y divide-line">
        {left_out.map(({ line, text, reason }) => (
          <li key={line} className="flex flex-wrap items-center gap-x-3 py-1.5">
            <span className="min-w-0 flex-[1_1_16rem] wrap-anywhere">
              <span className="font-semibold">Line {numberText(line)}:</span> {text}
              <span className="block text-sm text-muted">{reason}</span>
            </span>
            {own.has(line) && (
              <Button
                variant="quiet"
                disabled={disabled}
                aria-label={`Bring back line ${line}`}
                onClick={() => onBringBack(line)}
              >
                Bring back
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function counted(count: number, one: string, several: string): string | undefined {
  return count === 0 ? undefined : `${numberText(count)} ${count === 1 ? one : several}`;
}
