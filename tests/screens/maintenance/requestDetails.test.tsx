import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { card, everythingSent, openApp, view } from '../../support/screens/app.tsx';
import { noRequests, onServer, reported } from '../../support/server/requests.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { issue, submit } from '../../support/screens/maintenance/newRequest.ts';

beforeEach(() => noRequests(server));

const more = 'Category, room, access and pets (optional)';

test('what is said beside the words is queued without a connection, shown, and sent', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  app.network.offline = true;
  await app.user.type(await issue(), 'The sink drips.');
  const urgency = within(screen.getByRole('group', { name: 'Urgency' }));
  await app.user.click(urgency.getByRole('button', { name: 'Soon' }));
  await app.user.click(screen.getByText(more));
  await app.user.selectOptions(await screen.findByLabelText('Category'), 'Plumbing');
  await app.user.selectOptions(screen.getByLabelText('Room'), 'Kitchen');
  await app.user.click(screen.getByLabelText('Management may enter when nobody is home'));
  await app.user.type(await screen.findByLabelText('When they may enter'), 'weekdays from 9');
  await app.user.type(screen.getByLabelText('Pets'), 'a dog');
  await submit(app);
  await (
    await card('The sink drips.')
  ).findByText('Plumbing · Kitchen · Soon · May enter: weekdays from 9 · Pets: a dog');
  app.reconnect();
  await everythingSent();
  expect(await onServer(server)).toMatchObject([
    {
      information: 'The sink drips.',
      category: 'Plumbing',
      room: 'Kitchen',
      urgency: 'Soon',
      may_enter: true,
      entry_hours: 'weekdays from 9',
      pets: 'a dog',
    },
  ]);
  expect((await view(app, 'The sink drips.')).getByText('Plumbing')).toBeVisible();
});

test('an edit changes one detail and leaves the others', async () => {
  await reported(server, 'resident', 'The sink drips.');
  await server.database.sql`update maintenance_requests set room = 'Attic', pets = 'a dog'`;
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await app.user.click((await view(app, 'The sink drips.')).getByRole('button', { name: 'Edit' }));
  await issue();
  expect(screen.getByLabelText('Room')).toHaveDisplayValue('Attic');
  await app.user.clear(screen.getByLabelText('Pets'));
  app.network.offline = true;
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  await (await card('The sink drips.')).findByText('Attic');
  app.reconnect();
  await waitFor(async () => expect(await onServer(server)).toMatchObject([{ room: 'Attic', pets: null }]));
});

test('the community’s emergency number stands in the form of an emergency, and its phone where there is none', async () => {
  await server.database.sql`
    insert into community (phone_number, emergency_number) values ('5185550142', '5185550199')`;
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await issue();
  expect(screen.queryByRole('link', { name: '518-555-0199' })).toBeNull();
  app.network.offline = true;
  await app.user.click(screen.getByRole('button', { name: 'Emergency' }));
  expect(await screen.findByRole('link', { name: '518-555-0199' })).toHaveAttribute('href', 'tel:5185550199');
  app.close();
  await server.database.sql`update community set emergency_number = null`;
  const again = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await issue();
  await again.user.click(await screen.findByRole('button', { name: 'Emergency' }));
  await screen.findByRole('link', { name: '518-555-0142' });
  await server.database.sql`delete from community`;
});
