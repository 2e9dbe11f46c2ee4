import { readdirSync, readFileSync } from 'node:fs';
import Dexie, { liveQuery, type Table } from 'dexie';
import { expect, onTestFinished, test, vi } from 'vitest';
import { restoreTimers } from '../../support/restoreTimers.ts';

test('a live query is told of a write after timers were faked during another one', async () => {
  const db = new Dexie('restored-timers');
  onTestFinished(() => db.delete());
  db.version(1).stores({ notes: 'id' });
  const notes = db.table('notes') as Table<{ id: number; text: string }, number>;
  await notes.put({ id: 1, text: 'first' });
  const seen: (string | undefined)[] = [];
  const query = liveQuery(() => notes.toArray()).subscribe(([note]) => void seen.push(note?.text));
  onTestFinished(() => query.unsubscribe());
  await vi.waitFor(() => expect(seen).toContain('first'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await notes.update(1, { text: 'second' });
  restoreTimers();
  await notes.update(1, { text: 'third' });
  await vi.waitFor(() => expect(seen).toContain('third'), { timeout: 5_000 });
});

test('whoever fakes setTimeout brings the real timers back by restoreTimers', () => {
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?:screens|offline|support)\/.*\.tsx?$/.test(file) && !file.includes('restore'))
    .map((file) => ({ file, source: readFileSync(`tests/${file}`, 'utf8') }))
    .filter(({ source }) => /toFake: \[[^\]]*'setTimeout'/.test(source));
  expect(files.length).toBeGreaterThan(3);
  const wrong = files.filter(
    ({ source }) => source.includes('useRealTimers') || !source.includes('restoreTimers'),
  );
  expect(wrong.map(({ file }) => file)).toEqual([]);
});
