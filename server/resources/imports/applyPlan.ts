import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import type { LeaseTerms } from './plan/planLeases.ts';
import { toDollars } from '../../../contract/values/money.ts';
import { PAYMENT_POLICIES } from '../../../contract/leases/paymentPolicy.ts';
import type { User } from '../../../contract/users/user.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { insertLeases } from '../leases/insertLeases.ts';
import { postEntries, type NewEntry } from '../ledger/postEntries.ts';
import { insertProperties } from '../properties/insertProperties.ts';
import { insertUnits } from '../units/insertUnits.ts';
import { insertMeters } from '../utilities/insertMeters.ts';
import { createPeople } from '../users/newPeople.ts';
import { updateAccount } from '../users/updateUser.ts';
import type { PlannedEntry } from './plan/planBalances.ts';
import type { ImportPlan } from './plan/planImport.ts';

/** Adds everything that a plan has, each by the code that adds it one by one. */
export async function applyPlan(
  sql: Sql,
  manager: User,
  { properties, units, people, moved, leases, entries, meters }: ImportPlan,
  { proration }: Pick<LeaseTerms, 'proration'>,
): Promise<void> {
  const propertyRows = properties.map(({ name, address, phone }) => ({
    propertyName: name,
    address,
    phoneNumber: phone,
  }));
  giveIds(properties, await insertProperties(sql, manager.id, propertyRows));
  const unitRows = units.map(({ property, number, rent, notes, area }) => ({
    propertyId: idOf(property),
    unitNumber: number,
    rentAmount: rent === null ? null : toDollars(rent),
    notes,
    area,
  }));
  giveIds(units, await insertUnits(sql, manager.id, unitRows));
  const personRows = people.map(({ firstName, lastName, email, phone, unit }) => ({
    firstName,
    lastName,
    email: email || null,
    phone,
    unit: unit && idOf(unit),
  }));
  giveIds(people, await createPeople(sql, manager.id, personRows));
  for (const person of moved) {
    await updateAccount(sql, manager, idOf(person), { unit: person.unit && idOf(person.unit) });
  }
  await insertLeases(
    sql,
    manager.id,
    leases.map(({ unit, starts, ends, tenants, charges }) => ({
      unit_id: idOf(unit),
      starts,
      ends,
      proration,
      payment_policy: PAYMENT_POLICIES[0],
      tenant_ids: tenants.map(idOf),
      charges,
    })),
  );
  await postOpeningBalances(sql, manager.id, entries);
  await insertMeters(
    sql,
    manager.id,
    meters.map(({ unit, ...meter }) => ({ ...meter, unit_id: idOf(unit) })),
  );
}

async function postOpeningBalances(
  sql: Sql,
  author: number,
  planned: readonly PlannedEntry[],
): Promise<void> {
  const entries = planned.map(({ person, cents, day, description }): NewEntry => {
    const { type } = cents > 0 ? ENTRY_KINDS.openingBalance : ENTRY_KINDS.openingCredit;
    const unit_id = person.unit && idOf(person.unit);
    const amount = toDollars(cents);
    return {
      user_id: idOf(person),
      unit_id,
      amount,
      type,
      description,
      effective_on: day,
      created_by: author,
    };
  });
  // What was owed before is no news, least of all to people who are not invited yet.
  const posted = await postEntries(sql, entries, { notifies: false });
  await recordAudit(
    sql,
    author,
    posted.map((entry) => ({
      subject: 'transaction',
      subject_id: entry.id,
      action: 'posted',
      changes: changesOf(['amount', 'type', 'description', 'effective_on'], undefined, entry),
    })),
  );
}

/** The records were inserted in their order. */
function giveIds(records: readonly { id?: number }[], inserted: readonly { id: number }[]): void {
  records.forEach((record, index) => (record.id = inserted[index]?.id));
}

function idOf({ id }: { id?: number }): number {
  if (id === undefined) throw new Error('A record that an import refers to was not inserted.');
  return id;
}
