import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { toCents } from '../../../contract/money.ts';
import type { Transaction } from '../../../contract/ledger.ts';
import type { UserWithUnit } from '../../../contract/user.ts';
import { Changes, type ChangeWords } from '../../ChangeHistory.tsx';
import { useCachedQuery } from '../../offline/engine/useCachedQuery.ts';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Money, moneyText } from '../../ui/data/Money.tsx';
import type { Notice } from '../../ui/feedback/Notices.tsx';
import { Outcome } from '../../ui/feedback/Outcome.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { Problem } from '../../ui/feedback/Problem.tsx';
import { EntryDetail } from './EntryDetail.tsx';
import { ExportButton } from './ExportButton.tsx';
import { ledgerTable } from './exports.ts';
import { ReverseEntry } from './ReverseEntry.tsx';
import { SearchableEntries } from './SearchableEntries.tsx';
import { nameOf } from './tenant.ts';
import { useOpened } from './useOpened.ts';

const WORDS: ChangeWords = {
  amount: { label: 'Amount', text: (dollars) => moneyText(toCents(Number(dollars))) },
  type: { label: 'Type' },
  description: { label: 'Description' },
  reason: { label: 'Reason' },
};

/** `/admin/ledger/:userId`: anyone's ledger, for managers, who can take an entry back. */
export default function AccountLedger() {
  const { userId = '' } = useParams();
  const { data: tenant } = useCachedQuery('readUser', { params: { id: userId } });
  const { data, isPending, error, refresh } = useCachedQuery('listUserTransactions', {
    params: { id: userId },
  });
  const { opened, open, openFromList, close } = useOpened(data);
  const [notice, setNotice] = useState<Notice>();

  async function reversed(): Promise<void> {
    await refresh();
    close();
    setNotice({ type: 'success', message: 'The entry was reversed.' });
  }

  return (
    <>
      <PageHeading
        title="Account Ledger"
        description={<Whose userId={userId} tenant={tenant} entries={data} />}
        action={
          <ButtonLink to="/admin/payments" variant="secondary">
            Back to Payments
          </ButtonLink>
        }
      />
      <Outcome notice={notice} onDone={() => setNotice(undefined)} />
      {content()}
      {opened && (
        <EntryDetail key={opened.id} entry={opened} entries={data ?? []} onOpen={open} onClose={close}>
          <Changes subject="transaction" id={opened.id} words={WORDS} />
          <ReverseEntry entry={opened} onReversed={reversed} />
        </EntryDetail>
      )}
    </>
  );

  function content() {
    if (error) {
      return <Problem onRetry={() => void refresh()}>Unable to load account ledger: {error.message}</Problem>;
    }
    if (isPending || !data) return <Loading />;
    return (
      <SearchableEntries
        entries={data}
        empty="No transactions found for this user."
        onOpen={openFromList}
        action={<ExportButton table={() => ledgerTable(data, tenant ? nameOf(tenant) : `user ${userId}`)} />}
      />
    );
  }
}

interface WhoseProps {
  userId: string;
  tenant: UserWithUnit | undefined;
  entries: Transaction[] | undefined;
}

function Whose({ userId, tenant, entries }: WhoseProps) {
  return (
    <>
      {tenant && <span className="block text-xl font-semibold wrap-anywhere text-ink">{nameOf(tenant)}</span>}
      {tenant && <>{tenant.unit_number ? `Unit ${tenant.unit_number}` : 'No unit'} · </>}
      User ID {userId}
      {entries && (
        <span className="block">
          Balance <Money cents={sumOf(entries)} tone="ledger" className="font-semibold" />
        </span>
      )}
    </>
  );
}

/** In cents. */
function sumOf(entries: Transaction[]): number {
  return entries.reduce((sum, { amount }) => sum + toCents(amount), 0);
}
