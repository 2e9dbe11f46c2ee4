import { screen } from '@testing-library/react';
import { openApp, type App } from '../app.tsx';
import { server } from '../../server/world.ts';

export const open = (as = 'resident') => openApp(server, { at: '/profile', as });
export const press = async ({ user }: App, name: string) =>
  user.click(await screen.findByRole('button', { name }));

export async function retype({ user }: App, label: string, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.type(field, text);
}
export const changes = (app: App) => app.network.requests.filter(({ method }) => method === 'PUT');
