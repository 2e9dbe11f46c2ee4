import type { FastifyInstance } from 'fastify';
import { routes } from '../../../contract/routes.ts';
import { MOST_TARIFFS, type Tariff } from '../../../contract/utilities/tariffs.ts';
import { tariffText } from '../../../contract/utilities/tariffText.ts';
import { mediumDayText } from '../../../contract/values/calendar.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';

/** All tariffs, the latest first. */
export function readTariffs(sql: Sql): Promise<Tariff[]> {
  return sql<Tariff>`
    select id, kind, property_id, valid_from::text as valid_from, fixed_fee, tiers, minimum, tax_percent
    from utility_tariffs order by valid_from desc, id desc`;
}

/** The routes of the tariffs, which price usage otherwise than the flat rates. */
export function tariffs(app: FastifyInstance): void {
  registerRoute(app, routes.listTariffs, ({ sql }) => readTariffs(sql));

  registerRoute(app, routes.setTariff, async ({ sql, user, body }) => {
    const { property_id = null, kind, valid_from, fixed_fee, tiers, minimum, tax_percent } = body;
    if (property_id !== null) {
      const [property] = await sql`select from properties where id = ${property_id} for key share`;
      if (!property) throw fieldError(400, 'property_id', 'This property is not there any more.');
    }
    // Locked, so that two managers who set the tariff of a day at the same moment have one of them recorded as a change.
    await sql`lock table utility_tariffs in share row exclusive mode`;
    const all = await readTariffs(sql);
    const before = all.find(
      (each) => each.kind === kind && each.property_id === property_id && each.valid_from === valid_from,
    );
    if (!before && all.length >= MOST_TARIFFS) {
      throw new ApiError(409, `There are ${MOST_TARIFFS} tariffs. Please remove one that is not needed.`);
    }
    const [after] = await sql<Tariff>`
      insert into utility_tariffs (kind, property_id, valid_from, fixed_fee, tiers, minimum, tax_percent, created_by)
      values (${kind}, ${property_id}, ${valid_from}, ${fixed_fee}, ${tiers}::jsonb, ${minimum}, ${tax_percent},
        ${user.id})
      on conflict (kind, coalesce(property_id, 0), valid_from) do update set fixed_fee = excluded.fixed_fee,
        tiers = excluded.tiers, minimum = excluded.minimum, tax_percent = excluded.tax_percent
      returning id, kind, property_id, valid_from::text as valid_from, fixed_fee, tiers, minimum, tax_percent`;
    if (!after) throw new Error('The new tariff was not returned.');
    await audit(sql, user.id, { before, after });
    return after;
  });

  registerRoute(app, routes.removeTariff, async ({ sql, user, params }) => {
    const [before] = await sql<Tariff>`
      delete from utility_tariffs where id = ${params.id}
      returning id, kind, property_id, valid_from::text as valid_from, fixed_fee, tiers, minimum, tax_percent`;
    if (!before) throw new ApiError(404, 'This tariff is not there any more.');
    await audit(sql, user.id, { before });
    return { message: 'The tariff was removed.' };
  });
}

/** Records a change with the rates, where managers look for what prices were. */
async function audit(
  sql: Sql,
  author: number,
  { before, after }: { before?: Tariff | undefined; after?: Tariff },
): Promise<void> {
  const tariff = after ?? before;
  if (!tariff) return;
  const [property] = await sql<{ name: string }>`
    select property_name as name from property_labels where id = ${tariff.property_id}`;
  const told = (each: Tariff | undefined) =>
    each &&
    `${property ? `${property.name}, ` : ''}from ${mediumDayText(each.valid_from)}: ${tariffText(each.kind, each)}`;
  const field = `tariff_${tariff.kind}`;
  const changes = changesOf([field], before && { [field]: told(before) }, after && { [field]: told(after) });
  await recordAudit(sql, author, [{ subject: 'rates', subject_id: 1, action: 'changed', changes }]);
}
