import { unitLabel } from '../../../contract/units/unit.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOwnLedger } from '../../offline/subjects/ledger/ledger.ts';
import { useUser } from '../../session/session.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { fullNameOf } from '../../../contract/users/user.ts';
import { StatementSheet } from './StatementSheet.tsx';

/** `/ledger/statement`: a statement of one's own account. */
export default function OwnStatement() {
  const user = useUser();
  const ledger = useOwnLedger();
  const { data: leases = [] } = useCachedQuery('listMyLeases', {});
  const lease = leases.find(({ unit_id }) => unit_id === user.unit);
  return (
    <>
      <div className="print:hidden">
        <PageHeading
          title="Statement"
          action={
            <ButtonLink to="/ledger" variant="secondary">
              Back to Ledger
            </ButtonLink>
          }
        />
      </div>
      <Loaded query={ledger} failed="Unable to load your account history">
        {(entries) => (
          <StatementSheet
            entries={entries}
            name={fullNameOf(user)}
            place={lease ? unitLabel(lease) : user.unit_number ? `Unit ${user.unit_number}` : undefined}
          />
        )}
      </Loaded>
    </>
  );
}
