import { expect, vi } from 'vitest';
import { net, test } from '../support/offline/world.ts';

const HOUR = 60 * 60_000;

/** A page or the service worker that starts; it has its own modules, and the device's database. */
async function start() {
  vi.resetModules();
  const [{ keepTime }, { ping }, { clockOffset, nowMs }, { withDatabase }, { openEvents }, { routes }] =
    await Promise.all([
      import('../../src/offline/engine/storedTime.ts'),
      import('../../src/api/call.ts'),
      import('../../src/browser/clock.ts'),
      import('../../src/offline/engine/database.ts'),
      import('../../src/api/openEvents.ts'),
      import('../../contract/routes.ts'),
    ]);
  return { keepTime, ping, clockOffset, nowMs, withDatabase, openEvents, routes };
}

/** Has each answer say a time that is an hour ahead of this device. */
function hourAhead(): void {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    const answer = await fetch(...given);
    const headers = new Headers(answer.headers);
    headers.set('Date', new Date(Date.now() + HOUR).toUTCString());
    return new Response(answer.body, { status: answer.status, headers });
  });
}
const hours = (offset: number | undefined) => Math.round((offset ?? 0) / HOUR);

test('what an answer told of the clock outlasts a start, in a page and in the service worker alike', async () => {
  hourAhead();
  const worker = await start();
  await worker.keepTime();
  await worker.ping();
  expect(hours(worker.clockOffset())).toBe(1);
  await vi.waitFor(async () =>
    expect(await worker.withDatabase((db) => db.device.get('time'))).toBeDefined(),
  );
  net.offline = true;
  const page = await start();
  expect(page.clockOffset()).toBeUndefined();
  await page.keepTime();
  expect(hours(page.clockOffset())).toBe(1);
  expect(hours(page.nowMs() - Date.now())).toBe(1);
});

test('a page of a captive portal and an answer that is not Porchlight’s tell no time', async () => {
  hourAhead();
  net.always = 'portal page';
  const page = await start();
  await expect(page.ping()).rejects.toThrow();
  net.always = 'portal json';
  await expect(page.ping()).rejects.toThrow();
  expect(page.clockOffset()).toBeUndefined();
});

test('an answer that refuses, one that nothing changed, and a stream tell the time as well', async () => {
  hourAhead();
  const refused = await start();
  net.fail(/health/, { status: 500 });
  await expect(refused.ping()).rejects.toThrow('Answered 500.');
  expect(hours(refused.clockOffset())).toBe(1);

  const streamed = await start();
  net.streams = true;
  const { signal } = new AbortController();
  const opened = streamed.openEvents(
    streamed.routes.followChanges,
    { query: { away: '1' } },
    { token: 'none', signal },
  );
  await expect(opened).rejects.toThrow();
  expect(hours(streamed.clockOffset())).toBe(1);
});
