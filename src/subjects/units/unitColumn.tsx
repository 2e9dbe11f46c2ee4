import type { ListColumn } from '../../ui/lists/listOptions.ts';
import { HomeLink } from './HomeLink.tsx';

interface InUnit {
  /** Absent from what an older version cached. */
  unit_id?: number | undefined;
  unit_number: string;
  property_name: string;
}

/** The column of a list that names the home of each row, by the number on its door. */
export function unitColumn<Row extends InUnit>(): ListColumn<Row> {
  return {
    key: 'unit',
    header: 'Unit',
    card: 'title',
    sort: ({ unit_number, property_name }) => `${unit_number} ${property_name}`,
    cell: ({ unit_id, unit_number, property_name }) => (
      <>
        <HomeLink unit={unit_id}>{unit_number}</HomeLink>{' '}
        <span className="text-sm font-normal text-muted">{property_name}</span>
      </>
    ),
  };
}
