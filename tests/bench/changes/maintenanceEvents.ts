import { MAX_PAGE } from '../../../contract/http/paging.ts';
import { testServer } from '../../support/server/server.ts';
import { middle, say } from '../figure.ts';

// `npx tsx tests/support/server/databases/withPostgres.ts node --import tsx tests/bench/changes/maintenanceEvents.ts`: how long a page of
// 10,000 requests with 5 events each takes on PostgreSQL, one request's events, and one more event.

const REQUESTS = 10_000;
const EVENTS = 5;
const ROUNDS = 15;

const server = await testServer({ NODE_ENV: 'production' });
const { sql } = server.database;
const as = await server.token('manager');
await sql`
  insert into maintenance_requests (user_id, unit_id, information, created_at, progress)
  select 2, 1, 'The tap in the kitchen drips', now() - make_interval(mins => number),
    '{"seen":true,"assignee":"Ace Plumbing","assignee_id":null,"visit":null,"started":false,"confirmed":false,"reopened":false,"waiting_for":"vendor"}'
  from generate_series(1, ${REQUESTS}) as number`;
await sql`
  insert into maintenance_events (maintenance_request_id, kind, author_id, by_management, acted_at, text)
  select request.id, 'reply', 2, false, request.created_at + make_interval(mins => number), repeat('words ', 20)
  from maintenance_requests as request, generate_series(1, ${EVENTS}) as number`;
await sql`analyze`;
const [first] = await sql<{ id: number }>`select max(id) as id from maintenance_requests`;

/** The middle of several rounds, in milliseconds. */
async function measure(
  what: string,
  call: () => Promise<{ statusCode: number; body: string }>,
): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    const { statusCode, body } = await call();
    if (statusCode >= 300) throw new Error(body);
    times.push(performance.now() - start);
    bytes = body.length;
  }
  say(`${what}: ${middle(times).toFixed(1)} ms, ${(bytes / 1024).toFixed(1)} kB`);
}

await measure(`A page of ${MAX_PAGE} of ${REQUESTS} requests`, () =>
  server.call('GET', `/maintenance?limit=${MAX_PAGE}`, { as }),
);
await measure('The events of one request', () =>
  server.call('GET', `/maintenance/${first!.id}/events`, { as }),
);
await measure('One reply more', () =>
  server.call('POST', `/maintenance/${first!.id}/events`, { as, body: { kind: 'reply', text: 'We come.' } }),
);
await server.close();
