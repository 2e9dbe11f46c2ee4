import { fullNameOf, type ListedUser, type ManagerRemoval } from '../../../contract/users/user.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { PersonLink } from '../../subjects/users/PersonLink.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';

interface RemovalRequestsProps {
  users: readonly ListedUser[];
  online: boolean;
  onConfirm: (user: ListedUser) => void;
  onDecline: (user: ListedUser) => void;
}

/** The requests to remove a manager, each with what the signed-in manager may do about it. */
export function RemovalRequests({ users, online, onConfirm, onDecline }: RemovalRequestsProps) {
  const { userId } = useDevice();
  return users.map((user) => {
    const { removal } = user;
    if (!removal) return null;
    const name = fullNameOf(user);
    const isMine = removal.requested_by === userId;
    return (
      <Banner
        key={user.id}
        type="warning"
        className="mb-6"
        action={
          <div className="flex flex-wrap gap-2">
            {!isMine && (
              <Button
                variant="danger"
                disabled={!online}
                aria-label={`Confirm the removal of ${name}`}
                onClick={() => onConfirm(user)}
              >
                Confirm
              </Button>
            )}
            {user.id !== userId && (
              <Button
                variant="secondary"
                disabled={!online}
                aria-label={`${isMine ? 'Withdraw' : 'Decline'} the removal of ${name}`}
                onClick={() => onDecline(user)}
              >
                {isMine ? 'Withdraw' : 'Decline'}
              </Button>
            )}
          </div>
        }
      >
        <Request user={user} removal={removal} me={userId} />
      </Banner>
    );
  });
}

function Request({ user, removal, me }: { user: ListedUser; removal: ManagerRemoval; me: number }) {
  const name = <PersonLink id={user.id}>{fullNameOf(user)}</PersonLink>;
  const since = <Time value={removal.requested_at} format="long" />;
  if (removal.requested_by === me) {
    return (
      <>
        You asked on {since} to remove {name} from management. Another manager, or {name}, has to confirm it.
      </>
    );
  }
  return (
    <>
      <PersonLink id={removal.requested_by}>{removal.requested_by_name}</PersonLink> asked on {since} to
      remove {user.id === me ? 'you' : name} from management.
    </>
  );
}
