import { screen } from '@testing-library/react';
import { openApp, type App } from '../app.tsx';
import { server } from '../../server/world.ts';

export const open = () => openApp(server, { at: '/admin/import', as: 'manager' });
export const file = (name: string, ...lines: string[]) =>
  new File([lines.join('\n')], name, { type: 'text/csv' });
export const choose = async ({ user }: App, ...files: File[]) =>
  user.upload(await screen.findByLabelText<HTMLInputElement>(/Choose files|Add files/), files);
export const part = (name: string) => screen.findByRole('region', { name });
export const lines = (count: number) => Array.from({ length: count }, (_, index) => index + 2);
