import type { FastifyInstance } from 'fastify';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { routes } from '../../../contract/routes.ts';
import type { Settings } from '../../../contract/utilities/rates.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { registerRoute } from '../../http/registerRoute.ts';

/** Not the transaction's beginning, since another change may have been waited for. */
const NOW = sqlTag`clock_timestamp()`;

/** The utility rates that were in force at a moment. */
export async function ratesAt(sql: Sql, moment: Part): Promise<Settings> {
  const [rates] = await sql<Settings>`
    select rate_water, rate_electric, rate_gas from utility_rates
    where effective_at <= ${moment} order by effective_at desc, id desc limit 1`;
  return rates ?? { rate_water: 0, rate_electric: 0, rate_gas: 0 };
}

const RATES: (keyof Settings)[] = ['rate_water', 'rate_electric', 'rate_gas'];

/** The rates that were changed from those that were shown. */
function changedRates(shown: Settings, given: Settings): Partial<Settings> {
  return Object.fromEntries(
    RATES.filter((name) => given[name] !== shown[name]).map((name) => [name, given[name]]),
  );
}

/** The routes of the utility rates. A change inserts new rates; earlier readings are priced at the earlier ones. */
export function settings(app: FastifyInstance): void {
  registerRoute(app, routes.readSettings, ({ sql }) => ratesAt(sql, NOW));

  registerRoute(app, routes.updateSettings, async ({ sql, user, body }) => {
    // Locked, so that two managers who change different rates at the same moment keep both.
    await sql`lock table utility_rates in share row exclusive mode`;
    const before = await ratesAt(sql, NOW);
    const { shown, ...given } = body;
    const after = shown ? { ...before, ...changedRates(shown, given) } : given;
    const [rates] = await sql<Settings>`
      insert into utility_rates (rate_water, rate_electric, rate_gas, created_by)
      values (${after.rate_water}, ${after.rate_electric}, ${after.rate_gas}, ${user.id})
      returning rate_water, rate_electric, rate_gas`;
    if (!rates) throw new Error('The new rates were not returned.');
    const changes = changesOf(RATES, before, rates);
    await recordAudit(sql, user.id, [{ subject: 'rates', subject_id: 1, action: 'changed', changes }]);
    return rates;
  });
}
