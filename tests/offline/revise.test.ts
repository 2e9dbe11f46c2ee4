import { expect } from 'vitest';
import type { OutboxItem } from '../../src/offline/engine/database.ts';
import { ItemGone } from '../../src/offline/engine/outbox/outbox.ts';
import { discard } from '../../src/offline/engine/outbox/revise.ts';
import { aPhoto } from '../support/offline/device.ts';
import { net, phone, test } from '../support/offline/world.ts';
import { informations, change, only } from '../support/offline/outbox/revise.ts';

const keys = () => net.sent().map(({ headers }) => headers.get('Idempotency-Key'));
const digests = (photos: { sha256: string }[] | undefined) => photos?.map(({ sha256 }) => sha256);
/** The unsent item that the screen would change: the last wording. */
async function lastWording(): Promise<OutboxItem> {
  const item = (await phone.waiting()).at(-1);
  if (!item) throw new Error('Nothing waits.');
  return item;
}

test('an edit of an unsent report keeps its key and makes one request with the new text', async () => {
  const item = await phone.report('The tap drips.', [await aPhoto('teal')]);
  const photo = await aPhoto('navy');
  await change(item, 'The tap pours.', [photo]);
  await phone.send();
  expect(keys()).toEqual([item.id]);
  expect((await only()).information).toBe('The tap pours.');
  expect(digests((await only()).photos)).toEqual([photo.sha256]);
});

test('an edit of a refused report gets a new key', async () => {
  const item = await phone.report(' ');
  await phone.send();
  await change(item, 'The tap drips.');
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(new Set(keys()).size).toBe(2);
  expect(await informations()).toEqual(['The tap drips.']);
});

test.each(['answer lost', 'refused'] as const)(
  'an edit of a report that may have arrived (%s) ends as one request with the new text and photos',
  async (fault) => {
    const [kept, dropped, added] = [await aPhoto('teal'), await aPhoto('navy'), await aPhoto('red')];
    const item = await phone.report('The tap drips.', [kept, dropped]);
    net.fail(/^POST \/maintenance/, fault);
    await phone.send();
    await change(item, 'The tap pours.', [kept, added]);
    expect(await phone.waiting()).toHaveLength(2);
    expect(await phone.send()).toEqual({ sent: 2, left: 'nothing' });

    expect((await only()).information).toBe('The tap pours.');
    expect(digests((await only()).photos)).toEqual([kept.sha256, added.sha256]);
    expect(net.sent().map(({ status }) => status)).not.toContain(422);
    expect(await phone.waiting()).toEqual([]);
  },
);

test('a second edit with one more photo sends no photo twice', async () => {
  const [first, second, third] = [await aPhoto('teal'), await aPhoto('navy'), await aPhoto('red')];
  const item = await phone.report('One.', [first]);
  net.fail(/^POST \/maintenance/, 'answer lost');
  await phone.send();
  await change(item, 'Two.', [first, second]);
  await change(await lastWording(), 'Three.', [first, second, third]);
  expect(await phone.waiting()).toHaveLength(2);
  await phone.send();
  expect((await only()).information).toBe('Three.');
  expect(digests((await only()).photos)).toEqual([first.sha256, second.sha256, third.sha256]);
});

test('a second edit can remove a photo', async () => {
  const [first, second] = [await aPhoto('teal'), await aPhoto('navy')];
  const item = await phone.report('One.', [first, second]);
  net.fail(/^POST \/maintenance/, 'answer lost');
  await phone.send();
  await change(item, 'Two.', [first, second]);
  await change(await lastWording(), 'Three.', [second]);
  await phone.send();
  expect(digests((await only()).photos)).toEqual([second.sha256]);
});

test('a second edit after one that may have arrived keeps the photos the server had before', async () => {
  const [old, added, last] = [await aPhoto('teal'), await aPhoto('navy'), await aPhoto('red')];
  await phone.report('One.', [old]);
  await phone.send();
  const item = await phone.edit(await only(), 'Two.', [added]);
  net.fail(/^PUT/, 'answer lost');
  await phone.send();
  await change(item, 'Three.', [added, last]);
  expect(await phone.send()).toEqual({ sent: 2, left: 'nothing' });
  expect((await only()).information).toBe('Three.');
  expect(digests((await only()).photos)).toEqual([old.sha256, added.sha256, last.sha256]);
});

