import { expect } from 'vitest';
import { database } from '../../src/offline/engine/database.ts';
import type { StoredPhoto } from '../../src/offline/engine/storedRecords.ts';
import {
  discardDraft,
  DraftChanged,
  openDraft,
  readDraft,
  type DraftVersion,
} from '../../src/offline/engine/drafts.ts';
import { forkDraft, saveDraft, saveDraftPhotos } from '../../src/offline/engine/draftWrites.ts';
import { AlreadySubmitted, queue } from '../../src/offline/engine/outbox/outbox.ts';
import { discard } from '../../src/offline/engine/outbox/revise.ts';
import { aPhoto, NOOR, ROBIN } from '../support/offline/device.ts';
import { phone, test } from '../support/offline/world.ts';

const FORM = 'new-request';

/** A form as one tab has it open. */
class OpenForm {
  private version: DraftVersion;
  readonly found: unknown;

  private constructor({ version, content }: Awaited<ReturnType<typeof openDraft>>) {
    this.version = version;
    this.found = content?.value;
  }

  static async open(): Promise<OpenForm> {
    return new OpenForm(await openDraft(ROBIN, FORM));
  }

  async type(information: string): Promise<void> {
    const { name, savedAt } = this.version;
    this.version = { name, savedAt: await saveDraft(ROBIN, name, { information }, savedAt) };
  }

  async choose(...photos: StoredPhoto[]): Promise<void> {
    const { name, savedAt } = this.version;
    this.version = { name, savedAt: await saveDraftPhotos(ROBIN, name, photos, savedAt) };
  }

  async submit(information: string, photos: StoredPhoto[] = []): Promise<void> {
    const body = { information };
    await queue({
      ...{ userId: ROBIN, route: 'createMaintenance', input: { body }, photos },
      draft: this.version,
    });
  }
}

