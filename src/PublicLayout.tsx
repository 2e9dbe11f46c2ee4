import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { Loading } from './ui/Loading.tsx';
import { NavigationBar } from './ui/NavigationBar.tsx';
import { Page } from './ui/Page.tsx';

const LINKS = [{ to: '/login', label: 'Login' }];

/** The frame of what anyone may see. */
export function PublicLayout() {
  return (
    <Page navigation={<NavigationBar home="/" links={LINKS} />}>
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
    </Page>
  );
}
