import { Link } from 'react-router-dom';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useUser } from '../../session/session.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';

/** Says that no unit has the number somebody claims, until management settles it or enters the unit. */
export function UnknownUnitNotice() {
  const { id, unit_claim } = useUser();
  // Without a claim, nothing more is read.
  return unit_claim === null ? null : <Said id={id} />;
}

function Said({ id }: { id: number }) {
  const { data: user } = useCachedQuery('readUser', { params: { id: String(id) } });
  if (!user?.unit_claim || user.unit_claim_known !== false) return null;
  return (
    <Banner
      action={
        <Link to="/contact" className="inline-flex min-h-11 items-center font-semibold underline">
          Tell management
        </Link>
      }
    >
      We found no unit {user.unit_claim}. Your account is open all the same, and management sees what you
      typed. If it was a slip, tell them which unit is yours.
    </Banner>
  );
}
