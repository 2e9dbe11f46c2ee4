import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import type { UtilityBillEntry } from '../../../contract/utilities/utilityBills.ts';
import { priceOf } from '../../../contract/utilities/billPrice.ts';
import type { ShownBill } from '../../../src/offline/subjects/bills.ts';
import type { OutboxItem } from '../../../src/offline/engine/database.ts';
import type { StoredPhoto } from '../../../src/offline/engine/storedRecords.ts';
import { textOf, textPrefix, type Expected, type Reading, type Report } from '../expected.ts';
import type { People, Person } from '../people.ts';
import type { DraftVersion } from '../../../src/offline/engine/drafts.ts';
import type { Sandbox } from '../simulation/sandbox.ts';
import { tinyPhoto } from '../tinyPhoto.ts';

/** In force all the time. */
export const RATES = { rate_water: 0.0125, rate_electric: 0.145, rate_gas: 1.09 };

const DRAFT = 'new-request';

/** How an action ended: completed, rejected with a message, or cut short by a kill. */
type Outcome = 'completed' | 'rejected' | 'killed';

/** Does in a tab what its screens do, and records what is expected of it. */
export class Actor {
  readonly expected: Expected[] = [];
  readonly tag: string;
  private readonly people: People;

  constructor(tag: string, people: People) {
    this.tag = tag;
    this.people = people;
  }

  /** Does something in a tab that may die meanwhile. */
  async act(tab: Sandbox, work: () => Promise<unknown>): Promise<Outcome> {
    const outcome = work().then(
      (): Outcome => 'completed',
      (error: unknown): Outcome => {
        if (tab.dead) return 'killed';
        // What a screen tells in words.
        if (/^(OutOfSpace|AlreadySubmitted|InDoubt|ItemGone)$/.test((error as Error).name)) return 'rejected';
        throw error;
      },
    );
    return Promise.race([outcome, tab.death.then((): Outcome => 'killed')]);
  }

  async report(tab: Sandbox, author: Person, photos: number, draft: boolean | Sandbox): Promise<void> {
    if (draft && !(await this.resume(tab, author))) return;
    const photosTaken: StoredPhoto[] = [];
    for (let each = 0; each < photos; each += 1) photosTaken.push(await this.photo(tab));
    const report: Report = {
      ...{ kind: 'report', n: this.expected.length + 1, author, version: 1, accepted: ['absent'] },
      ...{ cancelled: false, completed: false, changes: 0 },
    };
    this.expected.push(report);
    const text = this.textFor(report);
    const version = { text, photos: photosTaken.map(({ sha256 }) => sha256) };
    const { app } = tab;
    let written: DraftVersion | undefined;
    if (draft) {
      const draftSaved = await this.act(tab, async () => {
        const { version: opened } = await app.openDraft(author.id, DRAFT);
        const typed = await app.saveDraft(author.id, opened.name, { information: text }, opened.savedAt);
        const savedAt = await app.saveDraftPhotos(author.id, opened.name, photosTaken, typed);
        written = { name: opened.name, savedAt };
      });
      // A saved draft may be submitted later; one that was not saved is lost with the form.
      report.accepted = draftSaved === 'completed' ? [version] : ['absent', version, { text, photos: [] }];
      if (draftSaved === 'completed') report.changes = 1;
      if (draftSaved !== 'completed') return;
    }
    const submit = (from: Sandbox) =>
      this.act(from, () =>
        from.app.queue({
          userId: author.id,
          route: 'createMaintenance',
          input: { body: { information: text } },
          photos: photosTaken,
          draft: written,
        }),
      );
    const [outcome] = await Promise.all([submit(tab), ...(typeof draft === 'object' ? [submit(draft)] : [])]);
    if (draft) return;
    if (outcome !== 'rejected') report.accepted = outcome === 'completed' ? [version] : ['absent', version];
    if (outcome === 'completed') report.changes = 1;
  }

  /** Submits the draft of a form that a kill closed. Returns whether no draft is left. */
  async resume(tab: Sandbox, author: Person): Promise<boolean> {
    const { version: opened, content } = await tab.app.openDraft(author.id, DRAFT);
    if (content) {
      const { information } = (content.value ?? {}) as { information?: string };
      const report = this.reports().find((each) => information?.startsWith(textPrefix(this.tag, each)));
      if (!report || !information) {
        await tab.app.discardDraft(author.id, opened);
        return true;
      }
      const { photos } = content;
      const outcome = await this.act(tab, () =>
        tab.app.queue({
          ...{
            userId: author.id,
            route: 'createMaintenance',
            input: { body: { information } },
            photos,
            draft: opened,
          },
        }),
      );
      if (outcome === 'completed')
        report.accepted = [{ text: information, photos: photos.map(({ sha256 }) => sha256) }];
      if (outcome === 'completed') report.changes = Math.max(1, report.changes);
      if (outcome !== 'completed') return false;
    }
    const typed = await tab.app.readReadings(author.id);
    const unsent = this.readings().filter(
      ({ n, tenant }) => tenant.unit && typed.get(tenant.unit)?.water === String(n),
    );
    return unsent.length === 0 || (await this.post(tab, author, unsent)) === 'completed';
  }

