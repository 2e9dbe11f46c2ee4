import { useOwnLedger } from '../../offline/subjects/ledger.ts';
import { useUser } from '../../session/session.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { Problem } from '../../ui/feedback/Problem.tsx';
import { EntryDetail } from './EntryDetail.tsx';
import { ExportButton } from './ExportButton.tsx';
import { ledgerTable } from './csvTables.ts';
import { SearchableEntries } from './SearchableEntries.tsx';
import { useOpenedEntry } from './useOpenedEntry.ts';

/** `/ledger`: every entry of one's own account. */
export default function Ledger() {
  const { first_name, last_name } = useUser();
  const { data, isPending, error } = useOwnLedger();
  const { opened, open, openFromList, close } = useOpenedEntry(data);

  if (error) return <NotLoaded message={error.message} />;
  return (
    <>
      <PageHeading
        title="Account Ledger"
        description="Every charge and payment of your account. Choose one to see what it is made of."
        action={
          <ButtonLink to="/payments" variant="secondary">
            Back to Payments
          </ButtonLink>
        }
      />
      {isPending || !data ? (
        <Loading />
      ) : (
        <SearchableEntries
          entries={data}
          empty="No ledger entries found."
          onOpen={openFromList}
          action={<ExportButton table={() => ledgerTable(data, `${first_name} ${last_name}`)} />}
        />
      )}
      {opened && (
        <EntryDetail key={opened.id} entry={opened} entries={data ?? []} onOpen={open} onClose={close} />
      )}
    </>
  );
}

function NotLoaded({ message }: { message: string }) {
  return (
    <>
      <PageHeading title="Error Loading Ledger" />
      <Problem>Unable to load your account history: {message}</Problem>
      <ButtonLink to="/payments" className="mt-6">
        Back to Payments
      </ButtonLink>
    </>
  );
}
