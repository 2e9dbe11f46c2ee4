import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import type { SharingProblem } from '../../contract/photos/sharing.ts';
import { useSession } from '../session/session.tsx';
import { useToast } from '../ui/feedback/Toasts.tsx';

const MESSAGES: Record<SharingProblem | 'signedOut', string> = {
  missed: 'Porchlight was not ready to take your photos yet. Please share them again, or choose them here.',
  some: 'Not everything that you shared could be kept: Porchlight takes photos of up to 40 MB, 20 at a time.',
  full: 'This device is out of space, so your photos could not be kept. Free some space and share them again.',
  signedOut: 'Your photos wait on this device. Sign in to put them into a new request.',
};

/** `/share`: where the browser goes after photos were shared. They wait on this device for a sign-in. */
export default function Share() {
  const { status, user } = useSession();
  const [address] = useSearchParams();
  const toast = useToast();
  const named = address.get('problem') ?? '';
  const problem = Object.hasOwn(MESSAGES, named) ? (named as SharingProblem) : undefined;
  const message = problem ? MESSAGES[problem] : status === 'out' ? MESSAGES.signedOut : undefined;
  const type = problem ? 'warning' : 'info';
  useEffect(() => {
    if (message && status !== 'starting') toast.show({ message, type, duration: problem ? 0 : 6000 });
  }, [message, problem, status, toast, type]);

  if (status === 'starting') return <></>;
  if (!user) return <Navigate to="/login" replace state={{ from: '/share' }} />;
  return <Navigate to={user.is_manager ? '/admin/maintenance?new=1' : '/maintenance?new=1'} replace />;
}
