import { randomUUID } from 'node:crypto';
import type { SavedInspection } from '../../../contract/inspections/inspection.ts';
import type { Change } from '../../../src/offline/engine/outbox/outbox.ts';
import { communityDay } from '../../support/days.ts';
import type { TestServer } from '../../support/server/server.ts';
import type { StoredPhoto } from '../../../src/offline/engine/storedRecords.ts';
import { textPrefix, type Written, type WrittenSubject } from '../expected.ts';
import type { Person } from '../people.ts';
import type { Sandbox } from '../simulation/sandbox.ts';
import type { Actor } from './actor.ts';

/** What each side writes beside reports and what is said about them. */
const WRITTEN_BY_RESIDENTS = ['message', 'answer'] as const;
const WRITTEN_BY_MANAGERS = ['note', 'message', 'notice', 'deposit', 'inspection', 'reading'] as const;

/** How many photos a schedule takes with one thing. */
type Photos = 0 | 1 | 2;

interface Writing {
  author: Person;
  /** The resident whom management writes about. */
  about: Person;
  which: number;
  photos: Photos;
  server: TestServer;
}

/** Writes a note, a message, a notice, an answer, a deposit, a reading or an inspection, as their screens queue them. */
export async function write(
  actor: Actor,
  tab: Sandbox,
  { author, about, which, photos, server }: Writing,
): Promise<void> {
  const subjects: readonly WrittenSubject[] =
    author.unit === undefined ? WRITTEN_BY_MANAGERS : WRITTEN_BY_RESIDENTS;
  const subject = subjects[which % subjects.length]!;
  const written: Written = {
    ...{ kind: 'written', subject, author, uncertain: true, photos: [], id: randomUUID() },
    n: actor.expected.length + 1,
  };
  const text = `${textPrefix(actor.tag, written)}${subject}`;
  if (subject === 'inspection') return inspect(actor, tab, { written, about, text, photos });
  const change = await changeOf(written, { about, text, actor, server });
  if (!change) return;
  actor.expected.push(written);
  const outcome = await actor.act(tab, () => tab.app.queue({ userId: author.id, ...change }));
  written.uncertain = outcome !== 'completed';
}

async function changeOf(
  { subject, author, id }: Written,
  { about, text, actor, server }: { about: Person; text: string; actor: Actor; server: TestServer },
): Promise<Change | undefined> {
  const unit = about.unit!;
  switch (subject) {
    case 'note':
      return {
        route: 'addNote',
        input: { body: { user_id: about.id, text } },
        shown: { about: 'Robin Hale' },
      };
    case 'message': {
      const by_management = author.unit === undefined;
      const thread = threadOf(author, id);
      return {
        route: 'addMessage',
        input: { params: { id: thread }, body: { text, ...(by_management ? { user_id: about.id } : {}) } },
        record: `messages:${thread}`,
        shown: { about: by_management ? 'Robin Hale' : '', by_management },
      };
    }
    case 'notice': {
      const time = { entry_on: '2050-05-01', entry_from: '09:00', entry_to: '11:00' };
      return {
        route: 'giveEntryNotice',
        input: { body: { unit_id: unit, purpose: 'Repair', text, ...time } },
        shown: { home: 'Unit 1' },
      };
    }
    case 'answer':
      return {
        route: 'answerEntryNotice',
        input: { params: { id: String(author.notice) }, body: { answer: 'another_time', text } },
        shown: { time: 'May 1, 2050' },
      };
    case 'deposit':
      return {
        route: 'addDepositEntry',
        input: {
          params: { id: String(about.lease) },
          body: { kind: 'Received', amount: 25, method: 'Check', description: text },
        },
        shown: { name: 'Robin Hale', unit: 'Unit 1' },
      };
    case 'reading':
      return {
        route: 'readMeter',
        input: {
          params: { id: String(await newMeter(server, actor.tag)) },
          body: { value: 1200, note: text },
        },
        shown: { meter: 'Water', unit_id: unit },
      };
    case 'inspection':
      return undefined;
  }
}

const threads = new WeakMap<Person, string>();

/** The conversation that a person writes in, with this id where there is none yet. */
function threadOf(author: Person, id: string): string {
  const thread = threads.get(author) ?? id;
  threads.set(author, thread);
  return thread;
}

/** A meter of a home of its own, which nothing else is billed or read of. */
async function newMeter({ database: { sql } }: TestServer, tag: string): Promise<number> {
  const [meter] = await sql<{ id: number }>`
    with unit as (
      insert into units (property_id, unit_number) values (1, ${`${tag}-${randomUUID()}`}) returning id
    ), meter as (
      insert into meters (unit_id, kind, serial_number, measure, multiplier, digits, installed_on)
      select id, 'water', ${randomUUID()}, 'gal', 1, 5, '2026-01-01' from unit returning id
    ), first as (
      insert into meter_readings (meter_id, kind, value, read_on) select id, 'installed', 1000, '2026-01-01' from meter
    )
    select id from meter`;
  return meter!.id;
}

/** Walks a home: the draft is saved with its first photo, and finalized with all of them. */
async function inspect(
  actor: Actor,
  tab: Sandbox,
  { written, about, text, photos }: { written: Written; about: Person; text: string; photos: Photos },
): Promise<void> {
  const taken: StoredPhoto[] = [];
  for (let each = 0; each < photos; each += 1) taken.push(await actor.photo(tab));
  actor.expected.push(written);
  const { id, author } = written;
  const taken_at = new Date().toISOString();
  const copy = randomUUID();
  const save = (with_: StoredPhoto[], finalized: boolean) => {
    const body: SavedInspection = {
      ...{ unit_id: about.unit!, lease_id: null, kind: 'Periodic', day: communityDay(), copy, version: 0 },
      rooms: [
        {
          name: 'Hall',
          items: [
            {
              ...{ name: 'Walls', condition: 'Good', remark: text },
              photos: with_.map(({ sha256 }) => ({ sha256, taken_at })),
            },
          ],
        },
      ],
      signatures: finalized ? [{ by: 'management', name: 'Robin Hale', strokes: null }] : [],
      finalized,
    };
    return actor.act(tab, () =>
      tab.app.queue({
        ...{ userId: author.id, route: 'saveInspection', input: { params: { id }, body }, photos: with_ },
        ...{ record: `inspection:${id}`, shown: { home: 'Unit 1' } },
      }),
    );
  };
  if ((await save(taken.slice(0, 1), false)) !== 'completed') return;
  if ((await save(taken, true)) !== 'completed') return;
  written.uncertain = false;
  written.photos = taken.map(({ sha256 }) => sha256);
}
