import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, onTestFinished, vi } from 'vitest';
import { manager, server, test } from '../../support/server/world.ts';

/** More than the buffers of a connection hold, once it is compressed. */
const ROWS = 110;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Asks over a connection of its own, and reads nothing but the head of the answer. */
async function openExport(): Promise<IncomingMessage> {
  const { port } = server.app.server.address() as AddressInfo;
  const asked = get({
    port,
    path: '/api/export',
    agent: false,
    headers: { authorization: `Bearer ${manager}` },
  });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined);
  return answer;
}

const connections = () =>
  new Promise<number>((tell, fail) =>
    server.app.server.getConnections((error, count) => (error ? fail(error) : tell(count))),
  );
const ask = () => server.call('GET', '/export', { as: manager });
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test('exports that nobody reads are ended after a minute, and three are given out at a time', async () => {
  const texts = Array.from({ length: ROWS }, () => randomBytes(60_000).toString('base64'));
  await server.database.sql`
    insert into announcements (user_id, announcement_type, status, announcement)
    select 1, 'General', 'pending', text from unnest(${texts}::text[]) as text`;
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const answers = [await openExport(), await openExport(), await openExport()];
  const cut = answers.map((answer) => new Promise((ended) => answer.once('close', ended)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);

  const refused = await ask();
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    409,
    'Three exports are being downloaded just now. Please try again once one of them is finished, or in a minute.',
  ]);
  await pass(45);
  expect((await ask()).statusCode).toBe(409);
  // One of them goes on, so that it is not ended.
  const [goesOn] = answers as [IncomingMessage];
  const firstPart = once(goesOn, 'data');
  goesOn.resume();
  await firstPart;
  await Promise.race([once(goesOn, 'end'), cut[0]]);
  expect(goesOn.complete).toBe(true);
  // Each look may find that the buffers were filled further meanwhile, until a look finds that they were not.
  await vi.waitFor(
    async () => {
      await pass(60);
      expect(await connections()).toBe(0);
    },
    { timeout: 60_000, interval: 200 },
  );
  // What is in the buffers arrives still, and then the connection ends.
  for (const answer of answers) answer.resume();
  await Promise.all(cut);
  expect(answers.map(({ complete }) => complete)).toEqual([true, false, false]);
  await server.database.sql`delete from announcements`;
  expect((await ask()).statusCode).toBe(200);
});