/** The clock tells two writes apart by milliseconds. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 2));

const queued = async () =>
  (await phone.waiting()).map(({ input }) => (input.body as { information: string }).information);

test('a draft is restored after the app was killed, with its photos in order', async () => {
  const [first, second] = [await aPhoto('teal'), await aPhoto('navy')];
  await saveDraft(ROBIN, 'new', { information: 'The tap dr' });
  await saveDraftPhotos(ROBIN, 'new', [first, second]);
  database.close({ disableAutoOpen: false });
  expect(await readDraft(ROBIN, 'new')).toEqual({
    value: { information: 'The tap dr' },
    photos: [first, second],
  });
  await saveDraftPhotos(ROBIN, 'new', [second]);
  expect((await readDraft(ROBIN, 'new'))?.photos).toEqual([second]);
  await discardDraft(ROBIN, { name: 'new' });
  expect(await readDraft(ROBIN, 'new')).toBeUndefined();
});

test('one person does not see another’s draft', async () => {
  await saveDraft(ROBIN, 'new', { information: 'Mine.' });
  expect(await readDraft(NOOR, 'new')).toBeUndefined();
});

test('submitting deletes the draft, and a second tab that submits it again is told', async () => {
  const photo = await aPhoto();
  const first = await OpenForm.open();
  await first.type('The tap drips.');
  await first.choose(photo);
  const second = await OpenForm.open();
  expect(second.found).toEqual({ information: 'The tap drips.' });
  await second.submit('The tap drips.', [photo]);
  expect(await openDraft(ROBIN, FORM)).not.toHaveProperty('content');
  await expect(first.submit('The tap drips.', [photo])).rejects.toThrow(AlreadySubmitted);
  expect(await phone.waiting()).toHaveLength(1);
});

test('a second tab is told also after the first one’s report was sent and another was started', async () => {
  const first = await OpenForm.open();
  await first.type('The tap drips.');
  const second = await OpenForm.open();
  await second.submit('The tap drips.');
  const third = await OpenForm.open();
  await third.type('The door sticks.');
  await phone.send();
  await expect(first.submit('The tap drips.')).rejects.toThrow(AlreadySubmitted);
  expect((await OpenForm.open()).found).toEqual({ information: 'The door sticks.' });
  await third.submit('The door sticks.');
  expect(await queued()).toEqual(['The door sticks.']);
});

test('two tabs with different reports submit both, and neither loses its draft or photos', async () => {
  const [teal, navy] = [await aPhoto('teal'), await aPhoto('navy')];
  const [first, second] = [await OpenForm.open(), await OpenForm.open()];
  await first.type('The tap drips.');
  await first.choose(teal);
  await aMoment();
  await second.type('The door sticks.');
  await second.choose(navy);
  await first.submit('The tap drips.', [teal]);
  const { content } = await openDraft(ROBIN, FORM);
  expect(content).toEqual({ value: { information: 'The door sticks.' }, photos: [navy] });
  await second.submit('The door sticks.', [navy]);
  expect(await queued()).toEqual(['The tap drips.', 'The door sticks.']);
});

test('each of two drafts can be opened by its name, and the later one is opened where none is named', async () => {
  const [first, second] = [await OpenForm.open(), await OpenForm.open()];
  await first.type('The tap drips.');
  await aMoment();
  await second.type('The door sticks.');
  for (const { name, value } of await database.drafts.toArray()) {
    expect((await openDraft(ROBIN, FORM, name)).content?.value).toEqual(value);
  }
  for (const name of [undefined, 'reading:7', `${FORM}:${crypto.randomUUID()}`]) {
    expect((await openDraft(ROBIN, FORM, name)).content?.value).toEqual({ information: 'The door sticks.' });
  }
});

test('a tab that goes on with a draft that another tab rewrote keeps what it typed apart', async () => {
  const first = await OpenForm.open();
  await first.type('The tap drips.');
  await first.choose(await aPhoto());
  const second = await OpenForm.open();
  await aMoment();
  await second.type('The door sticks.');
  await aMoment();
  await expect(first.type('The tap drips all day.')).rejects.toThrow(DraftChanged);
  const photo = await aPhoto('navy');
  await expect(first.choose(photo)).rejects.toThrow(DraftChanged);
  await aMoment();
  await forkDraft(ROBIN, FORM, { value: { information: 'The tap drips all day.' }, photos: [photo] });
  const drafts = await database.drafts.toArray();
  expect(drafts.map(({ value }) => value)).toEqual(
    expect.arrayContaining([{ information: 'The door sticks.' }, { information: 'The tap drips all day.' }]),
  );
  expect(await database.draftPhotos.count()).toBe(2);
});

test('a report that is submitted as it was read leaves what another tab made of its draft', async () => {
  const first = await OpenForm.open();
  await first.type('The tap drips.');
  const second = await OpenForm.open();
  await aMoment();
  await second.type('The door sticks.');
  await first.submit('The tap drips.');
  expect((await OpenForm.open()).found).toEqual({ information: 'The door sticks.' });
  await second.submit('The door sticks.');
  expect(await queued()).toEqual(['The tap drips.', 'The door sticks.']);
});

test('nobody is told that a report was submitted whose draft was discarded or never stored', async () => {
  const first = await OpenForm.open();
  await first.type('The tap drips.');
  const second = await OpenForm.open();
  for (const { name } of await database.drafts.toArray()) await discardDraft(ROBIN, { name });
  await second.submit('The tap drips.');
  for (const { id } of await phone.waiting()) await discard(id);
  await first.submit('The tap drips.');
  const unsaved = await OpenForm.open();
  await unsaved.submit('The door sticks.');
  expect(await queued()).toEqual(['The tap drips.', 'The door sticks.']);
});

test('a draft of the version before is opened under an identity of its own', async () => {
  const photo = await aPhoto();
  await database.draftPhotos.add({
    ...{ ...photo, filename: photo.name, name: FORM, userId: ROBIN, position: 0 },
  });
  const opened = await openDraft(ROBIN, FORM);
  expect(opened.content).toEqual({ value: undefined, photos: [photo] });
  expect((await openDraft(ROBIN, FORM)).version).toEqual(opened.version);
});

test('the draft of an edit moves to the request when its report is sent meanwhile', async () => {
  const item = await phone.report('The tap drips.');
  const photo = await aPhoto();
  await saveDraft(ROBIN, `edit-${item.record}`, { information: 'The tap dri' });
  await saveDraftPhotos(ROBIN, `edit-${item.record}`, [photo]);
  await phone.send();
  const [request] = await phone.onServer();
  expect(await readDraft(ROBIN, `edit-maintenance:${request?.id}`)).toEqual({
    value: { information: 'The tap dri' },
    photos: [photo],
  });
});
