import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { recordAudit } from '../../../server/database/auditLog.ts';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

const asked = (paths: { path: string }[]) => paths.filter(({ path }) => path.startsWith('/audit'));

test('the changes of a record are loaded when they are unfolded', async () => {
  const { network, user } = await openApp(server, { at: '/admin/editproperty/1', as: 'manager' });
  const fold = await screen.findByText('Changes');
  expect(asked(network.requests)).toEqual([]);
  await user.click(fold);
  expect(await screen.findByText('No changes were recorded.')).toBeVisible();
  expect(asked(network.requests).map(({ path }) => path)).toEqual(['/audit?subject=property&id=1']);
});

test('each change shows author, time, old and new value, newest first', async () => {
  await recordAudit(server.database.sql, 1, [
    {
      ...{ subject: 'property', subject_id: 2, action: 'created' },
      changes: { property_name: { before: null, after: 'Harbor House' } },
    },
  ]);
  await recordAudit(server.database.sql, null, [
    {
      ...{ subject: 'property', subject_id: 2, action: 'changed' },
      changes: { total_units: { before: 2, after: null }, colour: { before: 'red', after: 'blue' } },
    },
  ]);
  const { user } = await openApp(server, { at: '/admin/editproperty/2', as: 'manager' });
  await user.click(await screen.findByText('Changes'));
  const year = new Date().getFullYear();
  const [last, first] = (await screen.findAllByText(/(created|changed) this/)).map((each) =>
    each.closest('li')!,
  );
  expect(last).toHaveTextContent(
    new RegExp(`Someone at the server changed this .*${year}, \\d{1,2}:\\d\\d [AP]M`),
  );
  expect(last).toHaveTextContent('Number of units: 2 → nothing');
  // A field that this app does not know is told by its own name.
  expect(last).toHaveTextContent('colour: red → blue');
  expect(first).toHaveTextContent('Morgan Reyes created this');
  expect(first).toHaveTextContent('Property name: Harbor House');
});
