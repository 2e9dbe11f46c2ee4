import { Copy, KeyRound } from 'lucide-react';
import type { OneTimePassword } from '../../../contract/users/account.ts';
import { fullNameOf, type ListedUser } from '../../../contract/users/user.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { useCopy } from '../../ui/data/useCopy.ts';
import { Modal } from '../../ui/layout/Modal.tsx';
import { Time } from '../../ui/data/Time.tsx';

interface ResetPasswordProps {
  user: ListedUser;
  online: boolean;
  onGiven: (given: OneTimePassword) => void;
}

/** Gives a resident who forgot their password a one-time password. */
export function ResetPassword({ user, online, onGiven }: ResetPasswordProps) {
  const { busy, notice, change } = useOnlineChange();

  async function reset() {
    await change({
      route: 'resetPassword',
      input: { params: { id: String(user.id) } },
      question: {
        text: `Are you sure you want to reset the password of ${fullNameOf(user)}?\nThe one they have stops working, and they are signed out everywhere.`,
        confirmLabel: 'Reset Password',
        danger: true,
      },
      failed: (reason) => `Failed to reset the password: ${reason}`,
      onDone: onGiven,
    });
  }

  return (
    <section aria-label="Password" className="flex flex-col gap-3 rounded-card border border-line p-4">
      {notice && <Banner type={notice.type}>{notice.message}</Banner>}
      <p className="text-muted">
        {user.must_change_password
          ? 'They have a one-time password, and have not chosen one of their own yet.'
          : 'Did they forget their password? Give them a one-time password to sign in with.'}
      </p>
      <Button
        variant="secondary"
        icon={KeyRound}
        className="self-start max-sm:w-full"
        busy={busy}
        disabled={!online}
        onClick={() => void reset()}
      >
        Reset Password
      </Button>
    </section>
  );
}

interface GivenPasswordProps {
  user: ListedUser;
  given: OneTimePassword;
  onClose: () => void;
}

/** The one-time password, which is shown only once. */
export function GivenPassword({ user, given, onClose }: GivenPasswordProps) {
  const { copied, copy } = useCopy();

  return (
    <Modal
      title="One-time password"
      size="small"
      onClose={onClose}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="flex flex-col gap-4">
        <p className="wrap-anywhere">
          Give this to {fullNameOf(user)}, in person or by phone. It is shown only now, and cannot be looked
          up later.
        </p>
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-sunken p-4">
          <output
            aria-label="One-time password"
            className="font-mono text-2xl font-semibold tracking-wide select-all"
          >
            {given.one_time_password}
          </output>
          <Button variant="secondary" icon={Copy} onClick={() => void copy(given.one_time_password)}>
            Copy
          </Button>
        </div>
        <p role="status" className="text-sm font-medium text-muted empty:hidden">
          {copied}
        </p>
        <p className="text-muted">
          They sign in as <strong className="text-ink">{user.username}</strong> with it, dashes included,
          until <Time value={given.expires_at} format="long" />, and then choose a password of their own.
        </p>
      </div>
    </Modal>
  );
}
