import type { Page } from 'playwright';
import { expect } from 'vitest';
import { proxy, signedIn, test } from '../../support/browser/world.ts';

/** A page of a resident whose report waits for a connection, which there is again. */
async function withUnsent(information: string): Promise<Page> {
  const page = await signedIn('resident', '/maintenance');
  proxy.mode = 'cut';
  await page.goto(`${proxy.address}/maintenance?new=1`);
  await page.getByLabel('Issue').fill(information);
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goto('about:blank');
  proxy.mode = 'open';
  return page;
}

test('what is unsent is sent by the service worker, also before the page has registered it again', async () => {
  const page = await withUnsent('The gate does not close.');
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => new Promise(() => undefined);
  });
  await page.goto(`${proxy.address}/outbox`);
  await page.getByText('Everything is sent.').waitFor();
  expect(proxy.count('POST /api/maintenance')).toBe(1);
});

test('what waits for a page that was left, and may be gone back to, is sent', async () => {
  const page = await withUnsent('The bell does not ring.');
  // It holds this lock alone: a page of the app has others, for which the next page asks, so that it leaves the cache.
  proxy.respondWith(/^\/api\/sending$/, { type: 'text/html', body: '<!doctype html><title>Sending</title>' });
  await page.goto(`${proxy.address}/api/sending`);
  await page.evaluate(async () => {
    await new Promise<void>((held) => {
      void navigator.locks.request('porchlight-replay', () => {
        held();
        return new Promise(() => undefined);
      });
    });
    addEventListener('pagehide', ({ persisted }) => sessionStorage.setItem('kept', String(persisted)));
    navigator.serviceWorker.controller?.postMessage({ type: 'replay', eager: true });
  });
  await expect
    .poll(() => page.evaluate(async () => (await navigator.locks.query()).pending?.map(({ name }) => name)))
    .toEqual(['porchlight-replay']);
  await page.goto(`${proxy.address}/outbox`);
  expect(await page.evaluate(() => sessionStorage.getItem('kept'))).toBe('true');
  await page.getByText('Everything is sent.').waitFor({ timeout: 20_000 });
  expect(proxy.count('POST /api/maintenance')).toBe(1);
});
