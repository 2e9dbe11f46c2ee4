import { balanceOf } from '../../../contract/ledger/balances.ts';
import { FailedRead, Loaded } from '../../screens/Loaded.tsx';
import { useOwnLedger } from '../../offline/subjects/ledger/ledger.ts';
import { useUser } from '../../session/session.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { LedgerEntries } from './LedgerEntries.tsx';

const FAILED = 'Unable to load your account history';

/** `/ledger`: one's own ledger. */
export default function Ledger() {
  const { first_name, last_name } = useUser();
  const ledger = useOwnLedger();

  if (ledger.error && !ledger.arrived) return <NotLoaded error={ledger.error} />;
  return (
    <>
      <PageHeading
        title="Account Ledger"
        description={
          <>
            Every charge and payment of your account. Choose one to see what it is made of.
            <span className="block">
              Balance{' '}
              {ledger.data ? (
                <Money cents={balanceOf(ledger.data)} tone="ledger" className="font-semibold" />
              ) : (
                '…'
              )}
            </span>
          </>
        }
        action={
          <>
            <ButtonLink to="/ledger/statement" variant="secondary">
              Statement
            </ButtonLink>
            <ButtonLink to="/payments" variant="secondary">
              Back to Payments
            </ButtonLink>
          </>
        }
      />
      <Loaded query={ledger} arrived={ledger.arrived} failed={FAILED}>
        {(entries, whole) => (
          <LedgerEntries
            entries={entries}
            whole={whole}
            owner={`${first_name} ${last_name}`}
            empty="No ledger entries found."
          />
        )}
      </Loaded>
    </>
  );
}

function NotLoaded({ error }: { error: Error }) {
  return (
    <>
      <PageHeading title="Error Loading Ledger" />
      <FailedRead error={error} failed={FAILED} />
      <ButtonLink to="/payments" className="mt-6">
        Back to Payments
      </ButtonLink>
    </>
  );
}
