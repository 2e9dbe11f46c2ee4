import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { User } from '../../../contract/users/user.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';

/** An account with the name of its property, since two properties may have the same unit number. */
type Account = User & { property_name: string | null };

const UNIT_FIELDS = ['unit_number', 'property_name'] as const;
const FIELDS = ['first_name', 'last_name', 'username', 'email', 'phone', 'is_manager'] as const;

/** Records what a manager, or a command on the server (null), did to an account: its creation, or one audit entry for each kind of change. */
export async function recordAccountChange(
  sql: Sql,
  author: number | null,
  before: User | undefined,
  after: User,
): Promise<void> {
  const [account, earlier] = await withProperties(sql, before ? [after, before] : [after]);
  if (!account) throw new Error('The account was not returned.');
  const entries = earlier ? accountChanges(earlier, account) : [accountCreation(account)];
  if (entries.length === 0) return;
  await recordAudit(
    sql,
    author,
    entries.map((entry) => ({ subject: 'user', subject_id: after.id, ...entry })),
  );
}

/** Records that a manager created accounts. */
export async function recordCreations(sql: Sql, author: number, created: readonly User[]): Promise<void> {
  const accounts = await withProperties(sql, created);
  await recordAudit(
    sql,
    author,
    accounts.map((account) => ({ subject: 'user', subject_id: account.id, ...accountCreation(account) })),
  );
}

async function withProperties(sql: Sql, users: readonly User[]): Promise<Account[]> {
  const units = users.map(({ unit }) => unit).filter((unit) => unit !== null);
  const rows =
    units.length > 0
      ? await sql<{ unit: number; property_name: string }>`
          select units.id as unit, property_name from units join property_labels as properties on properties.id = property_id
          where units.id = any(${units}::int[])`
      : [];
  const names = new Map(rows.map(({ unit, property_name }) => [unit, property_name]));
  return users.map((user) => ({
    ...user,
    property_name: (user.unit !== null && names.get(user.unit)) || null,
  }));
}

interface AccountChange {
  action: string;
  changes: AuditEntry['changes'];
}

function accountCreation(account: Account): AccountChange {
  return { action: 'created', changes: changesOf([...FIELDS, ...UNIT_FIELDS], undefined, account) };
}

function accountChanges(before: Account, after: Account): AccountChange[] {
  const entries: AccountChange[] = [];
  const claimDecided = before.unit_claim !== after.unit_claim;
  if (claimDecided) {
    entries.push({
      action: after.unit === null || after.unit === before.unit ? 'declined' : 'confirmed',
      changes: changesOf(['unit_claim', ...UNIT_FIELDS], before, after),
    });
  }
  if (before.is_current_user !== after.is_current_user) {
    entries.push({ action: after.is_current_user ? 'activated' : 'deactivated', changes: {} });
  }
  const changes = changesOf(claimDecided ? [...FIELDS] : [...FIELDS, ...UNIT_FIELDS], before, after);
  if (Object.keys(changes).length > 0) entries.push({ action: 'changed', changes });
  return entries;
}
