import { screen, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshDevice, openApp } from '../support/app.tsx';
import { testServer, type TestServer } from '../support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(freshDevice);

test('a request written offline is kept, shown as waiting, and reaches the server later', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await screen.findByText('No maintenance requests yet.');
  app.network.offline = true;
  await app.user.click(screen.getByRole('button', { name: '+ New Request' }));
  await app.user.type(await screen.findByLabelText('Issue'), 'The hallway lamp flickers.');
  await app.user.click(screen.getByRole('button', { name: 'Submit Request' }));
  await screen.findByText('Saved on this device. It will be sent when you are back online.');
  const card = await screen.findByRole('article');
  await within(card).findByText('Waiting to send');
  within(card).getByText('The hallway lamp flickers.');

  app.network.offline = false;
  await app.user.click(screen.getByRole('link', { name: /waiting to send/ }));
  await app.user.click(await screen.findByRole('button', { name: 'Try now' }));
  await screen.findByText('Everything is sent.');
  const list = await server.call('GET', '/maintenance', { as: await server.token('manager') });
  expect(list.json()).toMatchObject([{ information: 'The hallway lamp flickers.', unit_number: '101' }]);
});
