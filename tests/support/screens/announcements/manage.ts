import { screen, within } from '@testing-library/react';
import type { Announcement } from '../../../../contract/announcements/announcement.ts';
import { openApp, until } from '../app.tsx';
import { server } from '../../server/world.ts';

export async function post(
  text: string,
  more: { status?: string; publishAt?: string | null; by?: number } = {},
) {
  const { status = 'approved', publishAt = '2026-02-03T17:00:00Z', by = 1 } = more;
  await server.database.sql`
    insert into announcements (user_id, announcement, announcement_type, status, publish_at)
    values (${by}, ${text}, 'General', ${status}, ${publishAt})`;
}

export async function onServer(): Promise<Announcement[]> {
  const as = await server.token('manager');
  return (await server.call('GET', '/announcements', { as })).json<Announcement[]>();
}

export const manage = () => openApp(server, { at: '/admin/announcements', as: 'manager' });
export const card = async (text: string) => within((await screen.findByText(text)).closest('article')!);
export const closed = () => until(() => screen.queryByRole('dialog') === null);
