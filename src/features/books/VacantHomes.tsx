import { useMemo } from 'react';
import type { VacantHome } from '../../../contract/books/books.ts';
import { toCents } from '../../../contract/values/money.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { unitColumn } from '../../subjects/units/unitColumn.tsx';
import { Money, moneyText } from '../../ui/data/Money.tsx';
import type { Summary } from '../../ui/lists/ListRow.tsx';
import { ListTable } from '../../ui/lists/ListTable.tsx';
import type { ListColumn } from '../../ui/lists/listOptions.ts';
import { ListTools } from '../../ui/lists/ListTools.tsx';
import { useList } from '../../ui/lists/useList.ts';
import { vacantHomesTable } from './bookTables.ts';
import { ofProperty } from './ofProperty.ts';
import { totalOf } from './totalOf.ts';

/** The homes of one property or all that nobody rents or lives in, with the rent that they are offered for. */
export function VacantHomes({ property }: { property: string }) {
  const homes = useCachedQuery('listVacantHomes', {});
  const rows = useMemo(() => ofProperty(homes.data ?? NONE, property), [homes.data, property]);
  const list = useList({ rows, rowKey, textsOf, columns: COLUMNS, asTheyCome: 'Property and unit' });
  return (
    <section aria-labelledby="vacant-homes" className="flex flex-col gap-4">
      <h2 id="vacant-homes" className="text-xl font-bold">
        Vacant homes
      </h2>
      <Loaded query={homes} failed="Unable to load the vacant homes">
        {() => (
          <div>
            <ListTools
              label="Search by unit or property"
              list={list}
              one="home"
              many="homes"
              totalOf={totalText}
              tableOf={vacantHomesTable}
              printed="Vacant homes"
            />
            <ListTable
              caption="Vacant homes"
              list={list}
              columns={COLUMNS}
              rowKey={rowKey}
              nameOf={unitLabel}
              summaryOf={summaryOf}
              empty={rows.length > 0 ? 'No home matches your search.' : 'Every home is rented or lived in.'}
            />
          </div>
        )}
      </Loaded>
    </section>
  );
}

const NONE: VacantHome[] = [];
const rowKey = ({ unit_id }: VacantHome) => unit_id;

/** "12 days", or that no lease ever ran. */
function vacantText({ days_vacant }: VacantHome): string {
  if (days_vacant === null) return 'Never leased';
  return days_vacant === 1 ? '1 day' : `${numberText(days_vacant)} days`;
}

function textsOf(home: VacantHome) {
  const rent = home.market_rent === null ? null : moneyText(toCents(home.market_rent));
  return [home.unit_number, home.property_name, rent, rent?.replaceAll(',', ''), vacantText(home)];
}

function totalText(rows: readonly VacantHome[]): string {
  return `${moneyText(toCents(totalOf(rows.map(({ market_rent }) => market_rent ?? 0))))} a month`;
}

function Rent({ home: { market_rent } }: { home: VacantHome }) {
  return market_rent === null ? (
    <span className="text-muted">–</span>
  ) : (
    <Money cents={toCents(market_rent)} />
  );
}

function summaryOf(home: VacantHome): Summary {
  return {
    to: `/admin/home/${home.unit_id}`,
    name: home.unit_number,
    place: home.property_name,
    figure: <Rent home={home} />,
    note: vacantText(home),
  };
}

const COLUMNS: ListColumn<VacantHome>[] = [
  unitColumn(),
  {
    key: 'rent',
    header: 'Market rent',
    align: 'right',
    width: 'w-36',
    sort: ({ market_rent }) => market_rent,
    cell: (home) => <Rent home={home} />,
  },
  {
    key: 'vacant',
    header: 'Vacant for',
    width: 'w-40',
    sort: ({ days_vacant }) => days_vacant,
    cell: vacantText,
  },
];
