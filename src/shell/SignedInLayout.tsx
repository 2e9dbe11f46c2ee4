import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Outlet } from 'react-router-dom';
import type { User } from '../../contract/users/user.ts';
import { Unreachable } from '../api/call.ts';
import { loadPart } from '../browser/loadPart.ts';
import { homePathOf } from '../session/homePath.ts';
import { DeviceContext, type Device } from '../offline/engine/device.ts';
import { onStorageRefused, storageRefused } from '../offline/engine/storage/storageRefusal.ts';
import { Idle } from './Idle.tsx';
import { OpenedNotification } from './notices/OpenedNotification.tsx';
import { StorageRefusedNotice } from './notices/StorageRefusedNotice.tsx';
import { OfflineStatus } from './notices/OfflineStatus.tsx';
import { OutboxReplay } from './OutboxReplay.tsx';
import { SessionEnded } from '../session/SessionEnded.tsx';
import { FocusOnReturn } from '../screens/FocusOnReturn.tsx';
import { useUser } from '../session/session.tsx';
import { tokenFor, withToken } from '../session/tokens.ts';
import { useLogout } from '../session/useLogout.tsx';
import { ConfirmProvider } from '../ui/feedback/Confirm.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import { Page } from '../ui/layout/Page.tsx';
import { PersonalNavigation } from '../ui/layout/PersonalNavigation.tsx';
import { UpdateOffer } from './notices/UpdateOffer.tsx';
import { requestReplay } from '../browser/serviceWorkerMessages.ts';
import { isFinished, linksOf } from './navigationLinks.tsx';
import { useFind } from './useFind.tsx';

const loadLater = () => loadPart(() => import('./Background.tsx'));
const loadBackground = async () => (await loadLater()).Background;
const loadLaterNotices = async () => (await loadLater()).LaterNotices;

/** The layout of every signed-in screen, with the providers that they share. */
export function SignedInLayout() {
  const user = useUser();
  const [queries] = useState(
    () =>
      new QueryClient({
        // The result of requests tells whether there is a connection, not `navigator.onLine`.
        // Unused answers stay for an hour, since a device that stores none has no others.
        defaultOptions: { queries: { networkMode: 'always', retry: false, gcTime: 60 * 60_000 } },
      }),
  );
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  const device = useMemo<Device>(
    () => ({
      userId: user.id,
      // A read that was started for a screen asks nothing once everything is closed.
      withToken: async (send) => {
        if (!open.current) throw new Unreachable();
        return withToken(user.id, send);
      },
      requestReplay: (options) => requestReplay({ token: tokenFor }, options),
    }),
    [user.id],
  );

  const inMemory = useSyncExternalStore(onStorageRefused, storageRefused);

  return (
    <QueryClientProvider client={queries}>
      {/* Not with what begins once the page is idle: a link is pressed before that. */}
      <FocusOnReturn />
      {/* Live queries of a database that the browser refused are run again on the one in memory. */}
      <DeviceContext key={String(inMemory)} value={device}>
        <OutboxReplay />
        {isFinished(user) && (
          <>
            <OpenedNotification />
            <Idle load={loadBackground} />
          </>
        )}
        <ConfirmProvider>
          <Frame user={user} />
        </ConfirmProvider>
      </DeviceContext>
    </QueryClientProvider>
  );
}

function Frame({ user }: { user: User }) {
  const { logout, question } = useLogout();
  const { onFind, find } = useFind();
  const finished = isFinished(user);
  return (
    <Page
      navigation={
        <PersonalNavigation
          home={homePathOf(user)}
          {...linksOf(user)}
          onFind={finished ? onFind : undefined}
          onLogout={logout}
        />
      }
    >
      <SessionEnded />
      <UpdateOffer />
      <StorageRefusedNotice />
      <Idle load={loadLaterNotices} />
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
      <OfflineStatus />
      {question}
      {finished && find}
    </Page>
  );
}
