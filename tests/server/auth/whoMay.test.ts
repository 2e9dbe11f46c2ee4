import { describe, expect } from 'vitest';
import { routes } from '../../../contract/routes.ts';
import { worthlessTokens } from '../../support/server/auth/worthlessTokens.ts';
import { neighbourhood } from '../../support/server/callers.ts';
import { NOBODYS } from '../../support/server/ownRecords.ts';
import { server, testWith } from '../../support/server/payingWorld.ts';
import { asked, setRates } from '../../support/server/auth/asked.ts';
import { table } from '../../support/server/auth/whoMay.ts';

const test = testWith({
  METRICS_TOKEN: 'a-token-only-for-tests',
  REGISTRATIONS_PER_ADDRESS: '1000',
});
test.beforeAll(setRates);

test('the table of permissions has every call of the contract, and no other', () => {
  expect(table.map(([call]) => call)).toEqual(
    Object.values(routes).map(({ method, path }) => `${method} ${path}`),
  );
});

describe('permissions', () => {
  let worthless: Record<string, string>;
  test.beforeAll(async () => {
    worthless = await worthlessTokens(server, await neighbourhood(server));
  });

  test.each(table)(
    '%s is answered or refused by who asks, and refuses every worthless token',
    async (call, nobody, own, anothers, notThere, manager) => {
      const { me, mine, theirs } = await neighbourhood(server);
      expect((await asked(call, mine)).status, 'nobody').toBe(nobody);
      for (const [whose, token] of Object.entries(worthless)) {
        expect((await asked(call, mine, token)).status, whose).toBe(nobody);
      }
      if (anothers !== null) {
        const about = await asked(call, theirs, me.token);
        const without = await asked(call, NOBODYS, me.token);
        expect([about.status, without.status], 'another’s, and what is not there').toEqual([
          anothers,
          notThere,
        ]);
        expect(about.told, 'whether it is there').toBe(without.told);
      }
      expect((await asked(call, mine, me.token)).status, 'own').toBe(own);

      const managed = await neighbourhood(server);
      expect((await asked(call, managed.mine, managed.manager.token)).status, 'manager').toBe(manager);
    },
  );
});
