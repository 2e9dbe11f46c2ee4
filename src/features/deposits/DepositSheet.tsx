import { Printer } from 'lucide-react';
import type { Inspection } from '../../../contract/inspections/inspection.ts';
import type { Deposit } from '../../../contract/deposits/deposit.ts';
import { toCents } from '../../../contract/values/money.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { moveWithUnsent } from '../../offline/subjects/leases/moves.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { DepositEntries } from '../../subjects/deposits/DepositEntries.tsx';
import { depositFigures, returnText } from '../../subjects/deposits/depositTexts.ts';
import { Money } from '../../ui/data/Money.tsx';
import { isoDay, timeText } from '../../ui/data/Time.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { PaperSheet } from '../../ui/data/PaperSheet.tsx';
import { Balance, Found, LastCharges } from './FinalStatement.tsx';

interface DepositSheetProps {
  leaseId: number;
  /** Whose deposit it is. */
  names: string;
  /** Such as "Unit 2B, Linden House". */
  place: string;
  /** Those of the home that this person may read. */
  inspections: readonly Inspection[];
}

/**
 * The itemised statement of a lease's deposit, to read or to print. Once the lease has a last day, it is the final statement: what the
 * inspection found, what was charged, the deposit, what is left, and where it is sent.
 */
export function DepositSheet({ leaseId, names, place, inspections }: DepositSheetProps) {
  const stored = useCachedQuery('readMove', { params: { id: String(leaseId) } }).data;
  const { items = [] } = useOutbox();
  const move = stored && stored.ends !== null ? moveWithUnsent(stored, items) : undefined;
  const read = useCachedQuery('readDeposit', { params: { id: String(leaseId) } });
  return (
    <Loaded query={read} failed="Unable to load the deposit">
      {(deposit) => (
        <div className="flex flex-col gap-6">
          <Button
            icon={Printer}
            className="self-start max-sm:w-full print:hidden"
            onClick={() => window.print()}
          >
            Print
          </Button>
          <PaperSheet
            label="Statement of the deposit"
            kind={move ? 'Final statement' : 'Deposit'}
            date={timeText(isoDay(), 'long')}
          >
            <p className="wrap-anywhere">
              <span className="block font-semibold">{names}</span>
              <span className="text-muted">{place}</span>
              {move?.ends && (
                <span className="block text-muted">
                  {timeText(move.starts)} – {timeText(move.ends)}
                </span>
              )}
            </p>
            {move && <Found move={move} inspections={inspections} />}
            {move && <LastCharges charges={move.last_charges} />}
            {move && <h2 className="text-lg font-bold">Deposit</h2>}
            <Figures deposit={deposit} />
            {deposit.entries.length > 0 ? (
              <DepositEntries deposit={deposit} />
            ) : (
              <p className="text-muted">Nothing was received yet.</p>
            )}
            {move && <Balance move={move} />}
          </PaperSheet>
        </div>
      )}
    </Loaded>
  );
}

function Figures({ deposit }: { deposit: Deposit }) {
  const { required, held, return_by } = deposit;
  return (
    <dl className="divide-y divide-line border-y border-edge">
      {required !== null && <Figure name="Required" cents={toCents(required)} />}
      {depositFigures(deposit).map(([name, cents]) => (
        <Figure key={name} name={name} cents={cents} />
      ))}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-3 font-bold">
        <dt>
          Held
          {held > 0 && return_by !== null && (
            <span className="block text-sm font-normal text-muted">
              It goes back {returnText(return_by)}.
            </span>
          )}
        </dt>
        <dd>
          <Money cents={toCents(held)} />
        </dd>
      </div>
    </dl>
  );
}

function Figure({ name, cents }: { name: string; cents: number }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd>
        <Money cents={cents} />
      </dd>
    </div>
  );
}
