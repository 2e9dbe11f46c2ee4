import { randomUUID } from 'node:crypto';
import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { leaseOf, save, SIGNED, walk } from '../../support/server/leases/inspections.ts';
import { manager, server } from '../../support/server/world.ts';

/** Robin has moved out: a damaged door, a fee of $60.00 for it, $500.00 held. */
async function movedOut(): Promise<number> {
  const { sql } = server.database;
  const lease = await leaseOf(2);
  await server.call('POST', `/leases/${lease}/deposit`, {
    as: manager,
    body: { kind: 'Received', amount: 500 },
  });
  await sql`update leases set ends = '2026-03-31' where id = ${lease}`;
  await sql`
    insert into transactions (user_id, unit_id, lease_id, amount, type, description, effective_on, created_by)
    values (2, 1, ${lease}, 60, 'Damage Fee', 'A new door', '2026-04-02', 1)`;
  const found = walk({
    ...{ lease_id: lease, kind: 'Move-out' as const, day: '2026-03-31' },
    rooms: [
      {
        name: 'Kitchen',
        items: [
          { name: 'Door', condition: 'Damaged', remark: 'Cracked from top to bottom' },
          { name: 'Floor', condition: 'Good', remark: null },
        ],
      },
    ],
  });
  await save(randomUUID(), { ...found, ...SIGNED });
  return lease;
}

const statement = async () =>
  within(await screen.findByRole('article', { name: 'Statement of the deposit' }));

test('who moved out and management read one final statement: inspection, charges, deposit, what is left and where it goes', async () => {
  const lease = await movedOut();
  for (const [as, at] of [
    ['manager', `/admin/deposits/${lease}`],
    ['resident', '/payments/deposit'],
  ] as const) {
    const app = await openApp(server, { at, as });
    const sheet = await statement();
    expect(await sheet.findByText('Final statement')).toBeVisible();
    expect(await sheet.findByText('Kitchen, Door')).toHaveTextContent('Cracked from top to bottom');
    expect(sheet.queryByText('Kitchen, Floor')).toBeNull();
    expect(sheet.getByText('A new door')).toHaveTextContent('unpaid: $60.00');
    expect(sheet.getByText('Received by check')).toBeVisible();
    expect(sheet.getByText('Left to return').parentElement).toHaveTextContent('$440.00');
    expect(sheet.getByText('No forwarding address was given.')).toBeVisible();
    app.close();
  }
});

test('a statement of a lease without a last day says nothing of moving out', async () => {
  const lease = await leaseOf(2);
  await server.call('POST', `/leases/${lease}/deposit`, {
    as: manager,
    body: { kind: 'Received', amount: 500 },
  });
  await openApp(server, { at: `/admin/deposits/${lease}`, as: 'manager' });
  const sheet = await statement();
  expect(await sheet.findByText('Received by check')).toBeVisible();
  expect(sheet.queryByText('Sent to')).toBeNull();
  expect(sheet.queryByText('Final statement')).toBeNull();
});
