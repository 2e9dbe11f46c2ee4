import type { ReactNode } from 'react';
import { toCents } from '../../../contract/money.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { timeText } from '../../ui/data/Time.tsx';
import { useOpenRequests } from './useOpenRequests.ts';

/** The three figures that say how the community stands. */
export function KeyFigures() {
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 md:gap-6 max-sm:[&>:first-child]:col-span-2">
      <OutstandingBalance />
      <OccupancyRate />
      <OpenTickets />
    </dl>
  );
}

/** What is owed in all; a credit of one tenant does not pay another's debt. */
function OutstandingBalance() {
  const { data, error, refresh } = useCachedQuery('listBalances', {});
  const owed = data?.map(({ balance }) => toCents(balance)).filter((cents) => cents > 0);
  return (
    <Figure
      name="Outstanding Balance"
      value={owed && <Money cents={owed.reduce((sum, cents) => sum + cents, 0)} />}
      detail={owed && owedBy(owed.length)}
      problem={error && `Unable to load tenant balances: ${error.message}`}
      onRetry={refresh}
    />
  );
}

function owedBy(tenants: number): string {
  if (tenants === 0) return 'Nobody owes anything';
  return tenants === 1 ? 'owed by 1 tenant' : `owed by ${tenants} tenants`;
}

function OccupancyRate() {
  const { data: units, error, refresh } = useCachedQuery('listUnits', {});
  const occupied = units?.filter(({ tenant_info }) => tenant_info.length > 0).length ?? 0;
  return (
    <Figure
      name="Occupancy Rate"
      value={units && (units.length === 0 ? '–' : `${Math.round((100 * occupied) / units.length)}%`)}
      detail={units && (units.length === 0 ? 'No units yet' : `${occupied} of ${unitsOf(units.length)}`)}
      problem={error && `Failed to load units: ${error.message}`}
      onRetry={refresh}
    />
  );
}

function unitsOf(count: number): string {
  return count === 1 ? '1 unit' : `${count} units`;
}

function OpenTickets() {
  const { data: requests, error, refresh } = useOpenRequests();
  const oldest = requests?.at(-1);
  return (
    <Figure
      name="Open Maintenance Tickets"
      value={requests?.length}
      detail={oldest ? `the oldest from ${timeText(oldest.created_at)}` : undefined}
      problem={error && `Failed to fetch requests: ${error.message}`}
      onRetry={refresh}
    />
  );
}

interface FigureProps {
  name: string;
  /** Undefined until it is known. */
  value: ReactNode;
  detail: string | undefined;
  problem: string | undefined;
  onRetry: () => Promise<void>;
}

function Figure({ name, value, detail, problem, onRetry }: FigureProps) {
  return (
    <div className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4 shadow-card md:p-6">
      <dt className="font-semibold text-muted max-sm:text-sm">{name}</dt>
      {problem ? (
        <dd role="alert" className="flex flex-col items-start gap-3 font-medium text-danger">
          {problem}
          <Button variant="secondary" onClick={() => void onRetry()}>
            Try Again
          </Button>
        </dd>
      ) : (
        <>
          <dd className="mt-auto text-3xl leading-tight font-bold tracking-tight tabular-nums md:text-4xl">
            {value ?? <span className="text-muted">Loading...</span>}
          </dd>
          {detail && <dd className="text-sm text-muted">{detail}</dd>}
        </>
      )}
    </div>
  );
}
