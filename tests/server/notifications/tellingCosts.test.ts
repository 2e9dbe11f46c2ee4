import { expect } from 'vitest';
import { Sql as Part } from 'sql-template-tag';
import type { Sql } from '../../../server/database/database.ts';
import { notify, type NewNotification, type Recipients } from '../../../server/notifications/notify.ts';
import { server, test } from '../../support/server/world.ts';

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** The rows that the scans of a plan read, also those that a filter dropped. */
function rowsRead(plan: Plan): number {
  if (plan.Plans) return plan.Plans.reduce((sum, below) => sum + rowsRead(below), 0);
  return (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
}

test.beforeAll(async () => {
  const { sql } = server.database;
  await sql`
    insert into users (username, email, password_hash, first_name, last_name, unit)
    select 'p' || n, 'p' || n || '@example.com', '', 'First' || n, 'Last' || n, 1 from generate_series(1, 10000) as n`;
  await sql`analyze`;
});

/** How many rows the statements read that tell these people. */
async function costOf(to: Recipients): Promise<number> {
  const event = { kind: 'password_changed', to, data: { by: 'management' } } as NewNotification;
  let rows = 0;
  const explained = (async (strings: TemplateStringsArray, ...values: unknown[]) => {
    const [row] = await server.database.sql<{
      'QUERY PLAN': [{ Plan: Plan }];
    }>`explain (analyze, format json) ${new Part(strings, values)}`;
    rows += rowsRead(row!['QUERY PLAN'][0].Plan);
    return [];
  }) as unknown as Sql;
  await notify(explained, event);
  return rows;
}

test.each([
  ['one person', [2]],
  ['three people', [2, 3, 4]],
  ['managers', 'managers'],
] as const)('telling %s reads nobody else of a large community', async (_, to) => {
  expect(await costOf(to)).toBeLessThan(100);
});

test('everybody is told of what is for everybody', async () => {
  await notify(server.database.sql, {
    kind: 'announcement_published',
    to: 'everyone',
    data: { announcement: 'The water is off.', announcement_type: 'General' },
    about: 'announcement:1',
    except: [1],
  });
  const [told] = await server.database.sql<{ all: boolean; author: number }>`
    select count(*) = (select count(*) - 1 from users where is_current_user) as all,
      count(*) filter (where user_id = 1) as author
    from notifications where event_id = (select max(id) from notification_events)`;
  expect(told).toEqual({ all: true, author: 0 });
});
