import type { Unit } from '../../../contract/units/unit.ts';
import { fullNameOf, type ListedUser } from '../../../contract/users/user.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Email } from '../../ui/data/Email.tsx';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { PersonLink } from '../../subjects/users/PersonLink.tsx';
import { Phone } from '../../subjects/phone/Phone.tsx';
import { Table, type Column } from '../../ui/data/Table.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { Claim } from './Claim.tsx';
import { hasClaim } from './searchUsers.ts';
import { placeOf } from './userUnits.ts';

interface UserTableProps {
  users: readonly ListedUser[];
  units: readonly Unit[] | undefined;
  online: boolean;
  onEdit: (user: ListedUser) => void;
  onConfirm: (user: ListedUser, unit: Unit) => void;
  onDecline: (user: ListedUser) => void;
  /** Asks to remove another manager. */
  onRemove: (user: ListedUser) => void;
}

/** The list of users. Other managers can only be removed, since they change their accounts themselves. */
export function UserTable({ users, units, online, onEdit, onConfirm, onDecline, onRemove }: UserTableProps) {
  const { userId } = useDevice();
  const columns: Column<ListedUser>[] = [
    {
      key: 'name',
      header: 'Name',
      card: 'title',
      cell: (user) => <PersonLink alone id={user.id} children={fullNameOf(user)} />,
    },
    { key: 'username', header: 'Username', cell: ({ username }) => username, width: 'w-[15%]' },
    {
      key: 'home',
      header: 'Property and Unit',
      width: 'w-[19%]',
      cell: (user) =>
        hasClaim(user) ? (
          <Claim
            user={user}
            units={units}
            online={online}
            onConfirm={(unit) => onConfirm(user, unit)}
            onChoose={() => onEdit(user)}
            onDecline={() => onDecline(user)}
          />
        ) : (
          <HomeLink unit={user.unit}>{unitTextOf(user)}</HomeLink>
        ),
    },
    {
      key: 'email',
      header: 'Email',
      cell: ({ email, phone }) => (
        <>
          {email === '' ? 'None' : <Email address={email} />}
          {phone && (
            <Phone number={phone} className="flex min-h-6 w-fit items-center tabular-nums underline" />
          )}
        </>
      ),
      width: 'w-[21%]',
    },
    {
      key: 'created',
      header: 'Date Created',
      width: 'w-30',
      cell: ({ created_at }) => (
        <Time value={created_at} format="dayMonthYear" className="whitespace-nowrap tabular-nums" />
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      card: 'actions',
      width: 'w-28',
      cell: (user) =>
        user.is_manager ? (
          <div className="flex flex-col items-start gap-2 max-md:items-stretch">
            <Badge className="max-md:justify-center">Manager</Badge>
            {user.id !== userId && user.is_current_user && !user.removal && (
              <Button
                variant="secondary"
                disabled={!online}
                aria-label={`Remove ${fullNameOf(user)} from management`}
                onClick={() => onRemove(user)}
              >
                Remove
              </Button>
            )}
          </div>
        ) : (
          <Button variant="secondary" aria-label={`Edit ${fullNameOf(user)}`} onClick={() => onEdit(user)}>
            Edit
          </Button>
        ),
    },
  ];
  return (
    <Table caption="Users" columns={columns} rows={users} rowKey={({ id }) => id} empty="No Users Found" />
  );
}

function unitTextOf({ property_name, unit_number }: ListedUser): string {
  if (property_name === null || unit_number === null) return 'None';
  return placeOf({ property_name, unit_number });
}
