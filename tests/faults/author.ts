import type { MaintenanceRequest } from '../../contract/maintenance.ts';
import { priceOf, type UtilityBillEntry } from '../../contract/utilities.ts';
import type { ShownBill } from '../../src/offline/subjects/bills.ts';
import type { OutboxItem, StoredPhoto } from '../../src/offline/engine/database.ts';
import { markOf, newest, type Meant, type Reading, type Report } from './meant.ts';
import type { People, Person } from './people.ts';
import type { Realm } from './simulation/realm.ts';
import { tinyPhoto } from './tinyPhoto.ts';
import { textOf } from './verdict.ts';

/** In force all the time. */
export const RATES = { rate_water: 0.0125, rate_electric: 0.145, rate_gas: 1.09 };

const DRAFT = 'new-request';

/** How an act ended for whoever did it: done, refused in words, or cut short by a kill. */
type Outcome = 'done' | 'told' | 'cut';

/** What people do in a tab, as its screens do it, and what they mean by it. */
export class Author {
  readonly meant: Meant[] = [];
  private readonly tag: string;
  private readonly people: People;

  constructor(tag: string, people: People) {
    this.tag = tag;
    this.people = people;
  }

  /** Does something in a tab that may die meanwhile. */
  private async act(tab: Realm, work: () => Promise<unknown>): Promise<Outcome> {
    const done = work().then(
      (): Outcome => 'done',
      (error: unknown): Outcome => {
        if (tab.dead) return 'cut';
        // What a screen tells in words.
        if (/^(OutOfSpace|DraftGone|InDoubt|ItemGone)$/.test((error as Error).name)) return 'told';
        throw error;
      },
    );
    return Promise.race([done, tab.death.then((): Outcome => 'cut')]);
  }

  async report(tab: Realm, by: Person, photos: number, draft: boolean | Realm): Promise<void> {
    if (draft && !(await this.resume(tab, by))) return;
    const taken: StoredPhoto[] = [];
    for (let each = 0; each < photos; each += 1) taken.push(await this.photo(tab));
    const report: Report = {
      ...{ kind: 'report', n: this.meant.length + 1, by, version: 1, right: ['gone'] },
      ...{ takenBack: false, completed: false, changes: 0 },
    };
    this.meant.push(report);
    const text = this.wordingOf(report);
    const wording = { text, photos: taken.map(({ sha256 }) => sha256) };
    const { code } = tab;
    if (draft) {
      const written = await this.act(tab, async () => {
        await code.saveDraft(by.id, DRAFT, { information: text });
        await code.saveDraftPhotos(by.id, DRAFT, taken);
      });
      // What was told to be kept may be submitted later; what was not kept was never written.
      report.right = written === 'done' ? [wording] : ['gone', wording, { text, photos: [] }];
      if (written === 'done') report.changes = 1;
      if (written !== 'done') return;
    }
    const submit = (from: Realm) =>
      this.act(from, () =>
        from.code.queue({
          userId: by.id,
          route: 'createMaintenance',
          input: { body: { information: text } },
          photos: taken,
          ...(draft ? { draft: DRAFT } : {}),
        }),
      );
    const [outcome] = await Promise.all([submit(tab), ...(typeof draft === 'object' ? [submit(draft)] : [])]);
    if (draft) return;
    if (outcome !== 'told') report.right = outcome === 'done' ? [wording] : ['gone', wording];
    if (outcome === 'done') report.changes = 1;
  }

