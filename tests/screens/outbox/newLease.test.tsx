import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { unsentIdOf } from '../../../src/offline/subjects/leases/leases.ts';
import { card, openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

test('an unsent lease is listed with its unit and people and says that it waits; once one of them is discarded it asks for another', async () => {
  const app = await openApp(server, { at: '/outbox', as: 'manager' });
  app.network.offline = true;
  // Of the same modules as the app.
  await import('../../../src/offline/subjects/policies.ts');
  const { handOver, lease, ROBIN_HALE, writeDown } = await import('../../support/offline/outbox/named.ts');
  const person = await writeDown('Ada');
  const made = await lease([person, ROBIN_HALE]);
  await handOver(unsentIdOf(made));
  const item = await card('New lease: Unit 101, Maple Court');
  item.getByText('Ada Brandt, Robin Hale');
  item.getByText('Waiting for an earlier change');
  expect(item.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/admin/lease/new:${made.id}`);
  const keys = await card('Keys of Unit 101, Maple Court');
  keys.getByText('Waiting for an earlier change');

  await app.user.click((await card('New person: Ada Brandt')).getByRole('button', { name: 'Discard' }));
  await app.user.click(screen.getAllByRole('button', { name: 'Discard' }).at(-1)!);
  await item.findByText('Needs attention');
  item.getByText(/was discarded on this device/);
  item.getByRole('link', { name: 'Look and decide' });
  expect(item.queryByRole('button', { name: 'Try now' })).toBeNull();
  keys.getByText('Waiting for an earlier change');

  await app.user.click(item.getByRole('button', { name: 'Discard' }));
  await app.user.click(screen.getAllByRole('button', { name: 'Discard' }).at(-1)!);
  await keys.findByText('Needs attention');
  expect(keys.queryByRole('link', { name: 'Look and decide' })).toBeNull();
  keys.getByRole('button', { name: 'Discard' });
});

test('what waits for somebody whom the server refused is not said to wait for the connection', async () => {
  const app = await openApp(server, { at: '/outbox', as: 'manager' });
  await import('../../../src/offline/subjects/policies.ts');
  const { useQueuedNotice } = await import('../../../src/forms/useQueuedNotice.ts');
  const { lease, writeDown } = await import('../../support/offline/outbox/named.ts');
  const { id } = await lease([await writeDown('')]);
  app.reconnect();
  await (await card('New person: Brandt')).findByText('Needs attention');
  const { result } = renderHook(useQueuedNotice);
  await act(() => result.current.follow(id, { sent: 'Sent.', refused: (reason) => reason }));
  await waitFor(() =>
    expect(result.current.notice?.message).toBe(
      'Saved on this device. It will be sent after what it is for, which is unsent too.',
    ),
  );
});