  async cancel(tab: Sandbox, report: Report): Promise<void> {
    const { app } = tab;
    const created = (await this.unsentItems(tab, report)).find(({ route }) => route === 'createMaintenance');
    const record = created ? undefined : await this.cachedReport(tab, report);
    if (!created && !record) return;
    const outcome = await this.act(tab, () =>
      created
        ? app.discard(created.id)
        : app.queue({
            userId: report.author.id,
            route: 'cancelMaintenance',
            input: { params: { id: String(record!.id) } },
            record: `maintenance:${record!.id}`,
          }),
    );
    if (outcome === 'rejected') return;
    report.cancelled = true;
    report.accepted = outcome === 'completed' ? ['absent'] : [...report.accepted, 'absent'];
    if (outcome === 'completed') report.changes += 1;
  }

  async complete(tab: Sandbox, author: Person, report: Report, id: number): Promise<void> {
    const outcome = await this.act(tab, () =>
      tab.app.queue({
        userId: author.id,
        route: 'completeMaintenance',
        input: { params: { id: String(id) }, body: { completed: true } },
        record: `maintenance:${id}`,
      }),
    );
    if (outcome !== 'completed') return;
    report.completed = true;
    report.changes += 1;
  }

  async suggest(tab: Sandbox, author: Person): Promise<void> {
    const suggestion: Expected = { kind: 'suggestion', n: this.expected.length + 1, author, uncertain: true };
    this.expected.push(suggestion);
    const announcement = `${textPrefix(this.tag, suggestion)}bike for sale`;
    const outcome = await this.act(tab, () =>
      tab.app.queue({
        userId: author.id,
        route: 'submitAnnouncement',
        input: { body: { announcement, announcement_type: 'General' } },
      }),
    );
    suggestion.uncertain = outcome !== 'completed';
  }

  async readMeters(tab: Sandbox, author: Person, units: 1 | 2 | 3): Promise<void> {
    if (!(await this.resume(tab, author))) return;
    const readings: Reading[] = [];
    for (const tenant of this.people.filter((_, at) => units & (1 << at))) {
      const reading: Reading = {
        kind: 'reading',
        n: this.expected.length + 1,
        author,
        tenant,
        uncertain: true,
      };
      this.expected.push(reading);
      const saved = await this.act(tab, () =>
        tab.app.saveReading(author.id, tenant.unit!, () => typedOf(reading)),
      );
      if (saved === 'killed') return;
      reading.uncertain = saved !== 'completed';
      if (saved === 'completed') readings.push(reading);
    }
    if (readings.length > 0) await this.post(tab, author, readings);
  }

  private async post(tab: Sandbox, author: Person, readings: Reading[]): Promise<Outcome> {
    const bills: ShownBill[] = readings.map((reading) => ({
      ...{ user_id: reading.tenant.id, unit_id: reading.tenant.unit!, unit: 'Unit', person: 'Robin Hale' },
      typed: typedOf(reading),
    }));
    return this.act(tab, () => tab.app.queueBills(author.id, readings.map(entryOf), { bills, rates: RATES }));
  }

  /** Withdraws unsent bills and clears their readings. */
  async withdrawBills(tab: Sandbox, item: OutboxItem): Promise<void> {
    const entries = item.input.body as UtilityBillEntry[];
    const withdrawn = this.readings().filter(({ n }) => entries.some(({ water_usage }) => water_usage === n));
    const outcome = await this.act(tab, async () => {
      for (const { unit_id } of await tab.app.withdrawBills(item.id)) {
        await tab.app.saveReading(item.userId, unit_id, () => ({ water: '', electric: '', gas: '' }));
      }
    });
    if (outcome !== 'rejected') for (const reading of withdrawn) reading.uncertain = true;
  }

  reports(): Report[] {
    return this.expected.filter((each) => each.kind === 'report');
  }

  private readings(): Reading[] {
    return this.expected.filter((each) => each.kind === 'reading');
  }

  textFor(report: Report): string {
    return `${textPrefix(this.tag, report)}v${report.version}`;
  }

  async photo({ app }: Sandbox): Promise<StoredPhoto> {
    return app.toStoredPhoto(new Blob([await tinyPhoto()], { type: 'image/jpeg' }), 'tiny.jpg');
  }

  /** The unsent changes of a report, found as the screens find them. */
  async unsentItems({ app }: Sandbox, report: Report): Promise<OutboxItem[]> {
    const items = await app.itemsOf(report.author.id);
    return items.filter((item) => textOf(item).startsWith(textPrefix(this.tag, report)));
  }

  /** The report in the phone's cached reads. */
  async cachedReport({ app }: Sandbox, report: Report): Promise<MaintenanceRequest | undefined> {
    const cached = await app.readCached(report.author.id, 'listMaintenance', {});
    return cached?.answer.find(({ information }) => information.startsWith(textPrefix(this.tag, report)));
  }
}

function typedOf({ n }: Reading) {
  return { water: String(n), electric: '310', gas: '' };
}

function entryOf({ n, tenant }: Reading): UtilityBillEntry {
  const usage = { water_usage: n, electric_usage: 310, gas_usage: 0 };
  const { cents: _, ...costs } = priceOf(usage, RATES);
  return { user_id: tenant.id, ...usage, ...costs };
}
