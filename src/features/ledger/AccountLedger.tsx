import { useParams } from 'react-router-dom';
import { toCents } from '../../../contract/money.ts';
import { balanceOf, type Transaction } from '../../../contract/ledger.ts';
import { fullNameOf, type UserWithUnit } from '../../../contract/user.ts';
import { ChangeHistory, type ChangeLabels } from '../../ChangeHistory.tsx';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { Loaded } from '../../Loaded.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Money, moneyText } from '../../ui/data/Money.tsx';
import { StickyNotice } from '../../ui/feedback/StickyNotice.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { LedgerEntries } from './LedgerEntries.tsx';
import { ReverseEntry } from './ReverseEntry.tsx';

const CHANGE_LABELS: ChangeLabels = {
  amount: { label: 'Amount', text: (dollars) => moneyText(toCents(Number(dollars))) },
  type: { label: 'Type' },
  description: { label: 'Description' },
  reason: { label: 'Reason' },
};

/** `/admin/ledger/:userId`: a user's ledger for managers, who can reverse entries. */
export default function AccountLedger() {
  const { userId = '' } = useParams();
  const { data: tenant } = useCachedQuery('readUser', { params: { id: userId } });
  const ledger = useCachedQuery('listUserTransactions', { params: { id: userId } });
  const { notice, forgetNotice, succeeded } = useOnlineChange('listUserTransactions');

  return (
    <>
      <PageHeading
        title="Account Ledger"
        description={<TenantSummary userId={userId} tenant={tenant} entries={ledger.data} />}
        action={
          <ButtonLink to="/admin/payments" variant="secondary">
            Back to Payments
          </ButtonLink>
        }
      />
      <StickyNotice notice={notice} onDone={forgetNotice} />
      <Loaded query={ledger} arrived={ledger.arrived} failed="Unable to load account ledger">
        {(entries, whole) => (
          <LedgerEntries
            entries={entries}
            whole={whole}
            owner={tenant ? fullNameOf(tenant) : `user ${userId}`}
            empty="No transactions found for this user."
          >
            {(opened, close) => (
              <>
                <ChangeHistory subject="transaction" id={opened.id} labels={CHANGE_LABELS} />
                <ReverseEntry
                  entry={opened}
                  onReversed={() => succeeded('The entry was reversed.').then(close)}
                />
              </>
            )}
          </LedgerEntries>
        )}
      </Loaded>
    </>
  );
}

interface TenantSummaryProps {
  userId: string;
  tenant: UserWithUnit | undefined;
  entries: Transaction[] | undefined;
}

function TenantSummary({ userId, tenant, entries }: TenantSummaryProps) {
  return (
    <>
      {tenant && (
        <span className="block text-xl font-semibold wrap-anywhere text-ink">{fullNameOf(tenant)}</span>
      )}
      {tenant && <>{tenant.unit_number ? `Unit ${tenant.unit_number}` : 'No unit'} · </>}
      User ID {userId}
      {entries && (
        <span className="block">
          Balance <Money cents={balanceOf(entries)} tone="ledger" className="font-semibold" />
        </span>
      )}
    </>
  );
}
