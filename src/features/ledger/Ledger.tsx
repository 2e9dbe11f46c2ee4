import { CircleAlert } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useKept } from '../../offline/keptQuery.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Entries } from './Entries.tsx';
import { EntryDetail } from './EntryDetail.tsx';

/** `/ledger`: every entry of one's own account; the entry that is open is in the address. */
export default function Ledger() {
  const { data, isPending, error } = useKept('listMyTransactions', {});
  const [address, setAddress] = useSearchParams();
  const opened = data?.find(({ id }) => String(id) === address.get('entry'));
  const open = (id: number) => setAddress({ entry: String(id) }, { replace: opened !== undefined });
  // The list gets one that never changes, as what is open is none of its business.
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  const openFromList = useCallback((id: number) => latest.current(id), []);

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
        <Entries entries={data} empty="No ledger entries found." onOpen={openFromList} />
      )}
      {opened && (
        <EntryDetail
          key={opened.id}
          entry={opened}
          entries={data ?? []}
          onOpen={open}
          onClose={() => setAddress({}, { replace: true })}
        />
      )}
    </>
  );
}

function NotLoaded({ message }: { message: string }) {
  return (
    <>
      <PageHeading title="Error Loading Ledger" />
      <div role="alert" className="flex items-center gap-4 rounded-card bg-danger-soft p-5 text-danger">
        <CircleAlert aria-hidden className="size-6 shrink-0" />
        <p className="min-w-0 font-medium">Unable to load your account history: {message}</p>
      </div>
      <ButtonLink to="/payments" className="mt-6">
        Back to Payments
      </ButtonLink>
    </>
  );
}
