import { useParams } from 'react-router-dom';
import { paymentPolicyOf } from '../../../contract/leases/paymentPolicy.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { fullNameOf, type ListedUser } from '../../../contract/users/user.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { ChangeHistory } from '../../subjects/audit/ChangeHistory.tsx';
import { isBilled, LeasesOf, useLeasesOf } from '../../subjects/leases/AccountLeases.tsx';
import { OpenCharges } from '../../subjects/ledger/OpenCharges.tsx';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { AccessOf } from '../../subjects/users/access/AccessOf.tsx';
import { CHANGE_LABELS, changedPart } from '../../subjects/users/changeLabels.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { AccessDenied } from '../../ui/feedback/AccessDenied.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { AccountCard } from './AccountCard.tsx';
import { ContactCard } from './ContactCard.tsx';
import { LastReadings } from './LastReadings.tsx';
import { LastReceipts } from './LastReceipts.tsx';
import { Missing } from './Missing.tsx';
import { Messages } from './Messages.tsx';
import { Notes } from './Notes.tsx';
import { Requests } from './Requests.tsx';
import { usePersonAccount } from './usePersonAccount.ts';

/** `/admin/person/:id`: everything that management asks about one person, from what this device has. */
export default function Person() {
  const { id = '' } = useParams();
  const list = useCachedQuery('listUsers', {});
  if (list.denied) return <AccessDenied />;
  const person = (list.data ?? list.arrived)?.find((each) => String(each.id) === id);
  return (
    <>
      <PageHeading
        title={person ? fullNameOf(person) : 'Person'}
        description={
          person && (
            <HomeLink alone unit={person.unit}>
              {unitLabel(person)}
            </HomeLink>
          )
        }
      />
      <Loaded query={list} arrived={list.arrived} failed="Failed to load users">
        {(_users, whole) =>
          person ? (
            <>
              <AccessOf people={[person.id]} />
              <Parts key={person.id} person={person} />
            </>
          ) : whole ? (
            <Missing>This person is not there any more.</Missing>
          ) : (
            <Loading />
          )
        }
      </Loaded>
    </>
  );
}

function Parts({ person }: { person: ListedUser }) {
  const { id, unit, is_manager } = person;
  const userId = String(id);
  const account = usePersonAccount(id);
  const list = useCachedQuery('listLeases', {});
  const leases = useLeasesOf(userId);
  const policy = paymentPolicyOf(
    leases.filter((lease) => isBilled(lease, userId)),
    isoDay(),
  );
  const { entries, asOf } = account;
  // A manager who rents nothing has no account to speak of.
  const hasAccount = !is_manager || unit !== null || (entries?.length ?? 0) > 0;
  return (
    <div className="grid grid-cols-1 items-start gap-4 md:gap-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4 md:gap-6">
        <ContactCard person={person} />
        {hasAccount && <AccountCard userId={id} account={account} blocked={policy === 'nothing'} />}
        {entries && <OpenCharges {...{ entries, leases, policy, asOf }} />}
        <Requests
          unit={unit}
          of={({ request, unit_id }) => request?.user_id === id || (unit !== null && unit_id === unit)}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-4 md:gap-6">
        <Loaded query={list} failed="Failed to load leases" loading={<Loading cards={1} />}>
          {() =>
            leases.length > 0 ? (
              <LeasesOf {...{ userId, leases, policy }} />
            ) : (
              hasAccount && <NoLease unit={unit} />
            )
          }
        </Loaded>
        {!is_manager && (
          <Messages
            of={({ user_id }) => user_id === id}
            to={person.is_current_user ? `user=${id}` : undefined}
          />
        )}
        <Notes of={{ user: id }} name={fullNameOf(person)} />
        {unit !== null && <LastReadings unit={unit} />}
        {entries && hasAccount && <LastReceipts entries={entries} />}
        <ChangeHistory subject="user" id={id} labels={CHANGE_LABELS} nameOf={changedPart} />
      </div>
    </div>
  );
}

function NoLease({ unit }: { unit: number | null }) {
  return (
    <Card
      title="Lease"
      action={
        unit !== null && (
          <ButtonLink variant="secondary" to={`/admin/addlease?unit=${unit}`}>
            New Lease
          </ButtonLink>
        )
      }
    >
      <p className="text-muted">No lease names them as a tenant.</p>
    </Card>
  );
}
