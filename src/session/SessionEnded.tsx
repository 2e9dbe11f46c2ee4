import { useLocation } from 'react-router-dom';
import { useSession } from './session.tsx';
import { Banner } from '../ui/feedback/Banner.tsx';
import { ButtonLink } from '../ui/forms/ButtonLink.tsx';

/** Shown when the session ended. Drafts are kept, and signing in leads back to this screen. */
export function SessionEnded() {
  const { ended } = useSession();
  const { pathname, search } = useLocation();
  if (!ended) return <></>;
  return (
    <Banner
      type="warning"
      className="mb-6"
      action={
        <ButtonLink variant="secondary" to="/login" state={{ from: pathname + search }}>
          Sign in
        </ButtonLink>
      }
    >
      Your session has ended. Please sign in again to see what is new and to send what is waiting.
    </Banner>
  );
}
