/** What an entry does in the month's report. */
export type Side = 'charged' | 'collected' | 'waived' | 'from_deposits' | 'refunded';

/** A household: who rents a home together, the first of whom is billed, and the percents that each is asked for. */
export interface Household {
  lease: number;
  unit: number;
  tenants: readonly number[];
  /** Whole percents in the order of the tenants; undefined where none are set. */
  percents: readonly number[] | undefined;
}

export interface ModelEntry {
  /** The entry of the product, where it has to be named to it. */
  id?: number;
  number: number;
  home: Household;
  /** Cents: positive is owed. */
  cents: number;
  type: string;
  day: string;
  side: Side;
  /** Of a payment. */
  payer?: number;
  /** Cents that are not allocated. */
  open: number;
  /** It, or what it takes back, was taken back. */
  gone: boolean;
}

interface Allocation {
  credit: ModelEntry;
  charge: ModelEntry;
  cents: number;
}

const FEES = ['Late Fee', 'Damage Fee', 'Parking Fee', 'Returned Payment Fee'];
const rankOf = ({ type }: ModelEntry) => (type === 'Rent' ? 1 : FEES.includes(type) ? 3 : 2);
const byDay = (a: ModelEntry, b: ModelEntry) =>
  a.day < b.day ? -1 : a.day > b.day ? 1 : a.number - b.number;

const daysFrom = (day: string, until: string) => (Date.parse(until) - Date.parse(day)) / 86_400_000;

/** The accounts of homes in whole cents, told once more without the product: by lists that are gone through again each time. */
export class HomesModel {
  readonly entries: ModelEntry[] = [];
  readonly deposits = new Map<number, number>();
  private readonly allocations: Allocation[] = [];
  /** The rents that bear no fee yet, each with the day on which it was posted. */
  private rents: { entry: ModelEntry; posted: string }[] = [];

  post(
    given: Pick<ModelEntry, 'home' | 'cents' | 'type' | 'day' | 'side'> & { id?: number; payer?: number },
  ): ModelEntry {
    const entry = { ...given, number: this.entries.length, open: Math.abs(given.cents), gone: false };
    this.entries.push(entry);
    this.allocate(entry.home);
    return entry;
  }

  /** A check that came back is as if it had never been received, but that both entries stand. */
  takeBack(payment: ModelEntry, day: string): void {
    for (const each of this.allocations.filter(({ credit }) => credit === payment))
      each.charge.open += each.cents;
    this.keepAllocations(({ credit }) => credit !== payment);
    payment.gone = true;
    payment.open = 0;
    const { home, side, type } = payment;
    this.entries.push({
      ...{ home, side, type, day, cents: -payment.cents, number: this.entries.length, open: 0, gone: true },
    });
  }

  /** What was taken back stands again: both entries of that stand, and the payment pays what is open. */
  restore(payment: ModelEntry, day: string): void {
    payment.gone = false;
    payment.open = Math.abs(payment.cents);
    const { home, side, type, cents } = payment;
    this.entries.push({
      ...{ home, side, type, day, cents, number: this.entries.length, open: 0, gone: true },
    });
    this.allocate(home);
  }

  /** Lets what is open pay what is open: first what others than the billed tenant paid, each in the order of its day. */
  allocate(home: Household): void {
    const own = this.entries.filter((entry) => entry.home === home && entry.open > 0);
    const charges = own.filter(({ cents }) => cents > 0).sort((a, b) => rankOf(a) - rankOf(b) || byDay(a, b));
    const credits = own.filter(({ cents }) => cents < 0).sort(byDay);
    const isOthers = ({ payer }: ModelEntry) => payer !== undefined && payer !== home.tenants[0];
    for (const credit of [...credits.filter(isOthers), ...credits.filter((each) => !isOthers(each))]) {
      for (const charge of charges) {
        const cents = Math.min(credit.open, charge.open);
        if (cents === 0) continue;
        credit.open -= cents;
        charge.open -= cents;
        this.allocations.push({ credit, charge, cents });
      }
    }
  }

  private keepAllocations(keep: (each: Allocation) => boolean): void {
    this.allocations.splice(0, this.allocations.length, ...this.allocations.filter(keep));
  }

