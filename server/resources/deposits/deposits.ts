import type { FastifyInstance } from 'fastify';
import type { Deposit, DepositRule } from '../../../contract/deposits/deposit.ts';
import { routes } from '../../../contract/routes.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { tenantSeesLease } from '../../auth/visibleRecords.ts';
import { recordChange } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { addDepositEntry, takeBackDepositEntry } from './addDepositEntry.ts';
import { listDeposits, listOwnRules, readDeposit, readRule } from './depositQueries.ts';
import { removeOwnRule, setOwnRule } from './ownRules.ts';

const auditRule = recordChange<{ id: number; return_days: number; interest: string; percent: number }>(
  'community',
  ['return_days', 'interest', 'percent'],
);

/** The routes by which managers keep deposits, and tenants read theirs. */
export function deposits(app: FastifyInstance): void {
  const { zone, photoUrls } = app.context;
  const today = () => dayIn(zone.current(), new Date());

  /** @throws {ApiError} 404 */
  async function answer(sql: Sql, leaseId: number): Promise<Deposit> {
    const deposit = await readDeposit(sql, leaseId, { today: today(), photoUrls });
    if (!deposit) throw new ApiError(404, 'This lease is not there any more.');
    return deposit;
  }

  registerRoute(app, routes.listDeposits, ({ sql }) => listDeposits(sql));

  registerRoute(app, routes.readDepositRule, ({ sql }) => readRule(sql));

  registerRoute(app, routes.setDepositRule, async ({ sql, user, body }) => {
    await sql`lock table deposit_rule in share row exclusive mode`;
    const before = await readRule(sql);
    const after = withoutIdlePercent(body);
    await sql`
      insert into deposit_rule (return_days, interest, percent)
      values (${after.return_days}, ${after.interest}, ${after.percent})
      on conflict (one_row) do update
        set return_days = excluded.return_days, interest = excluded.interest, percent = excluded.percent`;
    await auditRule(sql, user.id, { before: { id: 1, ...before }, after: { id: 1, ...after } });
    return after;
  });

  registerRoute(app, routes.listDepositRules, ({ sql }) => listOwnRules(sql));

  registerRoute(app, routes.setPropertyDepositRule, async ({ sql, user, params, body }) => {
    const rule = withoutIdlePercent(body);
    await setOwnRule(sql, user.id, { property_id: params.id, rule });
    return { property_id: params.id, rule };
  });

  registerRoute(app, routes.removePropertyDepositRule, async ({ sql, user, params }) => {
    await removeOwnRule(sql, user.id, params.id);
    return { message: 'This property keeps deposits as the community does.' };
  });

  registerRoute(app, routes.readDeposit, async ({ sql, user, params }) => {
    if (!user.is_manager) {
      const [own] = await sql`select 1 from leases where id = ${params.id} and ${tenantSeesLease(user)}`;
      if (!own) throw new ApiError(404, 'This lease is not there any more.');
    }
    return answer(sql, params.id);
  });

  registerRoute(app, routes.addDepositEntry, async ({ sql, user, params, body }) => {
    await addDepositEntry(sql, { author: user.id, today: today() }, { lease: params.id, entry: body });
    return answer(sql, params.id);
  });

  registerRoute(app, routes.takeBackDepositEntry, async ({ sql, user, params, body }) => {
    const taken = { lease: params.id, entry: params.entry, reason: body.reason };
    await takeBackDepositEntry(sql, { author: user.id, today: today() }, taken);
    return answer(sql, params.id);
  });
}

/** A rule without interest has no percent. */
function withoutIdlePercent(rule: DepositRule): DepositRule {
  return { ...rule, percent: rule.interest === 'none' ? 0 : rule.percent };
}
