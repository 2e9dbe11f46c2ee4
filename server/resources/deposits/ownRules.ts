import type { DepositRule, PropertyDepositRule } from '../../../contract/deposits/deposit.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import { violates, type Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';

const GONE = 'This property is not there any more.';
const FIELDS = ['deposit_return_days', 'deposit_interest', 'deposit_percent'] as const;

/** Says how a property keeps deposits. @throws {ApiError} 404 for a property that is not there */
export async function setOwnRule(
  sql: Sql,
  author: number,
  { property_id, rule }: PropertyDepositRule,
): Promise<void> {
  const before = await lockOwnRule(sql, property_id);
  await sql`
    insert into property_deposit_rules (property_id, return_days, interest, percent)
    values (${property_id}, ${rule.return_days}, ${rule.interest}, ${rule.percent})
    on conflict (property_id) do update
      set return_days = excluded.return_days, interest = excluded.interest, percent = excluded.percent`.catch(
    (error: unknown) => {
      if (violates(error, 'property_deposit_rules_property_id_fkey')) {
        throw new ApiError(404, GONE);
      }
      throw error;
    },
  );
  await audit(sql, author, { property_id, before, after: rule });
}

/** Lets a property keep deposits as the community does, also where it does. @throws {ApiError} 404 for one that is not there */
export async function removeOwnRule(sql: Sql, author: number, property_id: number): Promise<void> {
  const [property] = await sql`select 1 from properties where id = ${property_id}`;
  if (!property) throw new ApiError(404, GONE);
  const before = await lockOwnRule(sql, property_id);
  await sql`delete from property_deposit_rules where property_id = ${property_id}`;
  await audit(sql, author, { property_id, before, after: undefined });
}

async function lockOwnRule(sql: Sql, property_id: number): Promise<DepositRule | undefined> {
  const [rule] = await sql<DepositRule>`
    select return_days, interest, percent from property_deposit_rules where property_id = ${property_id} for update`;
  return rule;
}

interface Changed {
  property_id: number;
  before: DepositRule | undefined;
  after: DepositRule | undefined;
}

/** Recorded as a change of the property, with the fields of its rule. */
async function audit(sql: Sql, author: number, { property_id, before, after }: Changed): Promise<void> {
  const changes = changesOf([...FIELDS], before && recorded(before), after && recorded(after));
  if (Object.keys(changes).length === 0) return;
  await recordAudit(sql, author, [
    { subject: 'property', subject_id: property_id, action: 'changed', changes },
  ]);
}

/** A property has percents of other rules too. */
function recorded({ return_days, interest, percent }: DepositRule): Record<(typeof FIELDS)[number], unknown> {
  return { deposit_return_days: return_days, deposit_interest: interest, deposit_percent: percent };
}
