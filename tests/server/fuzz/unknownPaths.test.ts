import fc from 'fast-check';
import { expect } from 'vitest';
import { encoded, expectHarmless, hostileText, tries } from '../../support/server/hostile.ts';
import { server, testWith } from '../../support/server/payingWorld.ts';
import { UNLIMITED } from '../../support/server/server.ts';

const test = testWith({ ...UNLIMITED, REGISTRATIONS_PER_ADDRESS: '100000' });

test('unknown paths and methods are refused with a message', async () => {
  const method = fc.constantFrom(
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
  );
  const path = fc.oneof(
    fc.constantFrom(
      '/api/%',
      '/api/%2e%2e/%2e%2e/etc/passwd',
      '/api/..%2fusers',
      '/api//users',
      '/api/users/',
      '/api/%00',
    ),
    fc.constantFrom(
      '/api?a[b]=c',
      '/api/users?__proto__[a]=1&constructor=2',
      `/api/${'a'.repeat(5000)}`,
      '/api/users;a=b',
    ),
    fc.constantFrom(
      '/api/docs/..%2f..%2fpackage.json',
      '/api/docs/static/%2e%2e/x',
      '/api/openapi.json/..',
      '/api\\users',
    ),
    hostileText.map((text) => `/api/${encoded(text)}`),
  );
  await fc.assert(
    fc.asyncProperty(method, path, async (verb, url) => {
      const answer = await server.app.inject({ method: verb as 'GET', url });
      const within = new URL(url, 'http://porchlight').pathname.startsWith('/api');
      if (within && verb !== 'HEAD') expectHarmless(answer, { verb, url });
      expect(answer.statusCode).toBeLessThan(500);
    }),
    tries(200),
  );
});
