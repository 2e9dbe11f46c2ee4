import { screen, waitFor } from '@testing-library/react';
import { unzipSync } from 'fflate';
import { expect, vi } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { savedFiles } from '../../support/screens/files.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

test('a manager saves everything of the community as one archive, and is told why where it cannot be made', async () => {
  const files = savedFiles();
  const app = await openApp(server, { at: '/admin/community', as: 'manager' });
  const button = await screen.findByRole('button', { name: 'Export Everything' });
  app.network.fail(/GET \/export/, { status: 503, message: 'The server’s disk is full.' });
  await app.user.click(button);
  await screen.findByText('The export could not be made: The server’s disk is full.');
  expect(files).toEqual([]);

  await waitFor(() => expect(button).toBeEnabled());
  await app.user.click(button);
  await screen.findByText(/^porchlight-export-\d{4}-\d\d-\d\d\.zip was downloaded\./);
  expect(files[0]?.name).toMatch(/^porchlight-export-\d{4}-\d\d-\d\d\.zip$/);
  const [blob] = vi.mocked(URL.createObjectURL).mock.lastCall!;
  const archive = unzipSync(new Uint8Array(await (blob as Blob).arrayBuffer()));
  expect(Object.keys(archive)).toEqual(
    expect.arrayContaining(['README.txt', 'import/people.csv', 'records/ledger.csv']),
  );
});
