import { readdir, readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, onTestFinished } from 'vitest';
import { installed, signIn } from '../support/browser/phone.ts';
import { FaultProxy } from '../support/browser/faultProxy.ts';
import { phone, product, proxy, signedIn, test } from '../support/browser/world.ts';

interface ManifestImage {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
  form_factor?: string;
}

interface Manifest {
  id: string;
  start_url: string;
  display: string;
  icons: ManifestImage[];
  screenshots: ManifestImage[];
  launch_handler: { client_mode: string[] };
  shortcuts: { name: string; url: string; icons: ManifestImage[] }[];
}

const MANIFEST = fileURLToPath(new URL('../../manifest.webmanifest', import.meta.url));

async function servedManifest(): Promise<Manifest> {
  const response = await fetch(`${product.address}/manifest.webmanifest`);
  return (await response.json()) as Manifest;
}

test('without a name of the community the manifest at the top of the project is served as it is, at the address that installed apps know', async () => {
  const response = await fetch(`${product.address}/manifest.webmanifest`);
  expect(response.headers.get('content-type')).toBe('application/manifest+json');
  expect(await response.text()).toBe(await readFile(MANIFEST, 'utf8'));
});

test('an installation fetches the screens behind the sign-in as two files, one of them for management alone', async () => {
  const assets = await readdir('dist/app/assets');
  const scripts = assets.filter((file) => file.endsWith('.js') && !file.startsWith('tasks-'));
  expect(scripts.filter((file) => /^(resident|management)Screens-/.test(file))).toHaveLength(2);
  // Fetched side by side, see decision 177, so that one more costs no round trip of its own. One is the worker in which Find looks.
  expect(scripts.length).toBeLessThanOrEqual(45);
});

test('the service worker answers the app with a small script, and keeps the one of its tasks without precaching it', async () => {
  const { size } = await stat('dist/app/sw.js');
  // 19 kB, all but the list of files Workbox's; the tasks have 246 kB. See decision 135.
  expect(size).toBeLessThan(25_000);
  const tasks = (await readdir('dist/app/assets')).filter((file) => /^tasks-.*\.js$/.test(file));
  expect(tasks).toHaveLength(1);
  // By its one `importScripts`.
  expect((await readFile('dist/app/sw.js', 'utf8')).split(`assets/${tasks[0]!}`)).toHaveLength(2);
});

test('Chromium finds nothing against installing Porchlight', async () => {
  const page = phone.context.pages()[0]!;
  await page.goto(product.address);
  await installed(page);
  const devtools = await phone.context.newCDPSession(page);
  const { url, errors, manifest } = await devtools.send('Page.getAppManifest');
  expect(url).toBe(`${product.address}/manifest.webmanifest`);
  expect(errors).toEqual([]);
  expect(manifest.name).toBe('Porchlight');
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  const { appId } = await devtools.send('Page.getAppId');
  expect(appId).toBe(`${product.address}/`);
});

test('every picture that the manifest names is served, in the type and size it states', async () => {
  const { icons, screenshots, shortcuts } = await servedManifest();
  const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)];
  expect(pictures.length).toBeGreaterThanOrEqual(7);
  for (const { src, sizes, type } of pictures) {
    const answer = await fetch(product.address + src);
    expect([src, answer.status, answer.headers.get('content-type')]).toEqual([src, 200, type]);
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([src, `${String(width)}x${String(height)}`]).toEqual([src, sizes]);
  }
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable');
  expect(screenshots.map(({ form_factor }) => form_factor).sort()).toEqual(['narrow', 'wide']);
});

test('the shortcuts are what people come for, and one window is kept', async () => {
  const { shortcuts, launch_handler } = await servedManifest();
  expect(shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Report a problem', '/maintenance?new=1'],
    ['Pay', '/payments'],
    ['Readings', '/admin/utilities'],
    ['Unsent', '/outbox'],
  ]);
  expect(launch_handler.client_mode[0]).toBe('navigate-existing');
});

test('the shortcut "Report a problem" opens a new request', async () => {
  const { shortcuts } = await servedManifest();
  const shortcut = shortcuts.find(({ name }) => name === 'Report a problem');
  const page = phone.context.pages()[0]!;
  await signIn(page, product.address, 'resident');
  await page.goto(product.address + (shortcut?.url ?? '/none'));
  await page.getByRole('dialog', { name: 'New Request' }).getByLabel('Issue').waitFor();
});

test('a browser that has the service worker already installs the app under the community’s name, as the same app', async () => {
  const page = phone.context.pages()[0]!;
  const login = await fetch(`${product.address}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'manager', password: 'porchlight' }),
  });
  const { token } = (await login.json()) as { token: string };
  const renamed = await fetch(`${product.address}/api/community`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: 'Linden “Grove”' }),
  });
  expect(renamed.status).toBe(200);
  await page.goto(product.address);
  const devtools = await phone.context.newCDPSession(page);
  const { errors, manifest } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(manifest.name).toBe('Linden “Grove”');
  expect((await devtools.send('Page.getAppId')).appId).toBe(`${product.address}/`);
  expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
});

test('a page that is on its way while the service worker becomes active is controlled by it too', async () => {
  const network = await FaultProxy.inFrontOf(product);
  onTestFinished(() => network.close());
  const first = await phone.another();
  const precached = network.hold(/^\/index\.html$/);
  await first.goto(`${network.address}/login`);
  await precached.asked;
  const nextPage = network.hold(/^\/register$/);
  const second = await first.context().newPage();
  const arrived = second.goto(`${network.address}/register`);
  await nextPage.asked;
  precached.release();
  await installed(first);
  nextPage.release();
  await arrived;
  await installed(second);
});

test('the browser answers files with a digest in their name from the cache, without asking the service worker, also offline', async () => {
  const page = await signedIn('resident', '/maintenance');
  proxy.mode = 'cut';
  await page.goto(`${proxy.address}/maintenance`);
  await page.getByRole('button', { name: 'New Request' }).waitFor();
  const sources = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/assets/'))
      .map(
        (entry) =>
          (entry as PerformanceResourceTiming & { workerFinalSourceType: string }).workerFinalSourceType,
      ),
  );
  expect(sources.length).toBeGreaterThan(3);
  expect(new Set(sources)).toEqual(new Set(['cache']));
});