  /** What the phone kept of a form that a kill closed is submitted as it is there; tells whether no form is left. */
  async resume(tab: Realm, by: Person): Promise<boolean> {
    const draft = await tab.code.readDraft(by.id, DRAFT);
    if (draft) {
      const { information } = (draft.value ?? {}) as { information?: string };
      const report = this.reports().find((each) => information?.startsWith(markOf(this.tag, each)));
      if (!report || !information) {
        await tab.code.discardDraft(by.id, DRAFT);
        return true;
      }
      const photos = draft.photos;
      const outcome = await this.act(tab, () =>
        tab.code.queue({
          ...{
            userId: by.id,
            route: 'createMaintenance',
            input: { body: { information } },
            photos,
            draft: DRAFT,
          },
        }),
      );
      if (outcome === 'done')
        report.right = [{ text: information, photos: photos.map(({ sha256 }) => sha256) }];
      if (outcome === 'done') report.changes = Math.max(1, report.changes);
      if (outcome !== 'done') return false;
    }
    const typed = await tab.code.readReadings(by.id);
    const left = this.readings().filter(({ n, of }) => of.unit && typed.get(of.unit)?.water === String(n));
    return left.length === 0 || (await this.post(tab, by, left)) === 'done';
  }

  async edit(tab: Realm, report: Report, photos: 'as they are' | 'one more' | 'one less'): Promise<void> {
    const { code } = tab;
    const items = await this.wordings(tab, report);
    const last = items.at(-1);
    const record = last ? undefined : await this.known(tab, report);
    if (!last && !record) return;
    const before = newest(report);
    // Where a kill left open which photos it has, only a whole look at it tells.
    const possible = report.right.filter((each) => each !== 'gone');
    const doubtful = possible.some((one) =>
      possible.some((other) => other.photos.some((photo) => !one.photos.includes(photo))),
    );
    if (!before || (doubtful && last?.route !== 'createMaintenance')) return;
    if (doubtful) before.photos = last!.photos.map(({ sha256 }) => sha256);

    const onDevice = unique(items.flatMap((item) => item.photos)).filter(({ sha256 }) =>
      before.photos.includes(sha256),
    );
    const added = photos === 'one more' && before.photos.length < 10 ? [await this.photo(tab)] : [];
    const dropped = photos === 'one less' ? onDevice.at(-1)?.sha256 : undefined;
    const chosen = [...onDevice.filter(({ sha256 }) => sha256 !== dropped), ...added];
    report.version += 1;
    const text = this.wordingOf(report);
    const outcome = await this.act(tab, () =>
      last
        ? code.revise(last.id, {
            body: { ...(last.input.body as object), information: text },
            photos: chosen,
          })
        : code.queue({
            userId: report.by.id,
            route: 'updateMaintenance',
            input: {
              params: { id: String(record!.id) },
              body: {
                information: text,
                keep_photos: record!.photos.map(({ id }) => id),
                updated_at: record!.updated_at,
              },
            },
            photos: chosen,
            record: `maintenance:${record!.id}`,
          }),
    );
    const after = {
      text,
      photos: [...before.photos.filter((sha256) => sha256 !== dropped), ...added.map(({ sha256 }) => sha256)],
    };
    if (outcome === 'done') report.right = [after];
    if (outcome === 'cut') report.right.push(after);
    if (outcome === 'done') report.changes += 1;
  }

  async takeBack(tab: Realm, report: Report): Promise<void> {
    const { code } = tab;
    const created = (await this.wordings(tab, report)).find(({ route }) => route === 'createMaintenance');
    const record = created ? undefined : await this.known(tab, report);
    if (!created && !record) return;
    const outcome = await this.act(tab, () =>
      created
        ? code.discard(created.id)
        : code.queue({
            userId: report.by.id,
            route: 'cancelMaintenance',
            input: { params: { id: String(record!.id) } },
            record: `maintenance:${record!.id}`,
          }),
    );
    if (outcome === 'told') return;
    report.takenBack = true;
    report.right = outcome === 'done' ? ['gone'] : [...report.right, 'gone'];
    if (outcome === 'done') report.changes += 1;
  }

  async complete(tab: Realm, by: Person, report: Report, id: number): Promise<void> {
    const outcome = await this.act(tab, () =>
      tab.code.queue({
        userId: by.id,
        route: 'completeMaintenance',
        input: { params: { id: String(id) }, body: { completed: true } },
        record: `maintenance:${id}`,
      }),
    );
    if (outcome !== 'done') return;
    report.completed = true;
    report.changes += 1;
  }

