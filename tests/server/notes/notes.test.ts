import { expect } from 'vitest';
import type { Note } from '../../../contract/notes/note.ts';
import { manager, resident, server, test } from '../../support/server/world.ts';

const add = (body: object, key = crypto.randomUUID(), as = manager) =>
  server.call('POST', '/notes', { as, body, headers: { 'idempotency-key': key } });
const notesOf = async (query: string, as = manager) =>
  (await server.call('GET', `/notes?${query}`, { as })).json<Note[]>();

test('what a manager notes on a person or a home is kept with its author and time, the newest first', async () => {
  const before = Date.now();
  for (const text of ['Has a dog', 'Asks for calls after six']) await add({ user_id: 2, text });
  await add({ unit_id: 1, text: 'The shut-off is behind the dryer' });
  const notes = await notesOf('user=2');
  expect(notes).toEqual([
    expect.objectContaining({ text: 'Asks for calls after six', user_id: 2, unit_id: null, reached: null }),
    expect.objectContaining({ text: 'Has a dog', first_name: 'Morgan' }),
  ]);
  expect(Date.parse(notes[1]!.created_at)).toBeGreaterThanOrEqual(before - 1000);
  expect((await notesOf('unit=1')).map(({ text }) => text)).toEqual(['The shut-off is behind the dryer']);
});

test('a note that is sent twice is made once', async () => {
  const key = crypto.randomUUID();
  const [first, second] = [
    await add({ user_id: 3, text: 'Once' }, key),
    await add({ user_id: 3, text: 'Once' }, key),
  ];
  expect(second.json<Note>().id).toBe(first.json<Note>().id);
  expect(await notesOf('user=3')).toHaveLength(1);
});

test('a note is about one person or one home that is there, and says something', async () => {
  for (const [body, status] of [
    [{ text: 'About nobody' }, 400],
    [{ user_id: 2, unit_id: 1, text: 'About both' }, 400],
    [{ user_id: 2, text: '  ' }, 400],
    [{ user_id: 999_999, text: 'About nobody' }, 404],
    [{ unit_id: 999_999, text: 'About no home' }, 404],
  ] as const) {
    expect((await add(body)).statusCode, JSON.stringify(body)).toBe(status);
  }
  expect((await server.call('GET', '/notes', { as: manager })).statusCode).toBe(400);
});

test('nobody changes a note, and no resident reads or writes one', async () => {
  const { id } = (await add({ user_id: 2, text: 'As it was said' })).json<Note>();
  await expect(server.database.sql`update notes set text = 'Otherwise' where id = ${id}`).rejects.toThrow(
    'notes are append-only',
  );
  expect((await add({ user_id: 2, text: 'My own' }, crypto.randomUUID(), resident)).statusCode).toBe(403);
  expect((await server.call('GET', '/notes?user=2', { as: resident })).statusCode).toBe(403);
});
