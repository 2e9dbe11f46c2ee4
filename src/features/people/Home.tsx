import { compareTimes } from '../../../contract/values/calendar.ts';
import { useParams } from 'react-router-dom';
import type { Lease } from '../../../contract/leases/lease.ts';
import { paymentPolicyOf } from '../../../contract/leases/paymentPolicy.ts';
import { toCents } from '../../../contract/values/money.ts';
import { unitLabel, type Unit } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { isNewLease, unsentIdOf, type LeaseItem } from '../../offline/subjects/leases/leases.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { ChangeHistory } from '../../subjects/audit/ChangeHistory.tsx';
import { isBilled, LeasesOf, useLeases } from '../../subjects/leases/AccountLeases.tsx';
import { HomeEntryNotices } from '../../subjects/entryNotices/HomeEntryNotices.tsx';
import { HomeInspections } from '../../subjects/inspections/HomeInspections.tsx';
import { homeTenants } from '../../subjects/leases/newLease/useNewLeases.ts';
import { changeLabels } from '../../subjects/units/changeLabels.ts';
import { DescriptionList } from '../../ui/data/DescriptionList.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { isoDay, Time } from '../../ui/data/Time.tsx';
import { UnsentBadge } from '../../ui/data/UnsentBadge.tsx';
import { AccessDenied } from '../../ui/feedback/AccessDenied.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { TextLink } from '../../ui/layout/TextLink.tsx';
import { HomeMeters } from './meters/HomeMeters.tsx';
import { LastReadings } from './LastReadings.tsx';
import { Missing } from './Missing.tsx';
import { Messages } from './Messages.tsx';
import { Notes } from './Notes.tsx';
import { Requests } from './Requests.tsx';
import { Tenants } from './Tenants.tsx';

/** `/admin/home/:id`: everything that management asks about one home, from what this device has. */
export default function Home() {
  const { id = '' } = useParams();
  const list = useCachedQuery('listUnits', {});
  const leases = useCachedQuery('listLeases', {});
  const { data: properties } = useCachedQuery('listProperties', {});
  if (list.denied) return <AccessDenied />;
  const unit = (list.data ?? list.arrived)?.find((each) => String(each.id) === id);
  return (
    <>
      <PageHeading
        title={unit ? unitLabel(unit) : 'Home'}
        description={unit && properties?.find((each) => each.id === unit.property_id)?.address}
      />
      <Loaded query={list} arrived={list.arrived} failed="Failed to load units">
        {(_units, whole) =>
          unit ? (
            <div className="grid grid-cols-1 items-start gap-4 md:gap-6 lg:grid-cols-2">
              <div className="flex min-w-0 flex-col gap-4 md:gap-6">
                <Tenants unit={unit} />
                <Messages
                  of={({ unit_id }) => unit_id === unit.id}
                  to={unit.tenant_info.length > 0 ? `unit=${unit.id}` : undefined}
                />
                <Requests unit={unit.id} of={({ unit_id }) => unit_id === unit.id} />
                <HomeEntryNotices unit={unit.id} home={unitLabel(unit)} />
                <HomeInspections
                  unit={{
                    unit_id: unit.id,
                    unit_number: unit.unit_number,
                    property_name: unit.property_name,
                  }}
                />
                <Notes of={{ unit: unit.id }} name={unitLabel(unit)} />
              </div>
              <div className="flex min-w-0 flex-col gap-4 md:gap-6">
                <Loaded query={leases} failed="Failed to load leases" loading={<Loading cards={1} />}>
                  {(known) => <Leases unit={unit} all={known} />}
                </Loaded>
                <UnitCard unit={unit} />
                <HomeMeters unit={unit.id} home={unitLabel(unit)} />
                <LastReadings unit={unit.id} />
                <ChangeHistory subject="unit" id={unit.id} labels={changeLabels(properties)} />
              </div>
            </div>
          ) : whole ? (
            <Missing>This unit is not there any more.</Missing>
          ) : (
            <Loading />
          )
        }
      </Loaded>
    </>
  );
}

/** What the home's leases are, and who is billed; those that have ended are in the list of leases. */
function Leases({ unit, all }: { unit: Unit; all: readonly Lease[] }) {
  const today = isoDay();
  const leases = useLeases(
    ({ unit_id, ends }) => unit_id === unit.id && (ends === null || ends >= today),
  ).sort((one, other) => compareTimes(one.starts, other.starts));
  const { items = [] } = useOutbox();
  const unsent = items.filter(isNewLease).filter(({ input }) => input.body.unit_id === unit.id);
  if (leases.length === 0 && unsent.length === 0) {
    return (
      <Card
        title="Lease"
        action={
          // A lease needs somebody to bill.
          homeTenants(unit, items).length > 0 && (
            <ButtonLink variant="secondary" to={`/admin/addlease?unit=${unit.id}`}>
              New Lease
            </ButtonLink>
          )
        }
      >
        <p className="text-muted">No lease runs or begins later.</p>
      </Card>
    );
  }
  return (
    <>
      {leases.map((lease) => {
        const userId = String(lease.tenants[0]?.id);
        const policy = paymentPolicyOf(
          all.filter((each) => isBilled(each, userId)),
          today,
        );
        return <LeasesOf key={lease.id} {...{ userId, policy }} leases={[lease]} />;
      })}
      {unsent.map((item) => (
        <UnsentLease key={item.id} item={item} />
      ))}
    </>
  );
}

/** A new lease that waits on this device, which leads to its page. */
function UnsentLease({ item }: { item: LeaseItem }) {
  const refused = item.refusal !== undefined;
  return (
    <Card
      title="New lease"
      action={<UnsentBadge needsAttention={refused} words={refused ? 'Needs attention' : 'Unsent'} />}
    >
      <p className="wrap-anywhere">
        <TextLink to={`/admin/lease/${unsentIdOf(item)}`}>
          {item.shown.tenants.map(({ name }) => name).join(', ')}, from{' '}
          <Time value={item.input.body.starts} />
        </TextLink>
      </p>
    </Card>
  );
}

function UnitCard({ unit: { id, rent_amount, notes, tenants, tenant_info } }: { unit: Unit }) {
  const names = tenant_info.map(fullNameOf).join(', ');
  return (
    <Card
      title="Unit"
      action={
        <ButtonLink variant="secondary" to={`/admin/editunit/${id}`}>
          Edit Unit
        </ButtonLink>
      }
    >
      <DescriptionList
        items={[
          {
            label: 'Rent amount',
            value: rent_amount === null ? 'Not set' : <Money cents={toCents(rent_amount)} />,
          },
          { label: 'Notes', value: notes ?? 'None' },
          // What management wrote, where it is more than who lives here.
          ...(tenants === null || tenants === names ? [] : [{ label: 'Tenants', value: tenants }]),
        ]}
      />
    </Card>
  );
}
