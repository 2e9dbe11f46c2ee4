import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { SCAN_PATH } from '../../../contract/http/cameraPage.ts';
import { routes } from '../../../contract/routes.ts';
import { testServer, type TestServer } from '../../support/server/server.ts';
import { server, test } from '../../support/server/world.ts';

test('pages allow only scripts of our own origin, and cannot be framed', async () => {
  const { headers } = await server.app.inject('/');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("object-src 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(headers).not.toHaveProperty('x-powered-by');
  // Only over HTTPS, which is production's.
  expect(headers).not.toHaveProperty('strict-transport-security');
});

test('a JSON answer may load nothing, cannot be framed and is not sniffed for another type', async () => {
  for (const url of ['/api/health', '/api/users', '/api/nowhere', '/api']) {
    const { headers } = await server.app.inject(url);
    expect(headers, url).toMatchObject({
      'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
    });
  }
  const docs = await server.app.inject('/api/docs/');
  expect(docs.headers['content-security-policy']).toContain("default-src 'self'");
  expect(docs.headers['content-security-policy']).not.toContain('unsafe');
  expect(docs.headers).toHaveProperty('permissions-policy');
  // A name that begins like the documentation's is a call's.
  expect((await server.app.inject('/api/docsx')).headers).not.toHaveProperty('permissions-policy');
});

test('pages have no access to camera, microphone and location, and only the card provider may take payments', async () => {
  const rules = async (to: TestServer) => String((await to.app.inject('/')).headers['permissions-policy']);
  expect(await rules(server)).toBe(
    'accelerometer=(), bluetooth=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), ' +
      'magnetometer=(), microphone=(), midi=(), serial=(), usb=(), payment=(self)',
  );
  const paying = await testServer({
    NODE_ENV: 'production',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  });
  expect(await rules(paying)).toContain(
    'payment=(self "https://js.stripe.com" "https://*.js.stripe.com" "https://hooks.stripe.com")',
  );
  const { headers } = await paying.app.inject('/');
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  await paying.close();
});

test('the screen that reads stickers may use the camera, and no other address', async () => {
  const policyAt = async (url: string) =>
    String((await server.app.inject(url)).headers['permissions-policy'] ?? 'none');
  const others = await policyAt('/');
  expect(await policyAt(SCAN_PATH)).toBe(others.replace('camera=()', 'camera=(self)'));
  expect(await policyAt(`${SCAN_PATH}?loaded=1`)).toContain('camera=(self)');
  // The tables themselves need a browser.
  const screens = ['managementScreens', 'residentScreens'].flatMap((table) =>
    Array.from(
      readFileSync(`src/${table}.ts`, 'utf8').matchAll(/^ {2}'(\/[^']*)'/gm),
      ([, path = '']) => path,
    ),
  );
  expect(screens.length).toBeGreaterThan(40);
  expect(screens).toContain(SCAN_PATH);
  const elsewhere = [`${SCAN_PATH}/`, `${SCAN_PATH}ner`, `/x${SCAN_PATH}`, '/index.html', '/login', '/sw.js'];
  for (const url of [...screens.filter((each) => each !== SCAN_PATH), ...elsewhere, `/?x=${SCAN_PATH}`]) {
    expect([url, await policyAt(url)]).toEqual([url, others]);
  }
  for (const { path } of Object.values(routes)) {
    expect([path, await policyAt(`/api${path}`)]).toEqual([path, 'none']);
  }
});

test('other origins get no CORS permission unless they are in CORS_ORIGINS', async () => {
  const ask = (origin: string) => server.call('GET', '/health', { headers: { origin } });
  expect((await ask('https://evil.example')).headers).not.toHaveProperty('access-control-allow-origin');

  const listed = await testServer({ CORS_ORIGINS: 'https://app.example.com, https://b.example.com' });
  const preflight = (origin: string) =>
    listed.call('OPTIONS', '/maintenance', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,idempotency-key,captured-at,x-porchlight',
      },
    });
  expect((await preflight('https://app.example.com')).headers).toMatchObject({
    'access-control-allow-origin': 'https://app.example.com',
    'access-control-allow-headers': 'authorization,idempotency-key,captured-at,x-porchlight',
  });
  for (const origin of ['https://evil.example', 'null', 'https://app.example.com.evil.example']) {
    expect((await preflight(origin)).headers, origin).not.toHaveProperty('access-control-allow-origin');
  }
  const answer = await listed.call('GET', '/health', { headers: { origin: 'https://app.example.com' } });
  for (const exposed of ['X-Porchlight', 'Date', 'Age']) {
    expect(answer.headers['access-control-expose-headers']).toContain(exposed);
  }
  expect(answer.headers['cross-origin-resource-policy']).toBe('same-site');
  await listed.close();
});
