import type { AuditEntry } from '../../../contract/audit.ts';
import type { User } from '../../../contract/user.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';

/** What is recorded of an account. A unit's number alone would not tell two properties' apart. */
type Account = User & { property_name: string | null };

const HOME = ['unit_number', 'property_name'] as const;
const FIELDS = ['first_name', 'last_name', 'username', 'email', 'is_manager'] as const;

/** Records what a manager made of an account: its creation, or each thing that they changed about it by itself. */
export async function recordAccount(
  sql: Sql,
  author: number,
  before: User | undefined,
  after: User,
): Promise<void> {
  const units = [before?.unit, after.unit].filter((unit) => unit != null);
  const homes =
    units.length > 0
      ? await sql<{ unit: number; property_name: string }>`
          select units.id as unit, property_name from units join properties on properties.id = property_id
          where units.id = any(${units}::int[])`
      : [];
  const account = (user: User): Account => ({
    ...user,
    property_name: homes.find(({ unit }) => unit === user.unit)?.property_name ?? null,
  });
  const deeds = before ? deedsOf(account(before), account(after)) : [creationOf(account(after))];
  if (deeds.length === 0) return;
  await recordAudit(
    sql,
    author,
    deeds.map((deed) => ({ subject: 'user', subject_id: after.id, ...deed })),
  );
}

interface AccountDeed {
  action: string;
  changes: AuditEntry['changes'];
}

function creationOf(account: Account): AccountDeed {
  return { action: 'created', changes: changesOf([...FIELDS, ...HOME], undefined, account) };
}

function deedsOf(before: Account, after: Account): AccountDeed[] {
  const deeds: AccountDeed[] = [];
  const settled = before.unit_claim !== after.unit_claim;
  if (settled) {
    deeds.push({
      action: after.unit === null || after.unit === before.unit ? 'declined' : 'confirmed',
      changes: changesOf(['unit_claim', ...HOME], before, after),
    });
  }
  if (before.is_current_user !== after.is_current_user) {
    deeds.push({ action: after.is_current_user ? 'activated' : 'deactivated', changes: {} });
  }
  const changes = changesOf(settled ? [...FIELDS] : [...FIELDS, ...HOME], before, after);
  if (Object.keys(changes).length > 0) deeds.push({ action: 'changed', changes });
  return deeds;
}
