import { Printer } from 'lucide-react';
import type { Deposit } from '../../../contract/deposits/deposit.ts';
import { toCents } from '../../../contract/values/money.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { DepositEntries } from '../../subjects/deposits/DepositEntries.tsx';
import { depositFigures, returnText } from '../../subjects/deposits/depositTexts.ts';
import { Money } from '../../ui/data/Money.tsx';
import { isoDay, timeText } from '../../ui/data/Time.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { PaperSheet } from '../../ui/data/PaperSheet.tsx';

interface DepositSheetProps {
  leaseId: number;
  /** Whose deposit it is. */
  names: string;
  /** Such as "Unit 2B, Linden House". */
  place: string;
}

/** The itemised statement of a lease's deposit, to read or to print. */
export function DepositSheet({ leaseId, names, place }: DepositSheetProps) {
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
          <PaperSheet label="Statement of the deposit" kind="Deposit" date={timeText(isoDay(), 'long')}>
            <p className="wrap-anywhere">
              <span className="block font-semibold">{names}</span>
              <span className="text-muted">{place}</span>
            </p>
            <Figures deposit={deposit} />
            {deposit.entries.length > 0 ? (
              <DepositEntries deposit={deposit} />
            ) : (
              <p className="text-muted">Nothing was received yet.</p>
            )}
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
