import { screen } from '@testing-library/react';
import { openApp } from '../app.tsx';
import { server } from '../../server/world.ts';

export const board = () => openApp(server, { at: '/announcements', as: 'resident' });
export const card = async (text: string) => (await screen.findByText(text)).closest('article')!;
