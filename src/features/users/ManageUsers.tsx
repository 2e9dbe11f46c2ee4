import { useEffect, useState } from 'react';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { fullNameOf, type ListedUser } from '../../../contract/users/user.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { ManagerScreen } from '../../screens/ManagerScreen.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { LoadingProgress } from '../../ui/feedback/LoadingProgress.tsx';
import { CreateUser } from './CreateUser.tsx';
import { EditUser } from './EditUser.tsx';
import { RemovalRequests } from './RemovalRequests.tsx';
import { hasClaim, searchUsers, MOST_SHOWN, type Searched } from './searchUsers.ts';
import { managerRemoval } from './managerRemoval.ts';
import { claimsUnknownUnit, placeOf } from './userUnits.ts';
import { FoundUsers } from './FoundUsers.tsx';
import { UserFilters, type ActivityFilter } from './UserFilters.tsx';

/** `/admin/manage-users`: the users with their units, and pending claims. */
export default function ManageUsers() {
  const list = useCachedQuery('listUsers', {});
  const units = useCachedQuery('listUnits', {});
  const online = useOnline();
  const { notice, forgetNotice, change, succeeded } = useOnlineChange();
  const removal = managerRemoval(change);
  const [which, setWhich] = useState<ActivityFilter>('active');
  const [by, setBy] = useState<Searched>('lastName');
  const [typed, setTyped] = useState('');
  const { address, open, close } = useDialogAddress();

  // Logged for developers, not shown.
  useEffect(() => {
    if (list.error) console.error('The users could not be loaded.', list.error);
  }, [list.error]);

  const users = list.data ?? list.arrived ?? [];
  const hits = searchUsers(users, { active: which === 'active', by, typed });
  const shown = hits.slice(0, MOST_SHOWN);
  const active = users.filter(({ is_current_user }) => is_current_user).length;
  const edited = users.find((user) => String(user.id) === address.get('edit') && !user.is_manager);

  async function saved(message: string): Promise<void> {
    await succeeded(message);
    close();
  }

  /** Confirms or declines a claim. */
  async function settle(
    { id }: ListedUser,
    body: { unit: number } | { unit_claim: null },
    done: string,
  ): Promise<void> {
    await change({
      route: 'updateUser',
      input: { params: { id: String(id) }, body },
      done,
      failed: () => 'Failed to update user. Please try again.',
    });
  }

  return (
    <ManagerScreen
      title="Manage Users"
      description={waitingText(users.filter(hasClaim).length)}
      action={
        <>
          <ButtonLink variant="secondary" to="/admin/invitations">
            Invitations
          </ButtonLink>
          <Button onClick={() => open({ new: '1' })}>Create User</Button>
        </>
      }
      needs="You need a connection to change users. You can look people up, and write down a new one to create later."
      notice={notice}
      onNoticeDone={forgetNotice}
    >
      <RemovalRequests
        users={users}
        online={online}
        onConfirm={(user) => void removal.confirm(user)}
        onDecline={(user) => void removal.decline(user)}
      />
      <UserFilters
        {...{ which, by, typed, active }}
        inactive={users.length - active}
        onWhich={setWhich}
        onBy={setBy}
        onTyped={setTyped}
      />
      <p role="status" className="mb-3 text-muted empty:hidden">
        {hits.length > MOST_SHOWN &&
          `Showing ${MOST_SHOWN} of ${hits.length.toLocaleString('en-US')}: search to find others.`}
      </p>
      {list.progress && <LoadingProgress {...list.progress} />}
      <FoundUsers
        users={shown}
        units={units.data}
        online={online}
        pending={list.isPending && users.length === 0}
        onTryAgain={list.error ? () => void list.refresh() : undefined}
        searched={typed.trim() !== ''}
        onEdit={({ id }) => open({ edit: String(id) })}
        onConfirm={(user, unit) =>
          void settle(user, { unit: unit.id }, `${fullNameOf(user)} lives in ${placeOf(unit)}.`)
        }
        onDecline={(user) =>
          void settle(user, { unit_claim: null }, `The unit that ${fullNameOf(user)} named was declined.`)
        }
        onRemove={(user) => void removal.request(user)}
      />
      {address.has('new') && (
        <CreateUser onClose={close} onCreated={() => saved('User created successfully!')} />
      )}
      {edited && !units.isPending && (
        <EditUser
          key={edited.id}
          user={edited}
          claimsUnknown={claimsUnknownUnit(edited, units.data)}
          property={units.data?.find(({ id }) => id === edited.unit)?.property_id}
          onClose={close}
          onSaved={() => saved('User updated successfully!')}
        />
      )}
    </ManagerScreen>
  );
}

function waitingText(waiting: number): string {
  if (waiting === 0) return 'Everyone who has an account, and where they live.';
  return waiting === 1
    ? '1 person waits for you to confirm where they live.'
    : `${waiting} people wait for you to confirm where they live.`;
}
