import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { CsvTable } from '../files/csv.ts';
import { isoDay, timeText } from '../data/Time.tsx';
import { Button } from '../forms/Button.tsx';

interface PrintButtonProps {
  /** The heading on paper. */
  title: string;
  table: () => CsvTable;
  /** Without its word where the screen is narrow. */
  narrow?: boolean;
}

/** Prints a list whole: on screen only the rows in sight are drawn. */
export function PrintButton({ title, table, narrow = false }: PrintButtonProps) {
  const [printed, setPrinted] = useState<CsvTable>();
  useEffect(() => {
    if (!printed) return;
    const done = () => setPrinted(undefined);
    window.addEventListener('afterprint', done, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', done);
  }, [printed]);
  return (
    <>
      <Button variant="secondary" icon={Printer} onClick={() => setPrinted(table())}>
        <span className={narrow ? 'sr-only sm:not-sr-only' : undefined}>Print</span>
      </Button>
      {printed && createPortal(<PrintedList title={title} table={printed} />, document.body)}
    </>
  );
}

/** A list on paper, in place of the screen; the rule is in `styles.css`. */
function PrintedList({ title, table: { header, rows } }: { title: string; table: CsvTable }) {
  return (
    <div className="printed-list hidden print:block">
      <h1 className="text-xl font-bold">{title}</h1>
      <p className="mb-3 text-sm">{timeText(isoDay(), 'long')}</p>
      <table className="w-full border-collapse text-left text-xs">
        <thead>
          <tr>
            {header.map((each) => (
              <th key={each} scope="col" className="border-b border-edge py-1 pr-3">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // Rows on paper never change.
            <tr key={index} className="break-inside-avoid border-b border-line">
              {row.map((cell, column) => (
                <td key={column} className="py-1 pr-3 align-top tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
