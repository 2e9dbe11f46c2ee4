import type { Deposit, DepositEntry } from '../../../../contract/deposits/deposit.ts';
import { TAKEN_BACK } from '../../../../contract/deposits/deposit.ts';
import type { Lease } from '../../../../contract/leases/lease.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../../screens/Loaded.tsx';
import { DepositEntries as EntryList } from '../../../subjects/deposits/DepositEntries.tsx';
import {
  depositEntryText,
  isToReturn,
  missingCents,
  returnText,
} from '../../../subjects/deposits/depositTexts.ts';
import { Money, moneyText } from '../../../ui/data/Money.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { ButtonLink } from '../../../ui/forms/ButtonLink.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { useDialogAddress } from '../../../ui/layout/dialogAddress.ts';
import { DepositForm } from './DepositForm.tsx';
import { formFor, formOf, formsFor } from './depositForms.ts';
import { TakeBackForm } from './TakeBackForm.tsx';
import { UnsentDeposits } from './UnsentDeposits.tsx';
import type { DepositEntries } from './useDepositEntries.ts';

interface LeaseDepositProps {
  lease: Lease;
  entries: DepositEntries;
  online: boolean;
  onDone: (message: string) => void;
}

interface DepositCardProps extends Pick<LeaseDepositProps, 'lease' | 'entries'> {
  deposit: Deposit;
  online?: boolean;
  /** Left out of a lease that is unsent, where nothing was entered that could be taken back. */
  onDone?: (message: string) => void;
}

/** What is held of a lease's deposit, with what can be done with it. */
export function LeaseDeposit({ lease, ...props }: LeaseDepositProps) {
  const read = useCachedQuery('readDeposit', { params: { id: String(lease.id) } });
  return (
    <Loaded query={read} failed="Unable to load the deposit" loading={<Loading cards={1} />}>
      {(deposit) => <DepositCard {...props} lease={lease} deposit={deposit} />}
    </Loaded>
  );
}

/** A deposit as it is known, with what of it is unsent. */
export function DepositCard({ lease, deposit, entries, online = false, onDone }: DepositCardProps) {
  const { address, open, close } = useDialogAddress();
  const edited = entries.items.find(({ id }) => id === address.get('edit-deposit'));
  const form = edited ? formFor(edited.input.body.kind) : formOf(address.get('deposit'));
  const takenBack = deposit.entries.find(({ id }) => String(id) === address.get('take-back'));
  const done = (message: string) => {
    close();
    onDone?.(message);
  };
  return (
    <Card
      title="Deposit"
      action={
        <span className="text-lg font-bold">
          <Money cents={toCents(deposit.held)} />
          <span className="text-sm font-normal text-muted"> held</span>
        </span>
      }
    >
      <State deposit={deposit} isUnsent={onDone === undefined} />
      <UnsentDeposits entries={entries} onEdit={({ id }) => open({ 'edit-deposit': id })} />
      {deposit.entries.length > 0 && (
        <EntryList
          deposit={deposit}
          actionOf={(entry) =>
            canTakeBack(entry) && (
              <Button
                variant="quiet"
                className="max-sm:-ml-4"
                disabled={!online}
                aria-label={`Take back: ${depositEntryText(entry)}`}
                onClick={() => open({ 'take-back': String(entry.id) })}
              >
                Take back
              </Button>
            )
          }
        />
      )}
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        {formsFor(deposit).map(({ key, label }) => (
          <Button key={key} variant="secondary" onClick={() => open({ deposit: key })}>
            {label}
          </Button>
        ))}
        {deposit.entries.length > 0 && (
          <ButtonLink variant="quiet" to={`/admin/deposits/${lease.id}`}>
            Statement
          </ButtonLink>
        )}
      </div>
      {form && (
        <DepositForm key={edited?.id} {...{ lease, deposit, form, entries }} item={edited} onClose={close} />
      )}
      {takenBack && canTakeBack(takenBack) && (
        <TakeBackForm lease={lease} entry={takenBack} onDone={done} onClose={close} />
      )}
    </Card>
  );
}

/** What is agreed, what is missing, and until when what is held goes back. */
function State({ deposit, isUnsent }: { deposit: Deposit; isUnsent: boolean }) {
  const { required, interest_due, return_by } = deposit;
  const missing = missingCents(deposit);
  if (isToReturn(deposit) && return_by !== null) {
    return <Banner type="warning">What is held goes back {returnText(return_by)}.</Banner>;
  }
  return (
    <p className="text-muted">
      {required === null
        ? deposit.entries.length === 0 &&
          (isUnsent ? 'None is required.' : 'None is required. Set one under Change terms.')
        : `${moneyText(toCents(required))} is required${missing > 0 ? `, ${moneyText(missing)} is not paid yet` : ''}.`}
      {interest_due > 0 && ` ${moneyText(toCents(interest_due))} of interest was earned until today.`}
    </p>
  );
}

function canTakeBack({ kind, reversed_by }: DepositEntry): boolean {
  return kind !== TAKEN_BACK && reversed_by === null;
}
