import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { expect, vi } from 'vitest';
import { manager, resident, server, test } from '../../support/server/world.ts';

/** How many statements with values a change runs, without its transaction's begin and commit. */
async function statementsOf(path: string, as: string, body: object): Promise<number> {
  const embedded = vi.spyOn(PGlite.prototype, 'query');
  const onServer = vi.spyOn(pg.Client.prototype, 'query');
  const answer = await server.call('POST', path, {
    as,
    body,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  const count =
    embedded.mock.calls.length +
    onServer.mock.calls.filter(([query]) => typeof (query as unknown) === 'object').length;
  embedded.mockRestore();
  onServer.mockRestore();
  expect(answer.statusCode).toBe(201);
  return count;
}

const charge = { userId: 2, unitId: 1, amount: 10, type: 'Late Fee', description: 'Late' };
const payment = { userId: 2, unitId: 1, amount: 10, type: 'Check' };

// Each statement costs as much as all else that a change is: what one more is for should be worth that.
test.each([
  ['a charge', '/transactions/charge', () => manager, charge, 6],
  ['a payment that management took', '/transactions/record-payment', () => manager, payment, 8],
  ['a report', '/maintenance', () => resident, { information: 'The tap drips.' }, 7],
  ['a suggestion', '/announcements/submit', () => resident, { announcement: 'A party.' }, 8],
])('%s under a key takes as few statements as its promises need', async (_, path, as, body, most) => {
  expect(await statementsOf(path, as(), body)).toBeLessThanOrEqual(most);
});
