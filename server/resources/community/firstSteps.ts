import type { FastifyInstance } from 'fastify';
import { FIRST_STEPS, type FirstStep } from '../../../contract/community/firstSteps.ts';
import { routes } from '../../../contract/routes.ts';
import { modeOf } from '../../configuration/environment.ts';
import type { Sql } from '../../database/database.ts';
import { registerRoute } from '../../http/registerRoute.ts';

/** The routes of what is left to do in a community's first week. */
export function firstSteps(app: FastifyInstance): void {
  const { mail, stripe } = app.context.configuration;

  async function answer(sql: Sql) {
    const [read] = await sql<{ hidden: boolean; done: Record<FirstStep, boolean> }>`
      select exists (select from community where first_steps_hidden_at is not null) as hidden, json_build_object(
        'properties', exists (select from properties),
        'units', exists (select from units),
        'people', exists (select from users where not is_manager and unit is not null),
        'leases', exists (select from leases),
        'rates', exists (select from utility_rates) or exists (select from utility_tariffs),
        -- By test keys nobody is charged.
        'payments', ${modeOf(stripe?.secretKey) === 'live'}::boolean,
        'mail', ${mail !== undefined}::boolean,
        -- Or somebody has joined.
        'invitations', exists (select from users where not is_manager and (invited_at is not null or (has_password and unit is not null)))
      ) as done`;
    if (!read) throw new Error('The steps were not returned.');
    return { steps: FIRST_STEPS.map((step) => ({ step, done: read.done[step] })), hidden: read.hidden };
  }

  registerRoute(app, routes.readFirstSteps, ({ sql }) => answer(sql));

  registerRoute(app, routes.hideFirstSteps, async ({ sql, body }) => {
    await sql`
      insert into community (first_steps_hidden_at) values (case when ${body.hidden}::boolean then now() end)
      on conflict (id) do update set first_steps_hidden_at = excluded.first_steps_hidden_at`;
    return answer(sql);
  });
}
