import { useParams } from 'react-router-dom';
import { fullNameOf } from '../../../contract/users/user.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { StatementSheet } from './StatementSheet.tsx';

/** `/admin/ledger/:userId/statement`: a statement of anyone's account, for managers. */
export default function AccountStatement() {
  const { userId = '' } = useParams();
  const { data: tenant } = useCachedQuery('readUser', { params: { id: userId } });
  const ledger = useCachedQuery('listUserTransactions', { params: { id: userId } });
  const unit = tenant?.unit;
  return (
    <>
      <div className="print:hidden">
        <PageHeading
          title="Statement"
          action={
            <ButtonLink to={`/admin/ledger/${userId}`} variant="secondary">
              Back to Ledger
            </ButtonLink>
          }
        />
      </div>
      <Loaded query={ledger} failed="Unable to load account ledger">
        {(entries) => (
          <StatementSheet
            entries={entries}
            name={tenant ? fullNameOf(tenant) : `User ${userId}`}
            place={unit ? unitLabel(unit) : undefined}
          />
        )}
      </Loaded>
    </>
  );
}
