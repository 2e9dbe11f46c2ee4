import { fullNameOf, type ListedUser } from '../../../contract/users/user.ts';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { invitationStateOf, type InvitationState } from '../../subjects/users/invitationState.ts';
import { PersonLink } from '../../subjects/users/PersonLink.tsx';
import type { InvitationItem } from '../../offline/subjects/people/invitations.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Email } from '../../ui/data/Email.tsx';
import { isoDay, Time, timeText } from '../../ui/data/Time.tsx';
import { UnsentBadge } from '../../ui/data/UnsentBadge.tsx';
import type { CsvTable } from '../../ui/files/csv.ts';
import { Button } from '../../ui/forms/Button.tsx';
import type { Summary } from '../../ui/lists/ListRow.tsx';
import type { Chip, ListColumn } from '../../ui/lists/listOptions.ts';
import { placeOf } from './userUnits.ts';

const STATES: Readonly<Record<InvitationState, string>> = {
  'not invited': 'Not invited',
  invited: 'Invited',
  expired: 'Expired',
};

/** People without a password, by how far their invitation is. */
export const INVITATION_CHIPS: readonly Chip<ListedUser>[] = [
  { value: 'all', label: 'All', has: () => true },
  ...(Object.keys(STATES) as InvitationState[]).map((state) => ({
    value: state.replace(' ', '-'),
    label: STATES[state],
    has: (person: ListedUser) => invitationStateOf(person) === state,
  })),
];

function homeText({ property_name, unit_number }: ListedUser): string | null {
  return property_name === null || unit_number === null ? null : placeOf({ property_name, unit_number });
}

const stateText = (person: ListedUser) => STATES[invitationStateOf(person)];
const invitedOn = ({ invited_at }: ListedUser) => (invited_at ? timeText(invited_at) : undefined);

/** All that a row shows. */
export function invitationTexts(person: ListedUser) {
  return [fullNameOf(person), homeText(person), person.email, stateText(person), invitedOn(person)];
}

/** The invitations that this device has not sent, by the person's id. */
type Unsent = ReadonlyMap<number, InvitationItem>;

interface Around {
  online: boolean;
  unsent: Unsent;
  onWithdraw: (person: ListedUser) => void;
}

/** The columns of people without a password. */
export function invitationColumns({ online, unsent, onWithdraw }: Around): ListColumn<ListedUser>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      card: 'title',
      sort: ({ last_name, first_name }) => `${last_name} ${first_name}`,
      cell: (person) => (
        <PersonLink alone id={person.id}>
          {fullNameOf(person)}
        </PersonLink>
      ),
    },
    {
      key: 'home',
      header: 'Property and Unit',
      width: 'w-[22%]',
      sort: homeText,
      cell: (person) => <HomeLink unit={person.unit}>{homeText(person) ?? 'None'}</HomeLink>,
    },
    {
      key: 'email',
      header: 'Email',
      width: 'w-[23%]',
      sort: ({ email }) => email || null,
      cell: ({ email }) => (email === '' ? 'None' : <Email address={email} />),
    },
    {
      key: 'state',
      header: 'Invitation',
      width: 'w-[19%]',
      sort: ({ invited_at }) => (invited_at ? Date.parse(invited_at) : null),
      cell: (person) => (
        <>
          <StateOf person={person} /> <UnsentOf item={unsent.get(person.id)} />
        </>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      card: 'actions',
      width: 'w-36',
      cell: (person) =>
        invitationStateOf(person) === 'invited' && (
          <Button
            variant="quiet"
            disabled={!online}
            aria-label={`Withdraw the invitation of ${fullNameOf(person)}`}
            onClick={() => onWithdraw(person)}
          >
            Withdraw
          </Button>
        ),
    },
  ];
}

function StateOf({ person }: { person: ListedUser }) {
  const state = invitationStateOf(person);
  if (state === 'invited' && person.invited_at) {
    return (
      <>
        Invited <Time value={person.invited_at} className="whitespace-nowrap" />
      </>
    );
  }
  return state === 'expired' ? <Badge tone="amber">{STATES.expired}</Badge> : STATES['not invited'];
}

function UnsentOf({ item }: { item: InvitationItem | undefined }) {
  if (!item) return <></>;
  const needsAttention = item.refusal !== undefined;
  return (
    <UnsentBadge
      needsAttention={needsAttention}
      words={needsAttention ? 'Needs attention' : 'Invitation unsent'}
    />
  );
}

/** A person where there is no room for columns. */
export function invitationSummaryOf(unsent: Unsent) {
  return (person: ListedUser) => summaryOf(person, unsent.get(person.id));
}

function summaryOf(person: ListedUser, item: InvitationItem | undefined): Summary {
  const expired = invitationStateOf(person) === 'expired';
  return {
    to: `/admin/person/${person.id}`,
    name: fullNameOf(person),
    place: homeText(person) ?? 'None',
    figure: expired ? <Badge tone="amber">{STATES.expired}</Badge> : stateText(person),
    note: item ? <UnsentOf item={item} /> : invitedOn(person),
  };
}

/** People without a password in the order in which they are shown, with today's date in the file name. */
export function invitationsTable(people: readonly ListedUser[]): CsvTable {
  return {
    name: `invitations-${isoDay()}`,
    header: ['User ID', 'First name', 'Last name', 'Property', 'Unit #', 'Email', 'Invitation', 'Invited on'],
    rows: people.map((person) => [
      ...[String(person.id), person.first_name, person.last_name],
      ...[person.property_name ?? '', person.unit_number ?? '', person.email, stateText(person)],
      person.invited_at ? isoDay(new Date(person.invited_at)) : '',
    ]),
  };
}
