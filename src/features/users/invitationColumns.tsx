import { fullNameOf, type ListedUser } from '../../../contract/users/user.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Email } from '../../ui/data/Email.tsx';
import { Table, type Column } from '../../ui/data/Table.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { invitationStateOf } from '../../subjects/users/invitationState.ts';
import { placeOf } from './userUnits.ts';

interface InvitationTableProps {
  people: readonly ListedUser[];
  chosen: ReadonlySet<number>;
  online: boolean;
  onChoose: (person: ListedUser, chosen: boolean) => void;
  onWithdraw: (person: ListedUser) => void;
}

/** People without a password, and whether they are invited. */
export function InvitationTable({ people, chosen, online, onChoose, onWithdraw }: InvitationTableProps) {
  const columns: Column<ListedUser>[] = [
    {
      key: 'name',
      header: 'Name',
      card: 'title',
      cell: (person) => (
        <Checkbox
          label={fullNameOf(person)}
          checked={chosen.has(person.id)}
          onChange={({ target }) => onChoose(person, target.checked)}
        />
      ),
    },
    {
      key: 'home',
      header: 'Property and Unit',
      width: 'w-[21%]',
      cell: ({ property_name, unit_number }) =>
        property_name === null || unit_number === null ? 'None' : placeOf({ property_name, unit_number }),
    },
    {
      key: 'email',
      header: 'Email',
      width: 'w-[23%]',
      cell: ({ email }) => (email === '' ? 'None' : <Email address={email} />),
    },
    {
      key: 'state',
      header: 'Invitation',
      width: 'w-64',
      cell: (person) => (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <span>
            <StateOf person={person} />
          </span>
          {invitationStateOf(person) === 'invited' && (
            <Button
              variant="quiet"
              disabled={!online}
              aria-label={`Withdraw the invitation of ${fullNameOf(person)}`}
              onClick={() => onWithdraw(person)}
            >
              Withdraw
            </Button>
          )}
        </div>
      ),
    },
  ];
  return (
    <Table
      caption="People without a password"
      columns={columns}
      rows={people}
      rowKey={({ id }) => id}
      empty="Nobody"
    />
  );
}

function StateOf({ person }: { person: ListedUser }) {
  const state = invitationStateOf(person);
  if (state === 'not invited' || !person.invited_at) return 'Not invited';
  if (state === 'expired') return <Badge tone="amber">Expired</Badge>;
  return (
    <>
      Invited <Time value={person.invited_at} className="whitespace-nowrap" />
    </>
  );
}
