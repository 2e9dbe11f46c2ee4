import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import type { Meter } from '../../../contract/utilities/meters.ts';
import { isEmailConfirmed } from '../../auth/confirmedEmail.ts';
import { unconfirmedRow } from '../../auth/newcomers.ts';
import type { Sql } from '../../database/database.ts';
import { readRememberedSheets, type RememberedSheets } from './rememberedSheets.ts';

/** What an import adds to or finds: without an id it is new. Amounts are whole cents. */
export interface PropertyRecord {
  id?: number;
  name: string;
  address: string;
  phone: string | null;
}

export interface UnitRecord {
  id?: number;
  property: PropertyRecord;
  number: string;
  rent: number | null;
  notes: string | null;
  /** In square feet. */
  area: number | null;
}

export interface PersonRecord {
  id?: number;
  firstName: string;
  lastName: string;
  /** Empty for someone who gives none. */
  email: string;
  phone: string | null;
  unit: UnitRecord | null;
  isActive: boolean;
  /** A manager's account is changed by its owner alone. */
  isManager?: boolean;
  /** Whether they registered themselves, and management has confirmed nothing of theirs. */
  isUnconfirmed?: boolean;
  /** Whether they have an address that nobody confirmed, since they changed it themselves. */
  hasUnconfirmedEmail?: boolean;
  /** Whether they are known and are given their unit by this import. */
  moves?: true;
}

export interface LeaseRecord {
  id?: number;
  unit: UnitRecord;
  starts: string;
  ends: string | null;
  tenants: PersonRecord[];
  /** Of a lease that is here: what its rent is from this month on, in the order of its charges. */
  rents?: readonly number[];
}

/** An entry of an opening balance that the ledger has, reversed or not. */
export interface OpeningEntry {
  user_id: number;
  day: string;
  cents: number;
}

export interface MeterRecord {
  unit: UnitRecord;
  kind: Meter;
  serial: string;
  isRemoved: boolean;
}

/** Everything that rows of an import may name, as the database has it. */
export interface Records {
  properties: PropertyRecord[];
  units: UnitRecord[];
  people: PersonRecord[];
  leases: LeaseRecord[];
  meters: MeterRecord[];
  openingEntries: OpeningEntry[];
  /** The ids of people whose ledger has entries. */
  peopleWithEntries: ReadonlySet<number>;
  /** The first day after the closed months; null where none is closed. */
  firstOpenDay: string | null;
  /** What was said of sheets that were imported before. */
  rememberedSheets: RememberedSheets;
}

const OPENING_TYPES = [ENTRY_KINDS.openingBalance.type, ENTRY_KINDS.openingCredit.type];

/** On the community's day. */
export async function readRecords(sql: Sql, today: string): Promise<Records> {
  const properties = await sql<PropertyRecord & { id: number }>`
    select id, property_name as name, address, phone_number as phone from properties order by id`;
  const propertyById = new Map(properties.map((property) => [property.id, property]));
  const unitRows = await sql<{
    id: number;
    property_id: number;
    number: string;
    rent: number | null;
    notes: string | null;
    area: number | null;
  }>`
    select id, property_id, unit_number as number, (rent_amount * 100)::int as rent, notes, area from units order by id`;
  const units = unitRows.flatMap(({ property_id, ...unit }) => {
    const property = propertyById.get(property_id);
    return property ? [{ ...unit, property }] : [];
  });
  const unitById = new Map(units.map((unit) => [unit.id, unit]));
  const personRows = await sql<Omit<PersonRecord, 'unit'> & { id: number; unit_id: number | null }>`
    select id, first_name as "firstName", last_name as "lastName", email, phone, unit as unit_id, is_current_user as "isActive",
      is_manager as "isManager",
      ${unconfirmedRow} as "isUnconfirmed", email <> '' and not ${isEmailConfirmed} as "hasUnconfirmedEmail"
    from users order by id`;
  const people = personRows.map(({ unit_id, ...person }) => ({
    ...person,
    unit: unit_id === null ? null : (unitById.get(unit_id) ?? null),
  }));
  const personById = new Map(people.map((person) => [person.id, person]));
  const leaseRows = await sql<{
    id: number;
    unit_id: number;
    starts: string;
    ends: string | null;
    tenant_ids: number[];
    rents: number[];
  }>`
    select id, unit_id, starts::text as starts, ends::text as ends,
      (select array_agg(user_id order by position) from lease_tenants where lease_id = leases.id) as tenant_ids,
      array(select (amount * 100)::int from lease_charges where lease_id = leases.id and kind = 'rent'
        and (to_month is null or to_month >= date_trunc('month', ${today}::date)) order by from_month, id) as rents
    from leases order by id`;
  const leases = leaseRows.flatMap(({ unit_id, tenant_ids, ...lease }) => {
    const unit = unitById.get(unit_id);
    const tenants = tenant_ids.flatMap((id) => personById.get(id) ?? []);
    return unit ? [{ ...lease, unit, tenants }] : [];
  });
  const meterRows = await sql<{ unit_id: number; kind: Meter; serial: string; isRemoved: boolean }>`
    select unit_id, kind, serial_number as serial, removed_on is not null as "isRemoved" from meters order by id`;
  const meters = meterRows.flatMap(({ unit_id, ...meter }) => {
    const unit = unitById.get(unit_id);
    return unit ? [{ ...meter, unit }] : [];
  });
  const openingEntries = await sql<OpeningEntry>`
    select user_id, effective_on::text as day, (amount * 100)::int as cents from transactions
    where type = any(${OPENING_TYPES}::text[]) and effective_on is not null`;
  const withEntries = await sql<{ user_id: number }>`select distinct user_id from transactions`;
  const peopleWithEntries = new Set(withEntries.map(({ user_id }) => user_id));
  const rememberedSheets = await readRememberedSheets(sql);
  const [closed] = await sql<{ day: string }>`
    select (month + interval '1 month')::date::text as day from closed_books`;
  const firstOpenDay = closed?.day ?? null;
  return {
    ...{ properties, units, people, leases, meters },
    ...{ openingEntries, peopleWithEntries, firstOpenDay, rememberedSheets },
  };
}
