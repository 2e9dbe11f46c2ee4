import type { Settings } from '../../../contract/utilities/rates.ts';
import type { Meter } from '../../../contract/utilities/meters.ts';
import { saveReading, type Typed } from '../../offline/subjects/bills.ts';
import { costOf, NOTHING, readingOf } from './parseReading.ts';

export interface Totals {
  /** The number of units with a reading that can be billed. */
  entered: number;
  cents: number;
}

interface Counted {
  counts: boolean;
  cents: number;
}

type Listener = () => void;
/** A unit's id, or an event of all readings. */
type Subject = number | 'totals' | 'typed' | 'problem';

/**
 * The typed readings, outside of React's state, so that a keystroke renders its own row and the totals only. Each
 * change is written to IndexedDB at once.
 */
export class ReadingStore {
  problem: string | undefined;
  private totalsNow: Totals = { entered: 0, cents: 0 };
  private readonly counted = new Map<number, Counted>();
  private readonly listeners = new Map<Subject, Set<Listener>>();
  private readonly writing = new Set<Promise<void>>();
  private rates: Settings | undefined;
  private readonly userId: number;
  private readonly typed: Map<number, Typed>;

  constructor(userId: number, typed: Map<number, Typed>) {
    this.userId = userId;
    this.typed = typed;
  }

  typedOf = (unitId: number): Typed => this.typed.get(unitId) ?? NOTHING;
  totals = (): Totals => this.totalsNow;

  /** Sets the units to read and the rates. Readings of other units are kept, but not counted. */
  go(unitIds: readonly number[], rates: Settings | undefined): void {
    this.rates = rates;
    this.counted.clear();
    for (const id of unitIds) this.counted.set(id, this.count(id));
    this.addUp();
  }

  change(unitId: number, meter: Meter, text: string): void {
    this.put(unitId, { ...this.typedOf(unitId), [meter]: text });
    this.notify('typed');
    const written = this.write(unitId).finally(() => this.writing.delete(written));
    this.writing.add(written);
  }

  /** Loads the readings that are stored on this device. */
  put(unitId: number, typed: Typed): void {
    this.typed.set(unitId, typed);
    if (this.counted.has(unitId)) {
      this.counted.set(unitId, this.count(unitId));
      this.addUp();
    }
    this.notify(unitId);
  }

  /** Resolves when everything typed so far is stored on this device. */
  async saved(): Promise<void> {
    await Promise.all(this.writing);
  }

  subscribe(subject: Subject, listener: Listener): () => void {
    const all = this.listeners.get(subject) ?? new Set();
    this.listeners.set(subject, all.add(listener));
    return () => all.delete(listener);
  }

  private notify(subject: Subject): void {
    for (const listener of this.listeners.get(subject) ?? []) listener();
  }

  private addUp(): void {
    const all = [...this.counted.values()];
    this.totalsNow = {
      entered: all.filter(({ counts }) => counts).length,
      cents: all.reduce((sum, { cents }) => sum + cents, 0),
    };
    this.notify('totals');
  }

  private count(unitId: number): Counted {
    const typed = this.typedOf(unitId);
    return { counts: readingOf(typed).counts, cents: costOf(typed, this.rates)?.cents ?? 0 };
  }

  private async write(unitId: number): Promise<void> {
    try {
      await saveReading(this.userId, unitId, () => this.typedOf(unitId));
      this.say(undefined);
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
    }
  }

  private say(problem: string | undefined): void {
    if (problem === this.problem) return;
    this.problem = problem;
    this.notify('problem');
  }
}
