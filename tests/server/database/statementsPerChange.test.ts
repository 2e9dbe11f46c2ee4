import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { Sql as Part } from 'sql-template-tag';
import type { Sql } from '../../../server/database/database.ts';
import { manager, resident, server, test } from '../../support/server/world.ts';
import { reportForm } from '../../support/server/server.ts';

/** The statements that the server runs until a call is answered, without the begin and end of transactions. */
async function statementsOf(call: () => Promise<{ statusCode: number; body: string }>): Promise<string[]> {
  const { database } = server;
  const statements: string[] = [];
  const counting =
    (sql: Sql): Sql =>
    (strings, ...values) => {
      statements.push(new Part(strings, values).sql.replace(/\s+/g, ' ').trim());
      return sql(strings, ...values);
    };
  const { sql } = database;
  const transaction = database.transaction.bind(database);
  const spies = [
    vi.spyOn(database, 'sql').mockImplementation(counting(sql)),
    vi
      .spyOn(database, 'transaction')
      .mockImplementation((work) => transaction((inside) => work(counting(inside)))),
  ];
  try {
    const answer = await call();
    expect(answer.statusCode, answer.body).toBe(201);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return statements;
}

const keyed = () => ({ 'idempotency-key': randomUUID() });

test.each([
  [
    'A charge',
    6,
    () =>
      server.call('POST', '/transactions/charge', {
        as: manager,
        headers: keyed(),
        body: { userId: 2, unitId: 1, amount: 12.5, type: 'Late Fee', description: 'Rent was late.' },
      }),
  ],
  [
    'A payment by hand',
    8,
    () =>
      server.call('POST', '/transactions/record-payment', {
        as: manager,
        headers: keyed(),
        body: { userId: 2, unitId: 1, amount: 5, type: 'Check', reference: '1001' },
      }),
  ],
  [
    'A report',
    7,
    () =>
      server.call('POST', '/maintenance', {
        as: resident,
        headers: keyed(),
        form: reportForm({ information: 'The tap drips.' }),
      }),
  ],
])('%s with a key waits for at most %i statements', async (_, most, call) => {
  const statements = await statementsOf(call);
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most);
});
