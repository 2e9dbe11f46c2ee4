import type { ComponentProps, ReactNode } from 'react';
import { outstandingOf } from '../../../contract/ledger/balances.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Money } from '../../ui/data/Money.tsx';
import { timeText } from '../../ui/data/Time.tsx';
import { useOpenRequests } from '../../subjects/maintenance/useListedRequests.ts';

/** The three key figures of the community. */
export function KeyFigures() {
  return (
    <dl className="grid grid-cols-pair gap-4 sm:grid-cols-3 md:gap-6 max-sm:[&>:first-child]:col-span-full">
      <OutstandingBalance />
      <OccupancyRate />
      <OpenTickets />
    </dl>
  );
}

function OutstandingBalance() {
  return (
    <Figure
      name="Outstanding Balance"
      query={useCachedQuery('listBalances', {})}
      failed="Unable to load tenant balances"
    >
      {(balances) => {
        const { cents, tenants } = outstandingOf(balances);
        return { value: <Money cents={cents} />, detail: owedBy(tenants) };
      }}
    </Figure>
  );
}

function owedBy(tenants: number): string {
  if (tenants === 0) return 'Nobody owes anything';
  return tenants === 1 ? 'owed by 1 tenant' : `owed by ${tenants} tenants`;
}

function OccupancyRate() {
  return (
    <Figure name="Occupancy Rate" query={useCachedQuery('listUnits', {})} failed="Failed to load units">
      {(units) => {
        if (units.length === 0) return { value: '–', detail: 'No units yet' };
        const occupied = units.filter(({ tenant_info }) => tenant_info.length > 0).length;
        const all = units.length === 1 ? '1 unit' : `${units.length} units`;
        return {
          value: `${Math.round((100 * occupied) / units.length)}%`,
          detail: `${occupied} of ${all}`,
        };
      }}
    </Figure>
  );
}

function OpenTickets() {
  return (
    <Figure name="Open Maintenance Tickets" query={useOpenRequests()} failed="Failed to fetch requests">
      {(requests) => {
        const oldest = requests.at(-1);
        return {
          value: requests.length,
          detail: oldest && `the oldest from ${timeText(oldest.created_at)}`,
        };
      }}
    </Figure>
  );
}

interface FigureProps<T> extends Omit<ComponentProps<typeof Loaded<T>>, 'children' | 'loading'> {
  name: string;
  children: (loaded: T) => { value: ReactNode; detail: string | undefined };
}

function Figure<T>({ name, children, ...read }: FigureProps<T>) {
  // By the width of its card, so that no amount is wider.
  const look =
    'text-[clamp(1.125rem,13cqi,2.25rem)] leading-tight font-bold tracking-tight whitespace-nowrap tabular-nums';
  return (
    <div className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4 shadow-card md:p-6">
      <dt className="font-semibold text-muted max-sm:text-sm">{name}</dt>
      <dd className="@container flex flex-col gap-1">
        <Loaded {...read} loading={<p className={`${look} text-muted`}>Loading...</p>}>
          {(loaded) => {
            const { value, detail } = children(loaded);
            return (
              <>
                <p className={look}>{value}</p>
                {detail && <p className="text-sm text-muted">{detail}</p>}
              </>
            );
          }}
        </Loaded>
      </dd>
    </div>
  );
}
