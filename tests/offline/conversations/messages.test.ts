import { randomUUID } from 'node:crypto';
import { beforeEach, expect } from 'vitest';
import type { User } from '../../../contract/users/user.ts';
import { rememberUser } from '../../../src/offline/engine/deviceUser.ts';
import { queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { itemsOf } from '../../../src/offline/engine/outbox/unsentItems.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import {
  messagesWithUnsent,
  recordOfReading,
  recordOfThread,
  threadsWithUnsent,
} from '../../../src/offline/subjects/conversations/threadList.ts';
import { MANAGER, ROBIN } from '../../support/offline/device.ts';
import { net, phone, test } from '../../support/offline/world.ts';
import { threadsOf, wordsOf } from '../../support/server/messages/messages.ts';
import { manager, resident, server } from '../../support/server/world.ts';

beforeEach(async () => {
  await server.database.sql`delete from message_threads`;
  await server.database.sql`delete from attempts`;
});

/** Writes on the phone of a person, as the screens do. */
async function write(by: number, thread: string, text: string | undefined) {
  // No two people act in the same millisecond.
  await new Promise((resolve) => setTimeout(resolve, 2));
  const to = by === MANAGER ? { user_id: ROBIN } : {};
  return queue({
    ...{ userId: by, route: 'addMessage', record: recordOfThread(thread) },
    input: { params: { id: thread }, body: text === undefined ? { kind: 'closed' } : { text, ...to } },
    shown: { about: 'Robin Hale', by_management: by === MANAGER },
  });
}

/** Says on the phone of a person that they have read up to a message. */
const read = (by: number, thread: string, up_to: number) =>
  queue({
    ...{ userId: by, route: 'markMessagesRead', record: recordOfReading(thread) },
    input: { params: { id: thread }, body: { up_to } },
    shown: { subject: 'Hello' },
  });

/** Sends what is on the phone of a person, whose session no other phone has. */
async function sendOf(person: number): Promise<void> {
  phone.person = person;
  await phone.send();
}

test('a conversation that is started and gone on with without a connection arrives whole, once and in order', async () => {
  const thread = randomUUID();
  phone.person = ROBIN;
  net.offline = true;
  await write(ROBIN, thread, 'The pool is closed.');
  await write(ROBIN, thread, 'Until when?');
  net.offline = false;
  net.fail(/messages/, 'answer lost', 'delivered twice');
  for (let round = 0; round < 3; round += 1) await sendOf(ROBIN);
  expect(await itemsOf(ROBIN)).toEqual([]);
  expect(await wordsOf(resident, thread)).toEqual(['The pool is closed.', 'Until when?']);
});

test('two phones that write in one conversation without a connection merge in the order of when people wrote, whoever sends first', async () => {
  const thread = randomUUID();
  await write(ROBIN, thread, 'May I paint?');
  await sendOf(ROBIN);
  net.offline = true;
  await write(MANAGER, thread, 'In white');
  await write(ROBIN, thread, 'In green, I mean');
  await write(MANAGER, thread, undefined);
  net.offline = false;
  await sendOf(ROBIN);
  await sendOf(MANAGER);
  expect([...(await itemsOf(MANAGER)), ...(await itemsOf(ROBIN))]).toEqual([]);
  expect(await wordsOf(manager, thread)).toEqual(['May I paint?', 'In white', 'In green, I mean', 'closed']);
  // Management closed it without knowing of the second message, which waits.
  expect(await threadsOf(manager)).toMatchObject([{ state: 'waiting' }]);
});

test('list and conversation show at once what is unsent, and as much once it is sent', async () => {
  const thread = randomUUID();
  await write(ROBIN, thread, 'Hello?');
  await sendOf(ROBIN);
  await rememberUser({ id: MANAGER } as User);
  phone.person = MANAGER;
  const params = { id: thread };
  await fetchAndCache(MANAGER, 'listThreads', {}, (call) => call(manager));
  await fetchAndCache(MANAGER, 'listMessages', { params }, (call) => call(manager));
  const shown = async () => {
    const items = await itemsOf(MANAGER);
    const messages = (await readCached(MANAGER, 'listMessages', { params }))!.answer;
    const [listed] = threadsWithUnsent((await readCached(MANAGER, 'listThreads', {}))!.answer, items);
    return {
      words: messagesWithUnsent(messages, items, thread).map(({ event }) => event.text),
      ...{ state: listed!.state, last: listed!.last_text, unread: listed!.unread },
      unsent: listed!.unsent.length,
    };
  };
  expect(await shown()).toEqual({
    ...{ words: ['Hello?'], state: 'waiting', last: 'Hello?', unread: 1, unsent: 0 },
  });
  net.offline = true;
  const [first] = (await readCached(MANAGER, 'listMessages', { params }))!.answer;
  await read(MANAGER, thread, first!.id);
  await write(MANAGER, thread, 'Yes?');
  const whole = { words: ['Hello?', 'Yes?'], state: 'answered', last: 'Yes?', unread: 0 };
  expect(await shown()).toEqual({ ...whole, unsent: 1 });
  net.offline = false;
  await phone.send();
  await phone.send();
  expect(await itemsOf(MANAGER)).toEqual([]);
  expect(await shown()).toEqual({ ...whole, unsent: 0 });
});

test('a conversation that is unsent is listed with whom it is with, and what was read offline is read at the server', async () => {
  const thread = randomUUID();
  phone.person = MANAGER;
  net.offline = true;
  await write(MANAGER, thread, 'Your parcel is here\nat the office');
  expect(threadsWithUnsent([], await itemsOf(MANAGER))).toMatchObject([
    { uuid: thread, about: 'Robin Hale', subject: 'Your parcel is here', thread: undefined },
  ]);
  net.offline = false;
  await sendOf(MANAGER);
  expect(await threadsOf(resident)).toMatchObject([{ unread: 1 }]);
  net.offline = true;
  await read(ROBIN, thread, 999_999);
  net.offline = false;
  await sendOf(ROBIN);
  expect(await threadsOf(resident)).toMatchObject([{ unread: 0 }]);
});

test('a message that is refused stays on the phone with the reason, and changes nothing in the list', async () => {
  const thread = randomUUID();
  phone.person = ROBIN;
  await write(ROBIN, thread, 'x'.repeat(2001));
  await sendOf(ROBIN);
  const [kept] = await phone.waiting();
  expect(kept?.refusal?.failure.message).toContain('2000 characters');
  expect(threadsWithUnsent([], await itemsOf(ROBIN))).toMatchObject([{ state: 'answered', unsent: [{}] }]);
});
