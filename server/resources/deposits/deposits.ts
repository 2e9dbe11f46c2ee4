import type { FastifyInstance } from 'fastify';
import type { Deposit } from '../../../contract/deposits/deposit.ts';
import { routes } from '../../../contract/routes.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { tenantSeesLease } from '../../auth/visibleRecords.ts';
import { recordChange } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { addDepositEntry, takeBackDepositEntry } from './addDepositEntry.ts';
import { listDeposits, readDeposit, readRule } from './depositQueries.ts';

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
    const after = { ...body, percent: body.interest === 'none' ? 0 : body.percent };
    await sql`
      insert into deposit_rule (return_days, interest, percent)
      values (${after.return_days}, ${after.interest}, ${after.percent})
      on conflict (one_row) do update
        set return_days = excluded.return_days, interest = excluded.interest, percent = excluded.percent`;
    await auditRule(sql, user.id, { before: { id: 1, ...before }, after: { id: 1, ...after } });
    return after;
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
