import type { FastifyInstance } from 'fastify';
import type { LateFeeRule, NewLateFeeRule } from '../../../contract/leases/lateFee.ts';
import { routes } from '../../../contract/routes.ts';
import { dayIn, LAST_ZONE } from '../../../contract/values/timeZone.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import { violates, type Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { findLease, lockLease, ruleColumns } from './leaseQueries.ts';

type PropertyRule = LateFeeRule & { property_id: number };

/** The routes by which managers say what late rent costs. */
export function lateFees(app: FastifyInstance): void {
  registerRoute(
    app,
    routes.listLateFees,
    ({ sql }) => sql<PropertyRule>`
      select property_id, ${ruleColumns} from late_fee_rules as rule where property_id is not null
      order by property_id, from_day desc, id desc`,
  );

  registerRoute(app, routes.setPropertyLateFee, async ({ sql, user, params, body }) => {
    if (body.kind === 'property') {
      throw fieldError(400, 'kind', 'Please choose how the late fee is charged.');
    }
    const rule = await insertRule(sql, user.id, { property_id: params.id, lease_id: null }, body);
    return { ...rule, property_id: params.id };
  });

  registerRoute(app, routes.setLeaseLateFee, async ({ sql, user, params, body }) => {
    const { id } = await lockLease(sql, params.id);
    await insertRule(sql, user.id, { property_id: null, lease_id: id }, body);
    return findLease(sql, id);
  });
}

interface RuleOwner {
  property_id: number | null;
  lease_id: number | null;
}

/** @throws {ApiError} 400 for a day that is past, 404 for a property that is not there */
async function insertRule(
  sql: Sql,
  author: number,
  { property_id, lease_id }: RuleOwner,
  body: NewLateFeeRule,
): Promise<LateFeeRule> {
  if (body.from_day < dayIn(LAST_ZONE, new Date())) {
    throw fieldError(400, 'from_day', 'Please choose today or a later day: nothing is charged for the past.');
  }
  const { from_day, kind, grace_days, daily_amount = null } = body;
  const charges = kind === 'flat' || kind === 'percent';
  const amount = kind === 'flat' ? body.amount : null;
  const percent = kind === 'percent' ? body.percent : null;
  const cap = kind === 'percent' ? body.cap : null;
  const daily = charges ? daily_amount : null;
  const [rule] = await sql<LateFeeRule>`
    insert into late_fee_rules as rule
      (property_id, lease_id, from_day, kind, grace_days, amount, percent, cap, daily_amount, daily_cap, created_by)
    values (${property_id}, ${lease_id}, ${from_day}, ${kind}, ${grace_days}, ${amount}, ${percent}, ${cap}, ${daily},
      ${daily === null ? null : body.daily_cap}, ${author})
    returning ${ruleColumns}`.catch((error: unknown) => {
    if (violates(error, 'late_fee_rules_property_id_fkey')) {
      throw new ApiError(404, 'This property is not there any more.');
    }
    throw error;
  });
  if (!rule) throw new Error('The new rule was not returned.');
  const { id: _, ...said } = rule;
  await recordAudit(sql, author, [
    {
      subject: property_id === null ? 'lease' : 'property',
      subject_id: property_id ?? lease_id ?? 0,
      action: 'set the late fee of',
      changes: changesOf(Object.keys(said) as (keyof typeof said)[], undefined, said),
    },
  ]);
  return rule;
}
