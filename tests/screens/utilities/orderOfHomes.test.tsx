import { screen, waitFor, within } from '@testing-library/react';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import { beforeEach, expect } from 'vitest';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';
import { addNoor, clearBills, open, ROBIN, NOOR } from '../../support/screens/utilities/readings.ts';

test.beforeAll(addNoor);
beforeEach(clearBills);

const rows = () =>
  screen.getAllByRole('group', { name: /^Unit/ }).map((row) => row.getAttribute('aria-label'));

test('the walking order of a property is set by hand from the keyboard, stays so, and tells who changed it', async () => {
  const app = await open();
  await screen.findByRole('group', { name: ROBIN });
  expect(rows()).toEqual(['Unit 2B, Maple Court', ROBIN, NOOR, 'Unit 101, Harbor House']);
  await app.user.click(screen.getByRole('button', { name: 'Walking order of Maple Court' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Walking order, Maple Court' }));
  const up = dialog.getByRole('button', { name: 'Move up Unit 102' });
  up.focus();
  await app.user.keyboard('{Enter}');
  // The focus goes with the home, so that it is moved on by the same key.
  expect(dialog.getByRole('button', { name: 'Move up Unit 102' })).toHaveFocus();
  await app.user.keyboard('{Enter}');
  expect(dialog.getByRole('button', { name: 'Move down Unit 102' })).toHaveFocus();
  await app.user.click(dialog.getByRole('button', { name: 'Save Order' }));
  await waitFor(() =>
    expect(rows()).toEqual([NOOR, 'Unit 2B, Maple Court', ROBIN, 'Unit 101, Harbor House']),
  );
  await waitFor(async () =>
    expect(await server.database.sql`select unit_id from walking_order`).toHaveLength(3),
  );
  app.close();
  const again = await open();
  await waitFor(() => expect(rows()[0]).toBe(NOOR));
  again.close();
  const audit = await server.call('GET', '/audit?subject=property&id=1', { as: manager });
  expect(audit.json<AuditEntry[]>()[0]).toMatchObject({
    action: 'changed',
    changes: { walking_order: { before: null, after: '102, 2B, 101' } },
  });
});
