import type { SheetPreview } from '../../../contract/imports/importPreview.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import { sheetErrorsText, sheetIdOf } from './errorPlaces.ts';

interface ErrorSummaryProps {
  sheets: readonly SheetPreview[];
}

/** How many rows have errors, and a link to each sheet that has some, where they are told and mended. */
export function ErrorSummary({ sheets }: ErrorSummaryProps) {
  const rows = sheets.reduce((sum, sheet) => sum + new Set(sheet.errors.map(({ line }) => line)).size, 0);
  return (
    <section
      aria-label="Errors"
      className="flex flex-col gap-2 rounded-control bg-danger-soft px-4 py-3 text-danger"
    >
      <h3 className="font-semibold">
        {rows === 1 ? '1 row has errors' : `${numberText(rows)} rows have errors`}
      </h3>
      <ul role="list">
        {sheets.map(
          (sheet, place) =>
            sheet.errors.length > 0 && (
              <li key={place}>
                <a
                  href={`#${sheetIdOf(place)}`}
                  className="block min-h-11 py-2.5 wrap-anywhere underline"
                  onClick={(event) => {
                    // Without an entry in the history, so that the browser's button goes back to the screen before.
                    event.preventDefault();
                    document.getElementById(sheetIdOf(place))?.focus();
                  }}
                >
                  {sheetErrorsText(sheets, sheet)}
                </a>
              </li>
            ),
        )}
      </ul>
    </section>
  );
}
