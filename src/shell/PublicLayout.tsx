import { useContext, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { NOT_SET_UP } from '../../contract/community/notSetUp.ts';
import { useCommunity } from '../subjects/community/community.ts';
import { homePathOf } from '../session/homePath.ts';
import { PublicFrame } from './PublicFrame.tsx';
import { publicPages } from '../publicPages.ts';
import { useSession } from '../session/session.tsx';
import { Banner } from '../ui/feedback/Banner.tsx';
import { BrandContext } from '../ui/layout/brand.ts';

/** Where a stranger starts, and has to know that there is nothing to start with yet. */
const ENTRY_PATHS = ['/', '/login', '/register'];

/** The layout of the public pages. */
export function PublicLayout() {
  const { status, user, ended, deactivated } = useSession();
  const { pathname } = useLocation();
  const { name } = useContext(BrandContext);
  const isSetUp = useCommunity()?.is_set_up ?? true;

  useEffect(() => {
    const page = publicPages[pathname];
    if (!page) return;
    document.title = name === null ? page.title : page.title.replace(/ · Porchlight$/, ` · ${name}`);
    document.querySelector('meta[name="description"]')?.setAttribute('content', page.description);
  }, [pathname, name]);

  return (
    <PublicFrame home={status === 'in' && user && !ended ? homePathOf(user) : undefined}>
      {deactivated && (
        <Banner type="warning" className="mb-6">
          This account is not active any more, so what it showed was removed from this device. Anything unsent
          is kept here. If this is a mistake, please ask your management.
        </Banner>
      )}
      {!isSetUp && ENTRY_PATHS.includes(pathname) && (
        <Banner type="warning" className="mb-6">
          {NOT_SET_UP}
        </Banner>
      )}
      <Outlet />
    </PublicFrame>
  );
}
