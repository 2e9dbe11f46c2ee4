import { Link } from 'react-router-dom';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useUser } from '../../session/session.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { useCommunity } from '../community/community.ts';

/** Says, where this Porchlight sends mail, that one's address waits to be confirmed. */
export function UnconfirmedEmailNotice() {
  const { id } = useUser();
  const community = useCommunity();
  // Without mail, nothing more is read.
  return community?.sends_mail ? <Said id={id} /> : null;
}

function Said({ id }: { id: number }) {
  const { data: user } = useCachedQuery('readUser', { params: { id: String(id) } });
  if (user?.email_confirmed !== false) return null;
  return (
    <Banner
      action={
        <Link to="/profile" className="inline-flex min-h-11 items-center font-semibold underline">
          Look at your profile
        </Link>
      }
    >
      Your email address waits to be confirmed. Open the link in the mail that we sent to it.
    </Banner>
  );
}
