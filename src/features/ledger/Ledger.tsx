import { FailedRead, Loaded } from '../../Loaded.tsx';
import { useOwnLedger } from '../../offline/subjects/ledger.ts';
import { useUser } from '../../session/session.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { EntryDetail } from './EntryDetail.tsx';
import { ExportButton } from './ExportButton.tsx';
import { ledgerTable } from './csvTables.ts';
import { SearchableEntries } from './SearchableEntries.tsx';
import { useOpenedEntry } from './useOpenedEntry.ts';

const FAILED = 'Unable to load your account history';

/** `/ledger`: every entry of one's own account. */
export default function Ledger() {
  const { first_name, last_name } = useUser();
  const ledger = useOwnLedger();
  const { data, error } = ledger;
  const { opened, open, openFromList, close } = useOpenedEntry(data);

  if (error) return <NotLoaded error={error} />;
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
      <Loaded query={ledger} failed={FAILED}>
        {(entries) => (
          <SearchableEntries
            entries={entries}
            empty="No ledger entries found."
            onOpen={openFromList}
            action={<ExportButton table={() => ledgerTable(entries, `${first_name} ${last_name}`)} />}
          />
        )}
      </Loaded>
      {opened && (
        <EntryDetail key={opened.id} entry={opened} entries={data ?? []} onOpen={open} onClose={close} />
      )}
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
