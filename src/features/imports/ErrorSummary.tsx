import type { SheetPreview } from '../../../contract/imports/importPreview.ts';
import { elementOf, wordsOf, type ErrorLink, type RowPlace } from './errorLinks.ts';

interface ErrorSummaryProps {
  sheets: readonly SheetPreview[];
  /** How many there are, of which some have a link. */
  errors: number;
  links: readonly ErrorLink[];
  /** Goes to a row that is far away in a long table, and not rendered yet. */
  onGoTo: (row: RowPlace) => void;
}

/** How many rows have errors, and links to the first of them in whichever sheet they are. */
export function ErrorSummary({ sheets, errors, links, onGoTo }: ErrorSummaryProps) {
  const rows = sheets.reduce((sum, sheet) => sum + new Set(sheet.errors.map(({ line }) => line)).size, 0);
  const more = errors - links.length;
  return (
    <section
      aria-label="Errors"
      className="flex flex-col gap-2 rounded-control bg-danger-soft px-4 py-3 text-danger"
    >
      <h3 className="font-semibold">
        {rows === 1 ? '1 row has errors' : `${rows.toLocaleString('en-US')} rows have errors`}
      </h3>
      <ul role="list">
        {links.map((link, index) => {
          const id = elementOf(sheets, link);
          return (
            <li key={index}>
              <a
                href={`#${id}`}
                className="block min-h-11 py-2.5 wrap-anywhere underline"
                onClick={(event) => {
                  // Without an entry in the history, so that the browser's button goes back to the screen before.
                  event.preventDefault();
                  const element = document.getElementById(id);
                  if (element) element.focus();
                  else onGoTo({ sheet: link.sheet, line: link.error.line });
                }}
              >
                {wordsOf(sheets, link)}
              </a>
            </li>
          );
        })}
      </ul>
      {more > 0 && <p>and {more.toLocaleString('en-US')} more</p>}
    </section>
  );
}
