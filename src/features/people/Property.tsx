import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { outstandingOf } from '../../../contract/ledger/balances.ts';
import type { Property as PropertyRecord } from '../../../contract/properties/property.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { Phone } from '../../subjects/phone/Phone.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { Missing } from './Missing.tsx';
import { PropertyAnnouncements } from './PropertyAnnouncements.tsx';
import { PropertyHomes } from './PropertyHomes.tsx';
import { Requests } from './Requests.tsx';

/** `/admin/property/:id`: the homes of a property, who lives there and what they owe, and its open requests. */
export default function Property() {
  const { id = '' } = useParams();
  const list = useCachedQuery('listProperties', {});
  const property = list.data?.find((each) => String(each.id) === id);
  return (
    <>
      <PageHeading
        title={property?.property_name ?? 'Property'}
        description={property && <Where property={property} />}
        action={
          property && (
            <ButtonLink variant="secondary" to={`/admin/editproperty/${property.id}`}>
              Edit Property
            </ButtonLink>
          )
        }
      />
      <Loaded query={list} failed="Failed to load properties" loading={<Loading cards={2} />}>
        {() =>
          property ? <Parts id={property.id} /> : <Missing>This property is not there any more.</Missing>
        }
      </Loaded>
    </>
  );
}

function Where({ property: { address, phone_number } }: { property: PropertyRecord }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      {address}
      {phone_number !== null && (
        <Phone number={phone_number} className="inline-flex min-h-11 items-center tabular-nums underline" />
      )}
    </div>
  );
}

function Parts({ id }: { id: number }) {
  const list = useCachedQuery('listUnits', {});
  const { data: balances } = useCachedQuery('listBalances', {});
  const known = list.data ?? list.arrived;
  const units = useMemo(() => known?.filter(({ property_id }) => property_id === id) ?? [], [known, id]);
  const doors = useMemo(() => new Map(units.map((unit) => [unit.id, unit.unit_number])), [units]);
  const people = useMemo(
    () => new Set(units.flatMap(({ tenant_info }) => tenant_info.map((tenant) => tenant.id))),
    [units],
  );
  const owed = balances && outstandingOf(balances.filter(({ user_id }) => people.has(user_id)));
  const vacant = units.filter(({ tenant_info }) => tenant_info.length === 0).length;
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <Loaded query={list} arrived={list.arrived} failed="Failed to load units">
        {(_units, whole) => (
          <>
            {whole && (
              <p className="text-muted">
                {units.length === 1 ? '1 home' : `${numberText(units.length)} homes`}, {vacant} vacant.{' '}
                {owed && owed.cents > 0 ? (
                  <>
                    <Money cents={owed.cents} className="font-semibold text-ink" /> outstanding from{' '}
                    {owed.tenants} {owed.tenants === 1 ? 'tenant' : 'tenants'}.
                  </>
                ) : (
                  owed && 'Nobody owes anything.'
                )}
              </p>
            )}
            <PropertyHomes units={units} whole={whole} balances={balances} />
          </>
        )}
      </Loaded>
      <PropertyAnnouncements property={id} />
      <Requests
        unit={null}
        of={({ unit_id }) => unit_id !== undefined && doors.has(unit_id)}
        placeOf={({ unit_id }) => (unit_id === undefined ? undefined : `Unit ${doors.get(unit_id) ?? ''}`)}
      />
    </div>
  );
}
