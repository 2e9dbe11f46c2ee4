import { LONGEST_TODAY_TEXT } from '../../../contract/today/today.ts';
import type { TodayKind, TodayRow } from '../../../contract/today/today.ts';
import { toCents } from '../../../contract/values/money.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { recordOf } from '../../offline/subjects/maintenance/requestRecord.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import { agoText, daysSince, daysText, inText } from '../../subjects/today/dayWords.ts';
import { placeOf } from '../../subjects/today/placeOf.ts';
import { timeText } from '../../ui/data/Time.tsx';

interface KindTexts {
  /** Above its rows, before how many there are. */
  heading: string;
  /** What is asked, of one row. */
  title: (row: TodayRow) => string;
  /** Where all of the kind are. */
  list: string;
  /** The links of a row to where it is done, if a tap here does not do it; the first is the one for most. */
  actions?: readonly { label: string; to: (row: TodayRow) => string }[];
  /** Whether it is given to somebody in its row. */
  assigned?: boolean;
}

/** The id of what a row is about. */
export const subjectOf = ({ id }: TodayRow): number => Number(id.split(':')[1]);

const money = ({ amount }: TodayRow) => moneyText(toCents(amount ?? 0));
const nameOf = ({ person }: TodayRow) => (person ? fullNameOf(person) : 'Somebody');
const personId = ({ person }: TodayRow) => String(person?.id);
const homes = (count: number | null) => (count === 1 ? '1 home' : `${count ?? 0} homes`);

/** Whether only a part of what was written is here. */
export const isCut = ({ text }: TodayRow): boolean => (text ?? '').length > LONGEST_TODAY_TEXT;

function textOf(row: TodayRow): string {
  const text = row.text ?? '';
  return isCut(row) ? `${text.slice(0, LONGEST_TODAY_TEXT)}…` : text;
}

const account = [{ label: 'Open account', to: (row: TodayRow) => `/admin/ledger/${personId(row)}` }];

const toRequest = (row: TodayRow) =>
  `/admin/maintenance?request=${encodeURIComponent(recordOf({ id: subjectOf(row) }))}`;
const ofRequests = {
  title: textOf,
  list: '/admin/maintenance?show=pending',
  actions: [{ label: 'Open', to: toRequest }],
  assigned: true,
};
/** Where the work of a request is given to a vendor, whose name is typed. */
export const vendorPath = (row: TodayRow) => `${toRequest(row)}&act=assigned`;

const toInvitation = (row: TodayRow) => `/admin/invitations?user=${personId(row)}`;
/** The vacant units of a property, or of all. */
const toVacant = ({ home }: TodayRow) =>
  `/admin/units?${new URLSearchParams({ show: 'vacant', ...(home && { search: home.property_name }) }).toString()}`;
const toReadings = (row: TodayRow) => `/admin/utilities?property=${subjectOf(row)}`;

/** What it means that a job failed, where more than its name says it. */
const JOBS: Readonly<Record<string, string>> = {
  'post-lease-charges': 'Rent could not be posted',
  'post-late-fees': 'Late fees could not be posted',
  'nightly-backup': 'The backup failed',
};

export const KIND_TEXTS: Readonly<Record<TodayKind, KindTexts>> = {
  emergency: { heading: 'Emergencies', ...ofRequests },
  failed_payment: {
    heading: 'Failed payments',
    title: (row) => `${nameOf(row)}’s payment of ${money(row)} failed`,
    list: '/admin/payments',
    actions: account,
  },
  returned_payment: {
    heading: 'Returned payments',
    title: (row) => `${nameOf(row)}’s payment of ${money(row)} was taken back`,
    list: '/admin/payments',
    actions: account,
  },
  paused_autopay: {
    heading: 'Paused autopay',
    title: (row) => `${nameOf(row)}’s autopay is paused`,
    list: '/admin/payments',
    actions: account,
  },
  failed_job: {
    heading: 'Work of the server that failed',
    title: ({ text }) => JOBS[text ?? ''] ?? `The job ${text ?? ''} failed`,
    list: '/admin/dashboard',
  },
  old_backup: {
    heading: 'Backups',
    title: ({ day }) =>
      day ? `The last good backup is of ${timeText(day, 'short')}` : 'No backup has worked yet',
    list: '/admin/dashboard',
  },
  undelivered: {
    heading: 'Messages that did not arrive',
    title: (row) => `${nameOf(row)} cannot be reached`,
    list: '/admin/manage-users',
    actions: [{ label: 'Open person', to: (row) => `/admin/person/${personId(row)}` }],
  },
  claim: {
    heading: 'Homes to confirm',
    title: (row) => `${nameOf(row)} says they live in ${row.text ?? ''}`,
    list: '/admin/manage-users?show=claims',
    actions: [{ label: 'Choose home', to: (row) => `/admin/manage-users?edit=${personId(row)}` }],
  },
  newcomer: {
    heading: 'People without a home',
    title: (row) => `${nameOf(row)} has no home yet`,
    list: '/admin/manage-users?show=no-home',
    actions: [{ label: 'Choose home', to: (row) => `/admin/manage-users?edit=${personId(row)}` }],
  },
  suggestion: {
    heading: 'Suggestions',
    title: (row) => `“${textOf(row)}”`,
    list: '/admin/announcements?show=pending',
    actions: [{ label: 'Read', to: () => '/admin/announcements?show=pending' }],
  },
  sent_reading: {
    heading: 'Readings to approve',
    title: (row) => `${nameOf(row)} read ${row.text ?? ''}`,
    list: '/admin/utilities',
    actions: [{ label: 'Look at readings', to: () => '/admin/utilities' }],
  },
  unseen_request: {
    heading: 'Requests not yet seen',
    ...ofRequests,
    list: '/admin/maintenance?stage=Reported',
  },
  message: {
    heading: 'Messages to answer',
    title: (row) => `“${textOf(row)}”`,
    list: '/admin/messages',
    actions: [{ label: 'Answer', to: (row) => `/admin/messages/${String(subjectOf(row))}` }],
  },
  bounced_invitation: {
    heading: 'Invitations that did not arrive',
    title: (row) => `${nameOf(row)} could not be sent the invitation`,
    list: '/admin/invitations',
    actions: [{ label: 'Invitation', to: toInvitation }],
  },
  expired_invitation: {
    heading: 'Expired invitations',
    title: (row) => `${nameOf(row)} did not accept the invitation`,
    list: '/admin/invitations',
    actions: [{ label: 'Invite again', to: toInvitation }],
  },
  late: {
    heading: 'Late',
    title: (row) => `${nameOf(row)} owes ${money(row)}`,
    list: '/admin/payments?show=late',
    actions: [{ label: 'Record payment', to: (row) => `/admin/payments?payment=${personId(row)}` }],
  },
  deposit: {
    heading: 'Deposits to return',
    title: (row) => `Return ${money(row)} to ${nameOf(row)}`,
    list: '/admin/deposits',
    actions: [{ label: 'Open lease', to: (row) => `/admin/lease/${String(subjectOf(row))}` }],
  },
  request: { heading: 'Open requests', ...ofRequests },
  ending_lease: {
    heading: 'Leases that end',
    title: ({ day }) => `The lease ends ${day ? `on ${timeText(day, 'short')}` : 'soon'}`,
    list: '/admin/leases?show=ending',
  },
  vacant: {
    heading: 'Vacant homes',
    title: ({ count }) => `${homes(count)} vacant`,
    list: '/admin/units?show=vacant',
    actions: [{ label: 'Look at units', to: toVacant }],
  },
  unread_meters: {
    heading: 'Meters not read this month',
    title: ({ count }) => `Meters of ${homes(count)} to read`,
    list: '/admin/utilities',
    actions: [{ label: 'Read meters', to: toReadings }],
  },
  rent_to_post: {
    heading: 'Rent that posts soon',
    title: (row) => `Rent of ${money(row)}`,
    list: '/admin/leases',
    actions: [{ label: 'Look at leases', to: () => '/admin/leases' }],
  },
};

