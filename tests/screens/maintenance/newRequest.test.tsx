import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, vi } from 'vitest';
import {
  card,
  draftReads,
  modalClosed,
  openApp,
  fakeClock,
  view,
  type App,
} from '../../support/screens/app.tsx';
import { noRequests, onServer, photoFile } from '../../support/server/requests.ts';
import { photo } from '../../support/server/server.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { issue, photosArrived, submit } from '../../support/screens/maintenance/newRequest.ts';

beforeEach(() => noRequests(server));
const choose = async (app: App, ...files: File[]) =>
  app.user.upload(await screen.findByLabelText('Choose photos'), files);
const photosShown = () => screen.queryAllByRole('img', { name: /^Photo/ }).length;

test('+ New Request asks for the issue and shows whose name it goes under', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await app.user.click(await screen.findByRole('button', { name: '+ New Request' }));
  expect(await issue()).toBeRequired();
  const modal = screen.getByRole('dialog', { name: 'New Request' });
  expect(modal).toHaveTextContent('NameRobin Hale');
  expect(modal).toHaveTextContent('Unit101');
  expect(modal).toHaveTextContent('Emailresident@example.com');
});

test('the shortcut for reporting a problem opens the form at once', async () => {
  await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await issue();
});

test('someone whose unit management has not confirmed is told so', async () => {
  await openApp(server, { at: '/maintenance?new=1', as: 'newcomer' });
  await issue();
  expect(screen.getByRole('dialog')).toHaveTextContent('Unit201 (waiting for management to confirm)');
});

test.each([
  [413, '"tap.jpg" is larger than 15 MB.'],
  [415, '"tap.jpg" is not a photo. Use JPEG, PNG or WebP.'],
])(
  'a photo that the server refuses with %i can be taken out, and is not tried again as it is',
  async (status, message) => {
    const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
    await app.user.type(await issue(), 'The sink drips.');
    await choose(app, await photoFile('tap.jpg', 'red'));
    await waitFor(() => expect(photosShown()).toBe(1));
    app.network.fail(/POST \/maintenance/, { status, message });
    await submit(app);
    await screen.findByText('Needs attention');
    const detail = await view(app, 'The sink drips.');
    detail.getByText(message);
    detail.getByRole('button', { name: 'Edit' });
    expect(detail.queryByRole('button', { name: 'Try again' })).toBeNull();
    await app.user.click(detail.getByRole('button', { name: 'Close' }));
    await app.user.click(screen.getByRole('link', { name: /needs attention/ }));
    await screen.findByRole('link', { name: 'Look and decide' });
    expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
  },
);

test('a request with two photos arrives, and the message saying so stays for 5 seconds', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await app.user.type(await issue(), 'The sink drips.');
  await choose(app, await photoFile('tap.jpg', 'red'), await photoFile('floor.jpg', 'green'));
  await waitFor(() => expect(photosShown()).toBe(2));
  const clock = fakeClock();
  await submit(app);
  await clock.lasts('Maintenance request submitted successfully.', 5000);
  await modalClosed();
  expect((await card('The sink drips.')).getAllByRole('img')).toHaveLength(2);
  const [request] = await onServer(server);
  expect(request).toMatchObject({ information: 'The sink drips.', unit_number: '101' });
  await photosArrived(2);
});

test('a request without an issue is told so at the field, and nothing is sent', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await app.user.type(await issue(), '   ');
  await submit(app);
  await waitFor(() =>
    expect(screen.getByLabelText('Issue')).toHaveAccessibleDescription('Please describe the issue.'),
  );
  expect(screen.getByLabelText('Issue')).toBeInvalid();
  expect(app.network.sent()).toEqual([]);
});

test('a file that is no photo is named where it was chosen, and the others are taken', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await choose(
    app,
    new File(['some words'], 'notes.txt', { type: 'text/plain' }),
    await photoFile('tap.jpg'),
  );
  await waitFor(() =>
    expect(screen.getByLabelText('Choose photos')).toHaveAccessibleDescription(
      /"notes\.txt" is not a photo\. Use JPEG, PNG or WebP\./,
    ),
  );
  await waitFor(() => expect(photosShown()).toBe(1));
});

