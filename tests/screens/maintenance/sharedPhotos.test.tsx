import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { draftReads, openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

/** Shares so many different photos, as the service worker stores them. */
async function share(count: number, userId?: number): Promise<void> {
  const { storeSharedPhotos } = await import('../../../src/offline/engine/storage/sharedPhotos.ts');
  const files = Array.from(
    { length: count },
    (_, n) => new File([new Uint8Array([n, 1, 2])], `IMG_${n}.jpg`, { type: 'image/jpeg' }),
  );
  await storeSharedPhotos(files, userId);
}

async function countShared(userId = 2): Promise<number> {
  const { countSharedPhotos } = await import('../../../src/offline/engine/storage/sharedPhotos.ts');
  return countSharedPhotos(userId);
}

test('photos shared to Porchlight land in the draft of a new request, each once', async () => {
  await share(2);
  const app = await openApp(server, { at: '/share', as: 'resident' });
  const form = within(await screen.findByRole('dialog', { name: 'New Request' }));
  await form.findByRole('img', { name: 'Photo 2 of 2' });
  await waitFor(async () => expect(await countShared()).toBe(0));
  const { database } = await import('../../../src/offline/engine/database.ts');
  const photos = await database.draftPhotos.toCollection().sortBy('filename');
  expect(photos.map(({ filename, bytes }) => [filename, ...new Uint8Array(bytes)])).toEqual([
    ['IMG_0.jpg', 0, 1, 2],
    ['IMG_1.jpg', 1, 1, 2],
  ]);
  app.close();

  // A kill came between storing the draft and forgetting what was shared.
  await share(2);
  const later = await openApp(server, { at: '/share', as: 'resident' });
  await screen.findByRole('img', { name: 'Photo 2 of 2' });
  await waitFor(async () => expect(await countShared()).toBe(0));
  expect(screen.queryByRole('img', { name: /of 4/ })).toBeNull();
  await later.user.type(screen.getByLabelText('Issue'), 'Like this.');
  await draftReads('Like this.', 2);
});

test('of more than ten shared photos ten are taken, and the form says how many were left out', async () => {
  await share(13);
  await openApp(server, { at: '/share', as: 'manager' });
  await screen.findByRole('img', { name: 'Photo 10 of 10' });
  await screen.findByText('A request can have at most 10 photos: 3 that you shared were left out.');
});

test('photos shared by somebody who is signed out wait for the sign-in', async () => {
  await share(1);
  const app = await openApp(server, { at: '/share' });
  await app.user.type(await screen.findByLabelText('Username'), 'resident');
  await waitFor(() => expect(app.toasts().join()).toContain('Your photos wait on this device.'));
  await app.user.type(screen.getByLabelText('Password'), 'porchlight');
  await app.user.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByRole('dialog', { name: 'New Request' });
  await screen.findByRole('img', { name: 'Photo 1 of 1' });
});

test('shared photos that nobody took are announced on every screen, and can be discarded', async () => {
  await share(2);
  const app = await openApp(server, { at: '/announcements', as: 'resident' });
  const notice = within(
    (await screen.findByText('2 photos that you shared wait for a new request.')).closest('[role=status]')!,
  );
  expect(notice.getByRole('link')).toHaveAttribute('href', '/share');
  await app.user.click(notice.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText(/that you shared wait/)).toBeNull());
  expect(await countShared()).toBe(0);
});

test('what was shared while one person was remembered is not shown to the next', async () => {
  await share(2, 1);
  await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await screen.findByLabelText('Issue');
  expect(await countShared(1)).toBe(2);
  expect(await countShared(2)).toBe(0);
  expect(screen.queryByRole('img', { name: /^Photo/ })).toBeNull();
});

test('the share target takes photos alone, of a size and a number that a device can hold', async () => {
  const { storeSharedPhotos } = await import('../../../src/offline/engine/storage/sharedPhotos.ts');
  const photo = (name: string, type = 'image/jpeg') => new File(['a photo'], name, { type });
  const huge = Object.defineProperty(photo('huge.jpg'), 'size', { value: 41_000_000 });
  expect(await storeSharedPhotos([photo('a.pdf', 'application/pdf'), huge, photo('b.jpg')], 2)).toBe(1);
  const many = Array.from({ length: 25 }, (_, n) => photo(`${n}.jpg`));
  expect(await storeSharedPhotos(many, 2)).toBe(19);
  expect(await countShared()).toBe(20);
  const { discardSharedPhotos } = await import('../../../src/offline/engine/storage/sharedPhotos.ts');
  await discardSharedPhotos(2);
  expect(await countShared()).toBe(0);
});

test.each(['__proto__', 'toString', 'nonsense'])(
  'an address with the problem "%s" opens the form without a word',
  async (problem) => {
    const app = await openApp(server, { at: `/share?problem=${problem}`, as: 'resident' });
    await screen.findByRole('dialog', { name: 'New Request' });
    expect(app.toasts()).toEqual([]);
  },
);

test('a device that could not take the shared photos says so and opens the form', async () => {
  const app = await openApp(server, { at: '/share?problem=missed', as: 'resident' });
  await screen.findByRole('dialog', { name: 'New Request' });
  await waitFor(() => expect(app.toasts().join()).toContain('Please share them again, or choose them here.'));
});
