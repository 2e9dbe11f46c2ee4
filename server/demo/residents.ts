import { ENTRY_KINDS } from '../../contract/ledger/entryKinds.ts';
import type { UnitName } from './places.ts';

const { bankPayment, cardPayment, cash, check, moneyOrder } = ENTRY_KINDS;

/** The state of a tenant's balance today. */
export type Standing =
  'paid' | 'owes utilities' | 'owes this month' | 'two months behind' | 'three months behind' | 'paid ahead';

export type Method = (
  typeof cardPayment | typeof bankPayment | typeof cash | typeof check | typeof moneyOrder
)['type'];

/** How the person who is billed for a unit pays. */
export interface Billing {
  method: Method;
  /** The day of the month; after the 5th a late fee is due. */
  day: number;
  standing: Standing;
  /** Dollars a month for a parking space. */
  parking?: number;
  /** How many months ago autopay was set up, for the day on which rent is due. */
  autopay?: number;
}

export interface DemoResident {
  username: string;
  first: string;
  last: string;
  unit?: UnitName;
  /** How many months ago they moved in; ledgers go back 11 months at most. */
  since?: number;
  /** Present for the tenant who is billed for the unit. */
  bills?: Billing;
  /** How many months ago they moved out. */
  former?: number;
  claim?: string;
}

const byCard = (day: number, standing: Standing = 'paid', parking?: number): Billing => ({
  method: cardPayment.type,
  day,
  standing,
  ...(parking && { parking }),
});
const byAutopay = (since: number): Billing => ({ ...byCard(1), autopay: since });
const byBank = (day: number): Billing => ({ method: bankPayment.type, day, standing: 'paid' });
const byCheck = (day: number, standing: Standing = 'paid'): Billing => ({
  method: check.type,
  day,
  standing,
});

export const residents: DemoResident[] = [
  { username: 'resident', first: 'Jamie', last: 'Okafor', unit: 'Linden House 2B', since: 11, bills: byCard(2, 'owes this month', 45) },

  { username: 'walter.lindqvist', first: 'Walter', last: 'Lindqvist', unit: 'Alder Court 101', since: 11, bills: byCheck(1) },
  { username: 'ruth.lindqvist', first: 'Ruth', last: 'Lindqvist', unit: 'Alder Court 101', since: 11 },
  { username: 'aisha.mt', first: 'Aisha', last: 'Mbeki-Thornton', unit: 'Alder Court 102', since: 11, bills: byCard(3) },
  { username: 'luis.ortega', first: 'Luis', last: 'Ortega', unit: 'Alder Court 103', since: 11, bills: byCard(1) },
  { username: 'camila.ortega', first: 'Camila', last: 'Ortega', unit: 'Alder Court 103', since: 7 },
  { username: 'priyanka', first: 'Priyanka', last: 'Subramanian', unit: 'Alder Court 201', since: 8, bills: byCard(4) },
  { username: 'tbecker', first: 'Tom', last: 'Becker', unit: 'Alder Court 202', since: 11, bills: { method: cash.type, day: 9, standing: 'two months behind' } },
  { username: 'maximiliane', first: 'Maximiliane-Alexandra', last: 'Featherstonehaugh-Wolfenbüttelsberger', unit: 'Alder Court 203', since: 11, bills: byCard(2, 'paid', 35) },
  { username: 'grace.nakamura', first: 'Grace', last: 'Nakamura', unit: 'Alder Court 204', since: 11, bills: byCard(2, 'paid ahead') },
  { username: 'dvolkov', first: 'Dmitri', last: 'Volkov', unit: 'Alder Court 301', since: 11, bills: byCheck(4) },
  { username: 'avolkova', first: 'Anya', last: 'Volkova', unit: 'Alder Court 301', since: 11 },
  { username: 'chidi', first: 'Chidi', last: 'Okonkwo', unit: 'Alder Court 302', since: 5, bills: byCard(5) },
  { username: 'hannah.osullivan', first: 'Hannah', last: 'O’Sullivan', unit: 'Alder Court 304', since: 11, bills: byCheck(3, 'owes utilities') },
  { username: 'jb.rochefoucauld', first: 'Jean-Baptiste', last: 'de la Rochefoucauld-Montmorency', unit: 'Alder Court 401', since: 11, bills: byCard(1, 'paid', 70) },
  { username: 'meilin', first: 'Mei', last: 'Lin', unit: 'Alder Court 402', since: 11, bills: { method: moneyOrder.type, day: 3, standing: 'paid' } },

  { username: 'samuel.adeyemi', first: 'Samuel', last: 'Adeyemi', unit: 'Linden House 1A', since: 11, bills: byCard(2) },
  { username: 'nora.eriksen', first: 'Nora', last: 'Eriksen', unit: 'Linden House 1B', since: 11, bills: byBank(3) },
  { username: 'ingrid.eriksen', first: 'Ingrid', last: 'Eriksen', unit: 'Linden House 1B', since: 11 },
  { username: 'cmendoza', first: 'Carlos', last: 'Mendoza', unit: 'Linden House 2A', since: 11, bills: { method: moneyOrder.type, day: 7, standing: 'three months behind' } },
  { username: 'fatima', first: 'Fatima', last: 'al-Rashid', unit: 'Linden House 3A', since: 11, bills: byAutopay(3) },
  { username: 'yusuf', first: 'Yusuf', last: 'al-Rashid', unit: 'Linden House 3A', since: 11 },
  { username: 'boli', first: 'Bo', last: 'Li', unit: 'Linden House 3B', since: 2, bills: byCard(4, 'owes this month') },
  { username: 'eleanor.w', first: 'Eleanor', last: 'Whitcombe', unit: 'Linden House 4A', since: 11, bills: byCheck(2) },
  { username: 'kofi.asante', first: 'Kofi', last: 'Asante', unit: 'Linden House 101', since: 11, bills: byCard(5, 'owes utilities') },
  { username: 'abena.asante', first: 'Abena', last: 'Asante', unit: 'Linden House 101', since: 10 },

  // Moved out, with a balance for the last bill and the carpet.
  { username: 'derek.halloran', first: 'Derek', last: 'Halloran', unit: 'Alder Court 104', since: 11, former: 3, bills: byCheck(5) },
  // Has just registered. Both properties have a unit 102, so management must choose.
  { username: 'zoe.castellanos', first: 'Zoë', last: 'Castellanos', claim: '102' },
]; // prettier-ignore

/** The names of a unit's tenants; null for a vacant unit. */
export function tenantsOf(unit: UnitName): string | null {
  const tenants = residents.filter((resident) => resident.unit === unit && resident.former === undefined);
  return tenants.map(({ first, last }) => `${first} ${last}`).join(', ') || null;
}
