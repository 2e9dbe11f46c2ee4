import sqlTag, { raw, type Sql as Part } from 'sql-template-tag';
import type { KeysChange, Move } from '../../../contract/moves/move.ts';
import { fullNameOf, type User } from '../../../contract/users/user.ts';
import { recordChange } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { notify } from '../../notifications/notify.ts';

interface Recording {
  lease: number;
  unit: number;
  author: User;
  /** When the device recorded it. */
  capturedAt: Part;
}

type Recorded = Pick<Move, 'keys_handed_over_at' | 'keys_returned_at' | 'forwarding_address'> & {
  id: number;
};

const RECORDED = ['keys_handed_over_at', 'keys_returned_at', 'forwarding_address'] as const;
const auditMove = recordChange<Recorded>('lease', [...RECORDED]);

/** Records that keys were handed over or returned, or were not, and tells the tenants. */
export async function setKeys(sql: Sql, recording: Recording, { keys, done }: KeysChange): Promise<void> {
  const field = keys === 'returned' ? 'keys_returned' : 'keys_handed_over';
  const at = done ? recording.capturedAt : sqlTag`null::timestamptz`;
  const changed = await record(sql, recording, {
    column: `${field}_at`,
    value: at,
    setAt: `${field}_set_at`,
  });
  if (!changed) return;
  const { tenants, unit_number } = await concerned(sql, recording);
  await notify(sql, {
    ...{ kind: 'keys_recorded', about: `lease:${recording.lease}`, except: [recording.author.id] },
    ...{ to: tenants, data: { keys, done, unit_number } },
  });
}

/** Records where the statement of a lease's deposit goes; tells its tenants, and management of what a tenant says. */
export async function setForwardingAddress(
  sql: Sql,
  recording: Recording,
  address: string | null,
): Promise<void> {
  const changed = await record(sql, recording, {
    column: 'forwarding_address',
    value: sqlTag`${address}::text`,
    setAt: 'forwarding_address_set_at',
  });
  if (!changed) return;
  const { author, lease } = recording;
  const { tenants, unit_number } = await concerned(sql, recording);
  const data = { name: fullNameOf(author), unit_number, address };
  const except = [author.id];
  await notify(sql, {
    ...{ kind: 'forwarding_address_set', about: `lease:${lease}`, except },
    ...{ to: tenants, data },
  });
  if (author.is_manager) return;
  await notify(sql, {
    ...{ kind: 'forwarding_address_given', to: 'managers', except },
    data: { ...data, lease_id: lease },
  });
}

interface Value {
  column: (typeof RECORDED)[number];
  value: Part;
  /** The column that says when a device recorded it. */
  setAt: string;
}

/**
 * Records one value, unless one that a device recorded later stands already, and audits it.
 * @returns whether it says something else than before: done or not of keys, another address
 */
async function record(sql: Sql, { lease, author, capturedAt }: Recording, value: Value): Promise<boolean> {
  const [column, setAt] = [raw(value.column), raw(value.setAt)];
  await sql`insert into lease_moves (lease_id) values (${lease}) on conflict (lease_id) do nothing`;
  const recorded = sqlTag`lease_id as id, ${isoTimestamp(sqlTag`keys_handed_over_at`)} as keys_handed_over_at,
    ${isoTimestamp(sqlTag`keys_returned_at`)} as keys_returned_at, forwarding_address`;
  const [before] = await sql<Recorded>`
    select ${recorded} from lease_moves where lease_id = ${lease} for update`;
  const [after] = await sql<Recorded>`
    update lease_moves set ${column} = ${value.value}, ${setAt} = ${capturedAt}
    where lease_id = ${lease} and coalesce(${setAt}, '-infinity') <= ${capturedAt} returning ${recorded}`;
  if (!before || !after) return false;
  await auditMove(sql, author.id, { before, after });
  const [was, is] = [before[value.column], after[value.column]];
  return value.column === 'forwarding_address' ? was !== is : (was === null) !== (is === null);
}

async function concerned(
  sql: Sql,
  { lease, unit }: Recording,
): Promise<{ tenants: number[]; unit_number: string }> {
  const [found] = await sql<{ tenants: number[]; unit_number: string }>`
    select unit_number, array(select user_id from lease_tenants where lease_id = ${lease} order by position) as tenants
    from units where id = ${unit}`;
  if (!found) throw new Error(`The unit ${unit} of the lease ${lease} is not there.`);
  return found;
}