test('a photo whose end is missing is called that where it was chosen, and the others are taken', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  const whole = new Uint8Array(await photo());
  const cut = new File([whole.subarray(0, whole.length * 0.7)], 'leak.jpg', { type: 'image/jpeg' });
  await choose(app, cut, await photoFile('tap.jpg'));
  await waitFor(() =>
    expect(screen.getByLabelText('Choose photos')).toHaveAccessibleDescription(
      /"leak\.jpg" is incomplete: the end of the file is missing\. Please choose it again, or take the photo again\./,
    ),
  );
  await waitFor(() => expect(photosShown()).toBe(1));
});

test('a whole photo that the phone cannot decode is called damaged, not a wrong kind of file', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  const decode = globalThis.createImageBitmap;
  vi.stubGlobal('createImageBitmap', (file: File) =>
    file.name === 'leak.jpg' ? Promise.reject(new DOMException('', 'InvalidStateError')) : decode(file),
  );
  await choose(app, await photoFile('leak.jpg'), await photoFile('tap.jpg'));
  await screen.findByText(
    '"leak.jpg" is damaged and could not be read. Please choose another photo, or take it again.',
  );
  await waitFor(() => expect(photosShown()).toBe(1));
});

test('an eleventh photo is named and left out', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  const files = await Promise.all(Array.from({ length: 11 }, (_, each) => photoFile(`${each + 1}.jpg`)));
  await choose(app, ...files);
  await screen.findByText('A request can have at most 10 photos: "11.jpg" was left out.');
  await waitFor(() => expect(photosShown()).toBe(10));
});

test('a photo can be taken off again before it is sent', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await choose(app, await photoFile('tap.jpg', 'red'), await photoFile('floor.jpg', 'green'));
  await app.user.click(await screen.findByRole('button', { name: 'Remove Photo 1 of 2' }));
  await waitFor(() => expect(photosShown()).toBe(1));
  await app.user.type(await issue(), 'The sink drips.');
  await submit(app);
  await screen.findByText('Maintenance request submitted successfully.');
  await photosArrived(1);
});

test('a request cannot leave before its photos are read', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  const decode = globalThis.createImageBitmap;
  let decoded: () => void = () => undefined;
  vi.stubGlobal('createImageBitmap', async (file: Blob) => {
    await new Promise<void>((resolve) => (decoded = resolve));
    return decode(file);
  });
  await app.user.type(await issue(), 'The sink drips.');
  await choose(app, await photoFile('tap.jpg'));
  expect(await screen.findByRole('button', { name: 'Reading photos...' })).toBeDisabled();
  decoded();
  await waitFor(() => expect(photosShown()).toBe(1));
  await submit(app);
  await screen.findByText('Maintenance request submitted successfully.');
  await photosArrived(1);
});

test('a request in the making is restored after the phone killed the app, photos too', async () => {
  const first = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await first.user.type(await issue(), 'The sink drips.');
  await choose(first, await photoFile('tap.jpg'));
  await waitFor(() => expect(photosShown()).toBe(1));
  await draftReads('The sink drips.', 1);
  first.close();

  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await screen.findByText('We kept what you wrote.');
  expect(await issue()).toHaveValue('The sink drips.');
  await waitFor(() => expect(photosShown()).toBe(1));
  await submit(app);
  await screen.findByText('Maintenance request submitted successfully.');
  await modalClosed();
  await app.user.click(screen.getByRole('button', { name: '+ New Request' }));
  expect(await issue()).toHaveValue('');
  expect(screen.queryByText('We kept what you wrote.')).toBeNull();
});

test('Start over empties the form for good', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await app.user.type(await issue(), 'The sink drips.');
  await choose(app, await photoFile('tap.jpg'));
  await waitFor(() => expect(photosShown()).toBe(1));
  await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
  await modalClosed();

  await app.user.click(screen.getByRole('button', { name: '+ New Request' }));
  await app.user.click(await screen.findByRole('button', { name: 'Start over' }));
  expect(await issue()).toHaveValue('');
  await waitFor(() => expect(screen.getByLabelText('Issue')).toHaveFocus());
  expect(photosShown()).toBe(0);
  await app.user.keyboard('{Escape}');
  await modalClosed();
  await app.user.click(screen.getByRole('button', { name: '+ New Request' }));
  expect(await issue()).toHaveValue('');
  expect(photosShown()).toBe(0);
});