test('of three edits whose answers are lost, the last one applies', async () => {
  const item = await phone.report('One.');
  net.fail(/^POST \/maintenance/, 'answer lost');
  await phone.send();
  await change(item, 'Two.');
  net.fail(/^PUT/, 'answer lost');
  await phone.send();
  await change(await lastWording(), 'Three.');
  net.fail(/^PUT/, 'cut');
  await phone.send();
  await change(await lastWording(), 'Four.');
  await phone.send();
  await phone.send();
  expect((await only()).information).toBe('Four.');
  expect(await phone.waiting()).toEqual([]);
});

test('an edit while the report is being sent is queued as an update behind it', async () => {
  const item = await phone.report('One.');
  net.before = async ({ method }) => {
    if (method === 'POST') await change(item, 'Two.');
  };
  expect(await phone.send()).toEqual({ sent: 2, left: 'nothing' });
  expect((await only()).information).toBe('Two.');
});

test('an edit saved just after the report was sent updates its request', async () => {
  const photo = await aPhoto('teal');
  const item = await phone.report('One.', [photo]);
  await phone.send();
  await change(item, 'Two.', [photo]);
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect((await only()).information).toBe('Two.');
  expect(digests((await only()).photos)).toEqual([photo.sha256]);
});

test('an edit whose item was discarded in another tab is reported, not dropped', async () => {
  const item = await phone.report('One.');
  await discard(item.id);
  await expect(change(item, 'Two.')).rejects.toThrow(ItemGone);
});

test('an edit made while the answer is applied does not wait for ever', async () => {
  const item = await phone.report('One.');
  const edits: Promise<unknown>[] = [];
  net.before = ({ method }) => {
    if (method !== 'POST') return;
    // Started while it is being sent, finished at some moment around its end.
    edits.push(new Promise((later) => setTimeout(later, 3)).then(() => change(item, 'Two.')));
  };
  await phone.send();
  await Promise.all(edits);
  await phone.send();
  expect((await only()).information).toBe('Two.');
  expect(await phone.waiting()).toEqual([]);
});

test.each([0, 1, 2, 3, 4, 5, 6, 7])(
  'a second edit made while the report is being sent (after %i turns) does not wait for ever',
  async (turns) => {
    const item = await phone.report('One.');
    net.fail(/^POST/, 'answer lost');
    await phone.send();
    await change(item, 'Two.');
    const edit = await lastWording();
    const edits: Promise<unknown>[] = [];
    net.after = ({ method }) => {
      if (method !== 'POST') return;
      const later = async () => {
        for (let turn = 0; turn < turns; turn += 1) await new Promise((next) => setImmediate(next));
        await change(edit, 'Three.');
      };
      edits.push(later());
    };
    await phone.send();
    await Promise.all(edits);
    await phone.send();
    expect(edits).toHaveLength(1);
    expect((await only()).information).toBe('Three.');
    expect(await phone.waiting()).toEqual([]);
  },
);

test.each([
  ['is tried and cannot be reached', 'refused'],
  ['is tried by a server that is busy', { status: 503 }],
] as const)(
  'a second edit, started before the report was sent and saved after the edit %s, sends no photo twice',
  async (_, fault) => {
    const [first, second] = [await aPhoto('teal'), await aPhoto('navy')];
    const item = await phone.report('One.', [first]);
    net.fail(/^POST/, 'answer lost');
    await phone.send();
    await change(item, 'Two.', [first]);
    const edit = await lastWording();
    net.fail(/^PUT/, fault);
    await phone.send();
    await change(edit, 'Three.', [first, second]);
    await phone.send();
    expect((await only()).information).toBe('Three.');
    expect(digests((await only()).photos)).toEqual([first.sha256, second.sha256]);
  },
);

test('a later edit replaces a change that may have arrived and was refused', async () => {
  const photo = await aPhoto('teal');
  const item = await phone.report('One.', [photo]);
  net.fail(/^POST \/maintenance/, { status: 500 });
  await phone.send();
  await change(item, 'Two.', [photo]);
  net.fail(/^POST \/maintenance/, { status: 400, message: 'No.' });
  expect(await phone.send()).toEqual({ sent: 0, left: 'nothing' });
  await change(await lastWording(), 'Three.', [photo]);
  expect(await phone.waiting()).toHaveLength(1);
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect((await only()).information).toBe('Three.');
  expect(digests((await only()).photos)).toEqual([photo.sha256]);
});