  rent(home: Household, { due, posted, cents }: { due: string; posted: string; cents: number }): void {
    const entry = this.post({ home, cents, type: 'Rent', day: due, side: 'charged' });
    this.rents.push({ entry, posted });
  }

  /**
   * Charges late fees on a day: five days after rent was due and posted, once, not for less than a card can be charged, and none any
   * more 62 days after it was posted. They wait while the bank processes a payment for the home.
   */
  late(day: string, cents: number, isPaying: (home: Household) => boolean): void {
    const isLate = ({ entry, posted }: { entry: ModelEntry; posted: string }) =>
      daysFrom(posted, day) >= 5 &&
      daysFrom(entry.day, day) >= 5 &&
      daysFrom(posted, day) < 62 &&
      entry.open >= 50 &&
      !isPaying(entry.home);
    const late = this.rents.filter(isLate);
    this.rents = this.rents.filter((each) => !late.includes(each));
    for (const { entry } of late) {
      this.post({ home: entry.home, cents, type: 'Late Fee', day, side: 'charged' });
    }
  }

  of(home: Household): ModelEntry[] {
    return this.entries.filter((entry) => entry.home === home);
  }

  balance(home: Household): number {
    return this.of(home).reduce((sum, { cents }) => sum + cents, 0);
  }

  /** What is not paid of the charges of a home. */
  owes(home: Household): number {
    return this.of(home).reduce((sum, { cents, open }) => sum + (cents > 0 ? open : 0), 0);
  }

  held(home: Household): number {
    return this.deposits.get(home.lease) ?? 0;
  }

  hold(home: Household, cents: number): void {
    this.deposits.set(home.lease, this.held(home) + cents);
  }

  /** What each tenant is asked for: their part of all charges, less what was credited of these and what they paid of them. */
  asked(home: Household): number[] {
    const { tenants, percents = [] } = home;
    const charges = this.of(home).filter(({ cents, gone, side }) => cents > 0 && !gone && side === 'charged');
    const open = charges.reduce((sum, charge) => sum + charge.open, 0);
    const sums = tenants.map(() => 0);
    for (const charge of charges) {
      const paying = this.allocations.filter((each) => each.charge === charge);
      const credited = paying.filter(({ credit }) => credit.payer === undefined);
      const whole = charge.cents - credited.reduce((sum, { cents }) => sum + cents, 0);
      const parts = percents.map((percent) => Math.trunc((whole * percent) / 100));
      const rests = percents.map((percent, index) => ({ index, rest: (whole * percent) % 100 }));
      const left = whole - parts.reduce((sum, part) => sum + part, 0);
      rests.sort((a, b) => b.rest - a.rest || a.index - b.index);
      for (const { index } of rests.slice(0, left)) parts[index]! += 1;
      tenants.forEach((tenant, index) => {
        const paid = paying.filter(({ credit }) => credit.payer === tenant);
        sums[index]! += parts[index]! - paid.reduce((sum, { cents }) => sum + cents, 0);
      });
    }
    return sums.map((sum) => Math.min(Math.max(sum, 0), open));
  }

  /** The figures of a month, in cents; a month as `2026-05`. */
  report(month: string): Record<Side | 'opening' | 'closing', number> {
    const sum = (entries: readonly ModelEntry[]) => entries.reduce((cents, each) => cents + each.cents, 0);
    const within = this.entries.filter(({ day }) => day.startsWith(month));
    const of = (side: Side) => sum(within.filter((each) => each.side === side));
    const opening = sum(this.entries.filter(({ day }) => day < month));
    return {
      opening,
      charged: of('charged'),
      refunded: of('refunded'),
      ...{ collected: 0 - of('collected'), waived: 0 - of('waived'), from_deposits: 0 - of('from_deposits') },
      closing: opening + sum(within),
    };
  }
}

/** A part of a month's rent, by the days that the lease covers, rounded half up. */
export function partOfMonth(cents: number, days: number, month: string): number {
  const [year, number] = month.split('-').map(Number);
  const whole = new Date(Date.UTC(year!, number, 0)).getUTCDate();
  return Math.round((cents * Math.min(days, whole)) / whole);
}
