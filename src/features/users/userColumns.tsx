import type { Unit } from '../../../contract/units/unit.ts';
import { fullNameOf, type ListedUser } from '../../../contract/users/user.ts';
import type { AccessItem } from '../../offline/subjects/people/access.ts';
import { AccessNote } from '../../subjects/users/access/AccessNote.tsx';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Email } from '../../ui/data/Email.tsx';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { PersonLink } from '../../subjects/users/PersonLink.tsx';
import { Phone } from '../../subjects/phone/Phone.tsx';
import type { Summary } from '../../ui/lists/ListRow.tsx';
import type { ListColumn } from '../../ui/lists/listOptions.ts';
import { Time } from '../../ui/data/Time.tsx';
import { Claim } from './Claim.tsx';
import { hasClaim, placeOf } from './userUnits.ts';

/** What can be done with a user in the list. */
export interface UserActions extends Record<string, (...given: never[]) => void> {
  onEdit: (user: ListedUser) => void;
  onConfirm: (user: ListedUser, unit: Unit) => void;
  onDecline: (user: ListedUser) => void;
  /** Asks to remove another manager. */
  onRemove: (user: ListedUser) => void;
}

interface Around {
  units: readonly Unit[] | undefined;
  online: boolean;
  /** Whose list it is. */
  userId: number;
  /** Whose access ends by what is unsent. */
  ends: ReadonlyMap<number, AccessItem>;
}

/** The columns of the users. Other managers can only be removed, since they change their accounts themselves. */
export function columnsOf(around: Around, actions: UserActions): ListColumn<ListedUser>[] {
  const { online, userId, ends } = around;
  return [
    {
      key: 'name',
      header: 'Name',
      card: 'title',
      sort: ({ last_name, first_name }) => `${last_name} ${first_name}`,
      cell: (user) => <PersonLink alone id={user.id} children={fullNameOf(user)} />,
    },
    {
      key: 'username',
      header: 'Username',
      sort: ({ username }) => username,
      cell: ({ username }) => username,
      width: 'w-[15%]',
    },
    {
      key: 'home',
      header: 'Property and Unit',
      width: 'w-[18%]',
      sort: ({ property_name, unit_number }) => property_name && `${property_name} ${unit_number ?? ''}`,
      cell: (user) =>
        hasClaim(user) ? (
          <ClaimOf {...{ user, around, actions }} />
        ) : (
          <>
            <HomeLink unit={user.unit}>{unitTextOf(user)}</HomeLink>
            <AccessNote item={ends.get(user.id)} />
          </>
        ),
    },
    {
      key: 'email',
      header: 'Email',
      sort: ({ email }) => email || null,
      cell: ({ email, phone }) => (
        // On two lines at most, so that the row stays low.
        <span className="block text-sm">
          {email === '' ? 'None' : <Email address={email} />}
          {phone && (
            <Phone
              number={phone}
              className="flex min-h-6 w-fit items-center text-sm tabular-nums underline"
            />
          )}
        </span>
      ),
      width: 'w-[23%]',
    },
    {
      key: 'created',
      header: 'Date Created',
      sort: ({ created_at }) => Date.parse(created_at),
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
          <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
            <Badge>Manager</Badge>
            {user.id !== userId && user.is_current_user && !user.removal && (
              <Button
                variant="secondary"
                disabled={!online}
                aria-label={`Remove ${fullNameOf(user)} from management`}
                onClick={() => actions.onRemove(user)}
              >
                Remove
              </Button>
            )}
          </div>
        ) : (
          <Button
            variant="secondary"
            aria-label={`Edit ${fullNameOf(user)}`}
            onClick={() => actions.onEdit(user)}
          >
            Edit
          </Button>
        ),
    },
  ];
}

/** A user where there is no room for columns; a claim is decided on there, too. */
export function summaryOf(user: ListedUser, around: Around, actions: UserActions): Summary {
  return {
    to: `/admin/person/${user.id}`,
    name: fullNameOf(user),
    place: hasClaim(user) ? user.username : unitTextOf(user),
    figure: user.is_manager ? <Badge>Manager</Badge> : undefined,
    note: around.ends.has(user.id) && <AccessNote item={around.ends.get(user.id)} />,
    below: hasClaim(user) && <ClaimOf {...{ user, around, actions }} />,
  };
}

interface ClaimOfProps {
  user: ListedUser;
  around: Around;
  actions: UserActions;
}

function ClaimOf({
  user,
  around: { units, online },
  actions: { onConfirm, onEdit, onDecline },
}: ClaimOfProps) {
  return (
    <Claim
      user={user}
      units={units}
      online={online}
      onConfirm={(unit) => onConfirm(user, unit)}
      onChoose={() => onEdit(user)}
      onDecline={() => onDecline(user)}
    />
  );
}

function unitTextOf({ property_name, unit_number }: ListedUser): string {
  if (property_name === null || unit_number === null) return 'None';
  return placeOf({ property_name, unit_number });
}
