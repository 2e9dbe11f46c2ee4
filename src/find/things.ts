import { publishedAt, type Announcement } from '../../contract/announcements/announcement.ts';
import type { Lease, OwnLease } from '../../contract/leases/lease.ts';
import { dateOf, type Transaction } from '../../contract/ledger/ledger.ts';
import type { MaintenanceRequest } from '../../contract/maintenance/maintenance.ts';
import { aboutOf } from '../../contract/messages/aboutThread.ts';
import type { Thread } from '../../contract/messages/message.ts';
import type { Property } from '../../contract/properties/property.ts';
import type { CachedRouteName } from '../../contract/routes.ts';
import { unitLabel, type Unit } from '../../contract/units/unit.ts';
import { fullNameOf, type ListedUser } from '../../contract/users/user.ts';
import { toCents } from '../../contract/values/money.ts';
import { doorTexts, phoneTexts, searchedOf } from './words.ts';

/** What is shown of a thing below its title: words, an amount in cents, or a day or time in ISO 8601. */
export type Detail = string | { cents: number } | { at: string };

/** Something that can be found. */
export interface Thing {
  id: number;
  title: string;
  details: readonly Detail[];
  /** Its words; see `searchedOf`. */
  searched: string;
  /** Of a person: whether the list of balances has them. */
  listed?: boolean;
  /** Of an entry: whose account it is on. */
  account?: number;
  /** Of what is unsent: where it stands. */
  to?: string;
}

export type Group =
  | 'people'
  | 'homes'
  | 'leases'
  | 'requests'
  | 'entries'
  | 'messages'
  | 'announcements'
  | 'properties'
  | 'unsent';

interface SearchedList<Row> {
  group: Group;
  toThing: (row: Row) => Thing;
}

/** Texts and days that many things show, so that each is in memory once. */
const shared = new Map<string, string>();
const sharedTimes = new Map<string, { at: string }>();

function once(text: string): string {
  const known = shared.get(text);
  if (known !== undefined) return known;
  shared.set(text, text);
  return text;
}

function onceAt(time: string): { at: string } {
  const day = time.slice(0, 10);
  const known = sharedTimes.get(day);
  if (known) return known;
  const at = { at: day };
  sharedTimes.set(day, at);
  return at;
}

const present = (...details: (Detail | null | undefined | false)[]): Detail[] =>
  details.filter((detail): detail is Detail => Boolean(detail));

const people: SearchedList<ListedUser> = {
  group: 'people',
  toThing: (user) => {
    const { id, username, email, phone, unit, unit_number, unit_claim, is_manager, is_current_user } = user;
    const name = fullNameOf(user);
    const home = unit_number ? once(unitLabel(user)) : unit_claim && `Unit ${unit_claim} (not confirmed)`;
    return {
      id,
      title: name,
      details: present(home, is_manager && 'Manager', !is_current_user && 'Inactive', phone),
      searched: searchedOf([
        name,
        username,
        email,
        ...phoneTexts(phone),
        ...doorTexts(unit_number ?? unit_claim),
        user.property_name,
      ]),
      listed: unit !== null && is_current_user && !is_manager,
    };
  },
};

const homes: SearchedList<Unit> = {
  group: 'homes',
  toThing: (unit) => {
    const { id, unit_number, property_name, tenant_info } = unit;
    const tenants = tenant_info.map(fullNameOf).join(', ');
    return {
      id,
      title: once(unitLabel(unit)),
      details: [tenants || 'Vacant'],
      searched: searchedOf([...doorTexts(unit_number), property_name, tenants]),
    };
  },
};

/** There are more of them than of all else together: an object without a list of its own takes half the memory. */
class RequestThing implements Thing {
  constructor(
    readonly id: number,
    readonly title: string,
    readonly searched: string,
    readonly completed: boolean,
    readonly home: string | undefined,
    readonly reporter: string,
    readonly at: Detail,
  ) {}

  get details(): Detail[] {
    return present(this.completed ? 'Completed' : 'Pending', this.home, this.reporter, this.at);
  }
}

