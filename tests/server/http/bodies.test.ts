import { expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Route } from '../../../contract/http/route.ts';
import { routes } from '../../../contract/routes.ts';
import { neighbourhood } from '../../support/server/callers.ts';
import { bodies, pathOf } from '../../support/server/goodRequests.ts';
import { server, testWith } from '../../support/server/payingWorld.ts';

const test = testWith({ REGISTRATIONS_PER_ADDRESS: '1000' });

const changes = Object.values<Route>(routes)
  // Mail programs post a form to `unsubscribe`, of which nothing is read.
  .filter((route) => route.method !== 'GET' && route !== routes.unsubscribe)
  .map((route) => [`${route.method} ${route.path}`, route] as const);

/** No object; a list is what one call takes. */
const wrong = (route: Route): [string, string][] => [
  ['null', 'null'],
  route === routes.createUtilityBills ? ['an object', '{}'] : ['a list', '[]'],
  ['a text', '"text"'],
  ['a number', '5'],
  ['true', 'true'],
];

test.each(changes)(
  '%s refuses a body that is no object with 400, and changes nothing',
  async (call, route) => {
    const { manager, mine } = await neighbourhood(server);
    for (const [what, payload] of wrong(route)) {
      const answer = await server.app.inject({
        method: route.method,
        url: `/api${pathOf(route.path, mine)}`,
        headers: { authorization: `Bearer ${manager.token}`, 'content-type': 'application/json' },
        payload,
      });
      expect([call, what, answer.statusCode]).toEqual([call, what, 400]);
      expect(answer.json<Failure>().message, what).not.toBe('');
    }
    // The session is still there.
    expect((await server.call('GET', '/properties', { as: manager.token })).statusCode).toBe(200);
  },
);

test('the requests that these tests change are such as the contract allows', async () => {
  const { mine } = await neighbourhood(server);
  for (const [call, { body }] of changes) {
    const given = bodies[call]?.(mine);
    if (given && body) expect([call, body.safeParse(given).error?.issues]).toEqual([call, undefined]);
  }
});
