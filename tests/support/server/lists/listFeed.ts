import type { ListChanges } from '../../../../contract/changes/changedRows.ts';
import type { TestServer } from '../server.ts';

/** Asks `GET /changes/rows` what changed in these lists since a cursor. */
export async function askChanges(
  server: TestServer,
  as: string,
  since: Readonly<Record<string, readonly string[]>>,
): Promise<ListChanges> {
  const answer = await server.call(
    'GET',
    `/changes/rows?since=${encodeURIComponent(JSON.stringify(since))}`,
    {
      as,
    },
  );
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json<ListChanges>();
}

/** The cursor from which the changes of a list are told that is read now. */
export async function cursorOf(server: TestServer, as: string, path: string): Promise<string> {
  return String((await server.call('GET', path, { as })).headers['changes-cursor']);
}
