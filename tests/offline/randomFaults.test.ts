import fc from 'fast-check';
import { expect } from 'vitest';
import type { OutboxItem } from '../../src/offline/engine/database.ts';
import { queue } from '../../src/offline/engine/outbox/outbox.ts';
import { discard, retry, revise } from '../../src/offline/engine/outbox/revise.ts';
import { recordOfThread } from '../../src/offline/subjects/conversations/threadList.ts';
import { phoneOf, ROBIN, type TestDevice } from '../support/offline/device.ts';
import { installLocks } from '../support/offline/locks.ts';
import { stubNetwork } from '../support/offline/network.ts';
import type { Fault } from '../support/offline/networkFaults.ts';
import { UNLIMITED } from '../support/server/server.ts';
import { server, testWith } from '../support/server/world.ts';

installLocks();
const test = testWith(UNLIMITED);

const faults: Fault[] = [
  'refused',
  'answer lost',
  'delivered twice',
  'cut',
  'portal page',
  'portal json',
  'portal page after',
  { status: 401 },
  { status: 429, retryAfter: 1 },
  { status: 500 },
  { status: 503 },
  { status: 400, message: 'Refused by chance.' },
];

interface Step {
  do: 'report' | 'write' | 'send' | 'edit' | 'discard' | 'cancel';
  /** Which of the reports, for what is done to one, or of the conversations. */
  which: number;
}
const which = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>({ do: 'report', which: 0 }) },
  { weight: 2, arbitrary: which.map((n): Step => ({ do: 'write', which: n })) },
  { weight: 4, arbitrary: fc.constant<Step>({ do: 'send', which: 0 }) },
  { weight: 3, arbitrary: which.map((n): Step => ({ do: 'edit', which: n })) },
  { weight: 1, arbitrary: which.map((n): Step => ({ do: 'discard', which: n })) },
  { weight: 1, arbitrary: which.map((n): Step => ({ do: 'cancel', which: n })) },
);

/** A report as the person thinks of it: what it says now, and whether they took it back. */
interface Meant {
  /** The unsent item it began as. */
  id: string;
  text: string;
  takenBack: boolean;
}

/** The item that a screen would change: the last wording of this report that waits. */
async function wordingOf(phone: TestDevice, meant: Meant): Promise<OutboxItem | undefined> {
  const items = await phone.waiting();
  const ids = new Set([meant.id]);
  const texts = items.filter((item) => {
    const own = ids.has(item.id) || (item.follows !== undefined && ids.has(item.follows));
    const says = (item.input.body as { information?: string } | undefined)?.information;
    if (own || says?.startsWith(`${meant.text.split(' ')[0]} `)) ids.add(item.id);
    return ids.has(item.id);
  });
  return texts.findLast(({ route }) => route !== 'cancelMaintenance');
}

/** The step in which something was written. */
const inStep = (a: string, b: string) => parseInt(a.slice(1)) - parseInt(b.slice(1));

/** The names of two conversations, of which the server has none, as of no others. */
async function noConversations(): Promise<string[]> {
  await server.database.sql`delete from message_threads`;
  // What a person writes within an hour is limited.
  await server.database.sql`delete from attempts`;
  return [crypto.randomUUID(), crypto.randomUUID()];
}

async function writeIn(thread: string, text: string): Promise<void> {
  // No two are written in the same millisecond.
  await new Promise((resolve) => setTimeout(resolve, 2));
  await queue({
    ...{ userId: ROBIN, route: 'addMessage', record: recordOfThread(thread) },
    input: { params: { id: thread }, body: { text } },
    shown: { about: '', by_management: false },
  });
}

/** All that the server has of conversations, each in its order. */
async function wordsOnServer(conversations: readonly string[]): Promise<string[]> {
  const rows = await server.database.sql<{ text: string }>`
    select text from messages join message_threads as thread on thread.id = messages.thread_id
    where uuid = any(${conversations}::uuid[]) order by uuid, acted_at, messages.id`;
  return rows.map(({ text }) => text);
}

test('after random network faults every change is on the server once, in its last version', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 14 }),
      fc.array(fc.option(fc.constantFrom(...faults), { freq: 3 }), { minLength: 5, maxLength: 25 }),
      async (steps, faultsInOrder) => {
        const net = stubNetwork(() => server);
        const phone = await phoneOf(server);
        const reports: Meant[] = [];
        const conversations = await noConversations();
        const said: string[] = [];
        let next = 0;
        net.faultOfChange = () => faultsInOrder[next++] ?? undefined;

        for (const [n, each] of steps.entries()) {
          if (each.do === 'send') {
            await phone.send();
            continue;
          }
          if (each.do === 'report') {
            const text = `#${n} said`;
            reports.push({ id: (await phone.report(text)).id, text, takenBack: false });
            continue;
          }
          if (each.do === 'write') {
            const thread = conversations[each.which % conversations.length]!;
            await writeIn(thread, `#${n} written`);
            said.push(`#${n} written`);
            continue;
          }
          const meant = reports[each.which % Math.max(1, reports.length)];
          if (!meant || meant.takenBack) continue;
          const item = await wordingOf(phone, meant);
          const known = (await phone.onServer()).find(({ information }) => information === meant.text);
          if (each.do === 'edit') {
            const text = `${meant.text.split(' ')[0]} changed in step ${n}`;
            if (item)
              await revise(item.id, {
                body: { ...(item.input.body as object), information: text },
                photos: [],
              });
            else if (known) await phone.edit(known, text);
            else continue;
            if (item?.id === meant.id)
              meant.id = (await phone.waiting()).find(({ seq }) => seq === item.seq)?.id ?? meant.id;
            meant.text = text;
          } else if (each.do === 'discard' && item?.route === 'createMaintenance') {
            await discard(item.id);
            meant.takenBack = true;
          } else if (each.do === 'cancel' && !item && known) {
            await phone.cancel(known);
            meant.takenBack = true;
          }
        }

        net.reset();
        for (let round = 0; round < 30 && (await phone.waiting()).length > 0; round += 1) {
          await phone.send();
          for (const item of await phone.waiting()) if (item.refusal ?? item.patient) await retry(item.id);
        }
        expect(await phone.waiting()).toEqual([]);
        const there = (await phone.onServer()).map(({ information }) => information).sort();
        expect(there).toEqual(
          reports
            .filter(({ takenBack }) => !takenBack)
            .map(({ text }) => text)
            .sort(),
        );
        // Within a conversation in the order in which it was written; that of the conversations is left open.
        const words = await wordsOnServer(conversations);
        expect(words.toSorted(inStep)).toEqual(said);
        for (const thread of conversations) {
          const own = await wordsOnServer([thread]);
          expect(own).toEqual(own.toSorted(inStep));
        }
      },
    ),
    {
      numRuns: 50,
      seed: 20261121,
      plugins: [fc.interruptAfterTimeLimit(170_000, { failOnInterrupt: true })],
    },
  );
}, 600_000);