/** A part of what is said of a row, and the page of the person, home or property that it names. */
export interface Detail {
  text: string;
  to?: string | undefined;
}

/** What goes on since the day of a row. With its verb, as it would else be read as the end of the title above it. */
const GOES_ON: Readonly<Partial<Record<TodayKind, string>>> = {
  ...{ claim: 'waiting', newcomer: 'waiting', suggestion: 'waiting', sent_reading: 'waiting' },
  ...{ request: 'waiting', emergency: 'waiting', unseen_request: 'waiting', message: 'waiting' },
  undelivered: 'not reached',
};

/** What happened once on the day of a row. */
const HAPPENED: Readonly<Partial<Record<TodayKind, string>>> = {
  ...{ failed_payment: 'failed', returned_payment: 'taken back', paused_autopay: 'paused' },
  ...{ failed_job: 'failed', bounced_invitation: 'tried', expired_invitation: 'expired' },
};

/** The kinds whose titles do not name the person. */
const UNNAMED: readonly TodayKind[] = [
  'suggestion',
  'emergency',
  'request',
  'unseen_request',
  'message',
  'ending_lease',
];

/** The page of the person whom the title of a row names, or of the lease. */
export function titlePage(kind: TodayKind, row: TodayRow): string | undefined {
  if (kind === 'ending_lease') return `/admin/lease/${subjectOf(row)}`;
  const { person } = row;
  return person && !UNNAMED.includes(kind) ? `/admin/person/${person.id}` : undefined;
}

/** Who and where a row is about, and since when. */
export function detailsOf(kind: TodayKind, row: TodayRow): Detail[] {
  const { person, home, day, count } = row;
  const place = placeOf(row);
  const parts: (Detail | string | false | null)[] = [
    // Elsewhere the title names them.
    UNNAMED.includes(kind) && person && { text: nameOf(row), to: `/admin/person/${person.id}` },
    kind !== 'claim' &&
      place && { text: place, to: home?.unit_id == null ? undefined : `/admin/home/${home.unit_id}` },
    kind === 'rent_to_post' && (count === 1 ? '1 lease' : `${count ?? 0} leases`),
    // The reason that a mail server or a push service gave.
    (kind === 'undelivered' || kind === 'bounced_invitation') && row.text,
    kind !== 'old_backup' && day && whenOf(kind, day),
  ];
  return parts.flatMap((part) => (part ? [typeof part === 'string' ? { text: part } : part] : []));
}

function whenOf(kind: TodayKind, day: string): string {
  const days = daysSince(day);
  if (kind === 'late') return `${daysText(days)} late, since ${timeText(day, 'short')}`;
  if (kind === 'rent_to_post') return days >= 0 ? 'today' : `on ${timeText(day, 'short')}`;
  if (kind === 'deposit') return days > 0 ? `${daysText(days)} too late` : `due ${inText(-days)}`;
  if (kind === 'ending_lease') return inText(-days);
  const goesOn = GOES_ON[kind];
  if (goesOn) return days <= 0 ? `${goesOn} since today` : `${goesOn} for ${daysText(days)}`;
  return `${HAPPENED[kind] ?? ''} ${agoText(days)}`.trim();
}
