import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import type { Lease, OwnLease } from '../../../contract/leases/lease.ts';
import { LAST_DAY_CHANGED } from '../../../contract/leases/lastDay.ts';
import { ALL_LEASES } from '../../../contract/audit/audit.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { routes } from '../../../contract/routes.ts';
import { tenantSeesLease } from '../../auth/visibleRecords.ts';
import { recordAudit } from '../../database/auditLog.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerList } from '../../http/lists/registerList.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { changeLease } from './changeLease.ts';
import { insertLeases } from './insertLeases.ts';
import { readHomeAccounts } from '../ledger/home/homeAccounts.ts';
import { readOwnShares } from '../ledger/home/ownShares.ts';
import { refuseLongPast } from './leaseCharges.ts';
import { isPostingPaused, leaseColumns, leaseTables, lockLease, propertyLateFees } from './leaseQueries.ts';
import { createLeasesFromUnits } from './leasesFromUnits.ts';

/** How many of their leases somebody is told. */
const MOST_OWN = 20;

/** The routes of leases, without their charges. */
export function leases(app: FastifyInstance): void {
  const { zone } = app.context;
  const today = () => dayIn(zone.current(), new Date());

  registerList(app, routes.listLeases, () => ({
    query: {
      columns: leaseColumns,
      from: leaseTables,
      where: sqlTag`true`,
      order: {
        keys: [
          { sql: sqlTag`units.property_id`, type: 'id' },
          { sql: sqlTag`unit_order(units.unit_number)`, type: 'number' },
          { sql: sqlTag`units.unit_number`, type: 'text' },
          { sql: sqlTag`leases.unit_id`, type: 'id' },
          { sql: sqlTag`leases.id`, type: 'id' },
        ],
        direction: 'asc',
      },
    },
    changes: { list: 'leases', scopes: ['management'] },
  }));

  registerRoute(app, routes.listMyLeases, async ({ sql, user }) => {
    const leases = await sql<Lease & Pick<OwnLease, 'property_late_fees' | 'deposit_held'>>`
      select ${leaseColumns}, ${propertyLateFees} as property_late_fees,
        (select coalesce(sum(amount), 0) from deposit_entries where lease_id = leases.id) as deposit_held
      from ${leaseTables}
      where ${tenantSeesLease(user)}
      order by leases.starts desc, leases.id desc limit ${MOST_OWN}`;
    const ofOthers = leases.filter(({ tenants }) => tenants[0]?.id !== user.id).map(({ id }) => id);
    const homes = await readHomeAccounts(sql, ofOthers, user.id);
    const shared = leases.filter(({ shares_in }) => shares_in).map(({ id }) => id);
    const shares = await readOwnShares(sql, shared, user.id);
    return leases.map(({ tenants, guarantors: _guarantors, occupants: _occupants, ...lease }) => ({
      ...lease,
      asked: shares.get(lease.id)?.asked ?? null,
      shares: shares.get(lease.id)?.shares ?? null,
      billed: tenants[0]?.id === user.id,
      home: homes.get(lease.id) ?? null,
    }));
  });

  registerRoute(app, routes.createLease, async ({ sql, user, body }) => {
    refuseLongPast(
      zone.current(),
      body.charges.map(({ from_month }, index) => ({ from_month, field: `charges.${index}.from_month` })),
    );
    const [after] = await insertLeases(sql, user.id, [body]);
    if (!after) throw new Error('The new lease was not returned.');
    return after;
  });

  registerRoute(app, routes.createLeasesFromUnits, ({ sql, user, body }) =>
    createLeasesFromUnits(sql, { author: user.id, zone: zone.current() }, body),
  );

  registerRoute(app, routes.updateLease, async ({ sql, user, params, body }) => {
    const before = await lockLease(sql, params.id);
    return changeLease(sql, { author: user.id, today: today(), before }, body);
  });

  registerRoute(app, routes.setLastDay, async ({ sql, user, params, body: { ends, stood } }) => {
    const before = await lockLease(sql, params.id);
    // Set already, by whomever: nobody has to decide.
    if (before.ends === ends) return before;
    if (stood !== undefined && stood !== before.ends) {
      const detail = { ends: before.ends };
      throw new ApiError(409, LAST_DAY_CHANGED, { code: 'last_day_changed', detail });
    }
    return changeLease(sql, { author: user.id, today: today(), before }, { ends });
  });

  registerRoute(app, routes.readLeasePosting, async ({ sql }) => ({ paused: await isPostingPaused(sql) }));

  registerRoute(app, routes.setLeasePosting, async ({ sql, user, body }) => {
    const before = await isPostingPaused(sql);
    await sql`
      insert into lease_posting (paused) values (${body.paused})
      on conflict (one_row) do update set paused = excluded.paused`;
    const action = body.paused ? 'paused posting for' : 'resumed posting for';
    await recordAudit(
      sql,
      user.id,
      before === body.paused ? [] : [{ subject: 'lease', subject_id: ALL_LEASES, action }],
    );
    return body;
  });
}
