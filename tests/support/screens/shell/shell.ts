import { screen } from '@testing-library/react';
import type { App } from '../app.tsx';

export async function signIn(app: App): Promise<void> {
  await app.user.type(await screen.findByLabelText('Username'), 'resident');
  await app.user.type(screen.getByLabelText('Password'), 'porchlight');
  await app.user.click(screen.getByRole('button', { name: 'Login' }));
}

export async function reportOffline(app: App, words: string): Promise<void> {
  app.network.offline = true;
  await app.user.click(await screen.findByRole('button', { name: '+ New Request' }));
  await app.user.type(await screen.findByLabelText('Issue'), words);
  await app.user.click(screen.getByRole('button', { name: 'Submit Request' }));
  await screen.findByText('Unsent');
}
