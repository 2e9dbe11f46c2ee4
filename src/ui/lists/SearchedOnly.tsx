import { Button } from '../forms/Button.tsx';
import type { List } from './useList.ts';

/** Where nothing is found among the chosen: that only these were searched, and the way to the others. */
export function SearchedOnly<Row extends object>({ list }: { list: List<Row> }) {
  const { searchedOnly, wider, choose } = list;
  if (searchedOnly === undefined) return <></>;
  return (
    <div className="mt-3 flex flex-col items-center gap-3">
      <p>Only “{searchedOnly}” was searched.</p>
      {wider && (
        <Button variant="secondary" onClick={() => choose(wider.value)}>
          Show {wider.label}
        </Button>
      )}
    </div>
  );
}
