import type { TestServer } from '../../support/server/server.ts';
import type { Actor } from './actor.ts';
import { textPrefix, latestVersion, type Report } from '../expected.ts';
import type { EnvironmentEvent } from '../schedule.ts';
import { editable, pick } from './performAction.ts';

/** Someone changes a report on another device. */
export async function changeElsewhere(
  { which, is }: Extract<EnvironmentEvent, { type: 'elsewhere' }>,
  {
    server,
    tag,
    actor,
    asManager,
  }: { server: TestServer; tag: string; actor: Actor; asManager: () => Promise<string> },
): Promise<void> {
  const report = pick(editable(actor), which);
  const id = report && (await idOf(report, server, tag));
  const before = report && latestVersion(report);
  if (!id || !before) return;
  const as = await asManager();
  const text = `${textPrefix(tag, report)}elsewhere`;
  const path = `/maintenance/${id}`;
  const { statusCode } = await (is === 'edited'
    ? server.call('PUT', path, { as, body: { information: text } })
    : is === 'completed'
      ? server.call('PUT', `${path}/completion`, { as, body: { completed: true } })
      : server.call('DELETE', path, { as }));
  if (statusCode !== 200 || is === 'completed') return;
  report.accepted.unshift(is === 'edited' ? { ...before, text } : 'absent');
}

/** The id that the server gave a report. */
export async function idOf(report: Report, server: TestServer, tag: string): Promise<number | undefined> {
  const [row] = await server.database.sql<{ id: number }>`
    select id from maintenance_requests
    where user_id = ${report.author.id} and information like ${`${textPrefix(tag, report)}%`}`;
  return row?.id;
}
