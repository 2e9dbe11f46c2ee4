import { expect } from 'vitest';
import type { Announcement } from '../../../../contract/announcements/announcement.ts';
import { manager, resident, server } from '../world.ts';

export const HOUR = 60 * 60 * 1000;
export const fromNow = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

export async function list(as: string): Promise<Announcement[]> {
  return (await server.call('GET', '/announcements', { as })).json<Announcement[]>();
}

export const textsFor = async (as: string) => (await list(as)).map(({ announcement }) => announcement);

export async function publish(announcement: string, more: object = {}): Promise<Announcement> {
  const body = { announcement, announcement_type: 'General', publish_at: null, ...more };
  const response = await server.call('POST', '/announcements', { as: manager, body });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Announcement>();
}

export async function suggest(announcement: string, as = resident): Promise<Announcement> {
  const body = { announcement, announcement_type: 'General' };
  const response = await server.call('POST', '/announcements/submit', { as, body });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Announcement>();
}

export const edit = (id: number, body: object) =>
  server.call('PUT', `/announcements/${id}`, { as: manager, body });
export const decide = (id: number, status: string, as = manager) =>
  server.call('PATCH', `/announcements/${id}/status`, { as, body: { status } });