const requests: SearchedList<MaintenanceRequest> = {
  group: 'requests',
  toThing: (request) => {
    const { id, information, unit_number, unit_claim, property_name, completed, created_at } = request;
    const name = once(fullNameOf(request));
    const searched = searchedOf([information, ...doorTexts(unit_number ?? unit_claim), property_name, name]);
    const home = unit_number !== null || unit_claim === null ? once(unitLabel(request)) : undefined;
    return new RequestThing(id, information, searched, completed, home, name, onceAt(created_at));
  },
};

const entries: SearchedList<Transaction> = {
  group: 'entries',
  toThing: (entry) => {
    const { id, user_id, amount, type, description, reference, receipt_number } = entry;
    return {
      id,
      title: description,
      details: present(type, { cents: toCents(amount) }, receipt_number, reference, onceAt(dateOf(entry))),
      searched: searchedOf([
        type,
        description,
        Math.abs(amount).toFixed(2),
        receipt_number,
        reference,
        entry.card?.last4,
        entry.card?.receipt_number,
      ]),
      account: user_id,
    };
  },
};

/** @param names of its people, a text for each kind */
function leaseThing(lease: OwnLease | Lease, names: readonly string[]): Thing {
  const { id, unit_number, property_name, starts, ends } = lease;
  return {
    id,
    title: `Lease of ${unitLabel(lease)}`,
    details: present(...names, { at: starts }, ends ? { at: ends } : 'open'),
    searched: searchedOf(['lease', ...doorTexts(unit_number), property_name, ...names]),
  };
}
const leases: SearchedList<Lease> = {
  group: 'leases',
  toThing: (lease) => {
    const { tenants, occupants = [], guarantors = [] } = lease;
    const named = (kind: string, names: readonly string[]) =>
      names.length > 0 ? [`${kind}: ${names.join(', ')}`] : [];
    return leaseThing(lease, [
      tenants.map(fullNameOf).join(', '),
      ...named('Occupants', occupants),
      ...named('Guarantors', guarantors),
    ]);
  },
};
const ownLeases: SearchedList<OwnLease> = { group: 'leases', toThing: (lease) => leaseThing(lease, []) };

const announcements: SearchedList<Announcement> = {
  group: 'announcements',
  toThing: (post) => {
    const { id, announcement, announcement_type } = post;
    const author = fullNameOf(post);
    return {
      id,
      title: announcement,
      details: [announcement_type, once(author), onceAt(publishedAt(post))],
      searched: searchedOf([announcement, announcement_type, author]),
    };
  },
};

const messages: SearchedList<Thread> = {
  group: 'messages',
  toThing: (thread) => {
    const { id, subject, last_text, last_at, unit_number } = thread;
    const about = once(aboutOf(thread));
    return {
      id,
      title: subject,
      details: present(about, onceAt(last_at)),
      searched: searchedOf([subject, last_text, about, ...doorTexts(unit_number)]),
    };
  },
};

const properties: SearchedList<Property> = {
  group: 'properties',
  toThing: ({ id, property_name, address, phone_number }) => ({
    id,
    title: property_name,
    details: present(address, phone_number),
    searched: searchedOf([property_name, address, ...phoneTexts(phone_number)]),
  }),
};

type SearchedLists = Partial<Record<CachedRouteName, SearchedList<never>>>;

const FOR_ALL: SearchedLists = {
  listMaintenance: requests,
  listAnnouncements: announcements,
  listThreads: messages,
  listProperties: properties,
};
const FOR_MANAGERS: SearchedLists = {
  listUsers: people,
  listUnits: homes,
  listLeases: leases,
  ...FOR_ALL,
  listUserTransactions: entries,
};
const FOR_RESIDENTS: SearchedLists = { listMyTransactions: entries, listMyLeases: ownLeases, ...FOR_ALL };

/** The lists in which somebody finds things, by call. */
export function searchedLists(isManager: boolean): SearchedLists {
  return isManager ? FOR_MANAGERS : FOR_RESIDENTS;
}
