import { useEffect } from 'react';
import type { Unit } from '../../../contract/units/unit.ts';
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
import { managerRemoval } from './managerRemoval.ts';
import { UserList } from './UserList.tsx';
import { claimsUnknownUnit, hasClaim, placeOf } from './userUnits.ts';

/** `/admin/manage-users`: the users with their units, and pending claims. */
export default function ManageUsers() {
  const list = useCachedQuery('listUsers', {});
  const units = useCachedQuery('listUnits', {});
  const online = useOnline();
  const { notice, forgetNotice, change, succeeded } = useOnlineChange();
  const removal = managerRemoval(change);
  const { address, open, close } = useDialogAddress();

  // Logged for developers, not shown.
  useEffect(() => {
    if (list.error) console.error('The users could not be loaded.', list.error);
  }, [list.error]);

  const users = list.data ?? list.arrived ?? NONE;
  // Whose claim a notification or a person's page asks to confirm, as long as it waits.
  const claiming = users.find((user) => String(user.id) === address.get('claim') && hasClaim(user));
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
      {claiming && (
        <Button variant="secondary" className="mb-4" onClick={close}>
          Show everyone
        </Button>
      )}
      {list.progress && <LoadingProgress {...list.progress} />}
      <UserList
        users={claiming ? [claiming] : users}
        units={units.data}
        online={online}
        pending={list.isPending && users.length === 0}
        whole={list.data !== undefined}
        onTryAgain={list.error ? () => void list.refresh() : undefined}
        actions={{
          onEdit: ({ id }: ListedUser) => open({ edit: String(id) }),
          onConfirm: (user: ListedUser, unit: Unit) =>
            void settle(user, { unit: unit.id }, `${fullNameOf(user)} lives in ${placeOf(unit)}.`),
          onDecline: (user: ListedUser) =>
            void settle(user, { unit_claim: null }, `The unit that ${fullNameOf(user)} named was declined.`),
          onRemove: (user: ListedUser) => void removal.request(user),
        }}
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

const NONE: ListedUser[] = [];

function waitingText(waiting: number): string {
  if (waiting === 0) return 'Everyone who has an account, and where they live.';
  return waiting === 1
    ? '1 person waits for you to confirm where they live.'
    : `${waiting} people wait for you to confirm where they live.`;
}
