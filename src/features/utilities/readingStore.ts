import type { Settings } from '../../../contract/utilities/rates.ts';
import type { TariffOfKind } from '../../../contract/utilities/tariffs.ts';
import type { Meter } from '../../../contract/utilities/meters.ts';
import type { InstalledMeter } from '../../../contract/utilities/installedMeter.ts';
import { saveReading, type Typed, type TypedReading } from '../../offline/subjects/bills.ts';
import type { StoredPhoto } from '../../offline/engine/storedRecords.ts';
import { keepReadingPhoto } from '../../offline/subjects/photos/readingPhotos.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { costOf, NOTHING, readingOf } from './parseReading.ts';

export interface Totals {
  /** The number of units with a reading that can be billed. */
  entered: number;
  cents: number;
  /** The number of units of which no meter is read, and one is skipped. */
  skipped: number;
  /** The number of units with a reading that is wrong, or out of the usual. */
  toCheck: number;
}

interface Counted {
  counts: boolean;
  cents: number;
  skipped: boolean;
  toCheck: boolean;
}

/** A unit to read, and whether one of its meters is skipped. */
export interface CountedUnit {
  unit_id: number;
  meters: readonly InstalledMeter[];
  skipped: boolean;
  tariffs?: TariffOfKind | undefined;
}

/** In milliseconds without a key, after which what is typed at a meter is stored. */
const REST = 1000;

type Listener = () => void;
/** A unit's id, or an event of all readings. */
type Subject = number | 'totals' | 'typed' | 'problem';

/**
 * The typed readings, outside of React's state, so that a keystroke renders its own row and the totals only. A usage
 * is written to IndexedDB with each change, what a meter shows once its field is left or rests.
 */
export class ReadingStore {
  problem: string | undefined;
  private totalsNow: Totals = { entered: 0, cents: 0, skipped: 0, toCheck: 0 };
  private readonly units = new Map<number, CountedUnit>();
  private readonly counted = new Map<number, Counted>();
  private readonly listeners = new Map<Subject, Set<Listener>>();
  private readonly unstored = new Set<number>();
  private readonly writing = new Set<Promise<void>>();
  private rest: ReturnType<typeof setTimeout> | undefined;
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
  go(units: readonly CountedUnit[], rates: Settings | undefined): void {
    this.rates = rates;
    this.counted.clear();
    this.units.clear();
    for (const unit of units) {
      this.units.set(unit.unit_id, unit);
      this.counted.set(unit.unit_id, this.count(unit.unit_id));
    }
    this.addUp();
  }

  change(unitId: number, meter: Meter, text: string): void {
    this.changeTo(unitId, { ...this.typedOf(unitId), [meter]: text });
  }

  /**
   * Changes what is typed at one meter. While it is typed it is no reading yet: it is stored once its field is left, or
   * once nothing was typed for a second, since a page that ends while the field has the focus may store nothing more.
   */
  read(unitId: number, meterId: number, reading: TypedReading): void {
    this.set(unitId, meterId, reading);
    clearTimeout(this.rest);
    this.rest = setTimeout(this.store, REST);
  }

  private set(unitId: number, meterId: number, reading: TypedReading): void {
    const typed = this.typedOf(unitId);
    this.put(unitId, { ...typed, meters: { ...typed.meters, [meterId]: reading } });
    this.unstored.add(unitId);
    this.notify('typed');
  }

  /** Stores a photo that was taken at one meter. @throws {OutOfSpace} where the device has no room */
  async keepPhoto(unitId: number, meterId: number, photo: StoredPhoto): Promise<void> {
    const before = this.typedOf(unitId).meters?.[meterId] ?? { text: '', on: isoDay() };
    this.set(unitId, meterId, { ...before, photos: [...(before.photos ?? []), photo.sha256] });
    try {
      await keepReadingPhoto(this.userId, unitId, photo, () => this.typedOf(unitId));
    } catch (error) {
      this.dropPhoto(unitId, meterId, photo.sha256);
      throw error;
    }
  }

  /** Takes a photo off a reading. */
  dropPhoto(unitId: number, meterId: number, sha256: string): void {
    const before = this.typedOf(unitId).meters?.[meterId];
    if (!before) return;
    this.set(unitId, meterId, { ...before, photos: before.photos?.filter((each) => each !== sha256) });
    this.storeUnit(unitId);
  }

  /** Stores what was typed at meters since it was stored last. */
  store = (): void => {
    clearTimeout(this.rest);
    for (const unitId of this.unstored) this.storeUnit(unitId);
  };

  private changeTo(unitId: number, typed: Typed): void {
    this.put(unitId, typed);
    this.notify('typed');
    this.storeUnit(unitId);
  }

  private storeUnit(unitId: number): void {
    this.unstored.delete(unitId);
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
    this.store();
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
      skipped: all.filter(({ skipped }) => skipped).length,
      toCheck: all.filter(({ toCheck }) => toCheck).length,
    };
    this.notify('totals');
  }

  private count(unitId: number): Counted {
    const unit = this.units.get(unitId);
    const reading = readingOf(this.typedOf(unitId), unit?.meters);
    const { counts, problems, home } = reading;
    const states = [...(home?.states.values() ?? [])];
    return {
      ...{ counts, cents: costOf(reading, this.rates, unit?.tariffs)?.cents ?? 0 },
      skipped: Boolean(unit?.skipped) && states.every(({ reading, problem }) => !reading && !problem),
      toCheck: Object.keys(problems).length > 0 || states.some(({ problem, unusual }) => problem ?? unusual),
    };
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