  async suggest(tab: Realm, by: Person): Promise<void> {
    const suggestion: Meant = { kind: 'suggestion', n: this.meant.length + 1, by, maybe: true };
    this.meant.push(suggestion);
    const announcement = `${markOf(this.tag, suggestion)}bike for sale`;
    const outcome = await this.act(tab, () =>
      tab.code.queue({
        userId: by.id,
        route: 'submitAnnouncement',
        input: { body: { announcement, announcement_type: 'General' } },
      }),
    );
    suggestion.maybe = outcome !== 'done';
  }

  async readMeters(tab: Realm, by: Person, units: 1 | 2 | 3): Promise<void> {
    if (!(await this.resume(tab, by))) return;
    const read: Reading[] = [];
    for (const of of this.people.filter((_, at) => units & (1 << at))) {
      const reading: Reading = { kind: 'reading', n: this.meant.length + 1, by, of, maybe: true };
      this.meant.push(reading);
      const saved = await this.act(tab, () => tab.code.saveReading(by.id, of.unit!, () => typedOf(reading)));
      if (saved === 'cut') return;
      reading.maybe = saved !== 'done';
      if (saved === 'done') read.push(reading);
    }
    if (read.length > 0) await this.post(tab, by, read);
  }

  private async post(tab: Realm, by: Person, read: Reading[]): Promise<Outcome> {
    const bills: ShownBill[] = read.map((reading) => ({
      ...{ user_id: reading.of.id, unit_id: reading.of.unit!, unit: 'Unit', person: 'Robin Hale' },
      typed: typedOf(reading),
    }));
    return this.act(tab, () => tab.code.queueBills(by.id, read.map(entryOf), { bills, rates: RATES }));
  }

  /** Takes unsent bills back and what was read with them. */
  async withdrawBills(tab: Realm, item: OutboxItem): Promise<void> {
    const entries = item.input.body as UtilityBillEntry[];
    const own = this.readings().filter(({ n }) => entries.some(({ water_usage }) => water_usage === n));
    const outcome = await this.act(tab, async () => {
      for (const { unit_id } of await tab.code.withdrawBills(item.id)) {
        await tab.code.saveReading(item.userId, unit_id, () => ({ water: '', electric: '', gas: '' }));
      }
    });
    if (outcome !== 'told') for (const reading of own) reading.maybe = true;
  }

  reports(): Report[] {
    return this.meant.filter((each) => each.kind === 'report');
  }

  private readings(): Reading[] {
    return this.meant.filter((each) => each.kind === 'reading');
  }

  private wordingOf(report: Report): string {
    return `${markOf(this.tag, report)}v${report.version}`;
  }

  private async photo({ code }: Realm): Promise<StoredPhoto> {
    return code.toStoredPhoto(new Blob([await tinyPhoto()], { type: 'image/jpeg' }), 'tiny.jpg');
  }

  /** The unsent wordings of a report, as the screens find them. */
  private async wordings({ code }: Realm, report: Report): Promise<OutboxItem[]> {
    const items = await code.itemsOf(report.by.id);
    return items.filter((item) => textOf(item).startsWith(markOf(this.tag, report)));
  }

  /** The report as the phone keeps it from the server. */
  private async known({ code }: Realm, report: Report): Promise<MaintenanceRequest | undefined> {
    const cached = await code.readCached(report.by.id, 'listMaintenance', {});
    return cached?.answer.find(({ information }) => information.startsWith(markOf(this.tag, report)));
  }
}

function typedOf({ n }: Reading) {
  return { water: String(n), electric: '310', gas: '' };
}

function entryOf({ n, of }: Reading): UtilityBillEntry {
  const usage = { water_usage: n, electric_usage: 310, gas_usage: 0 };
  const { cents: _, ...costs } = priceOf(usage, RATES);
  return { user_id: of.id, ...usage, ...costs };
}

function unique(photos: StoredPhoto[]): StoredPhoto[] {
  return [...new Map(photos.map((photo) => [photo.sha256, photo])).values()];
}
