import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  Building2,
  CreditCard,
  DoorOpen,
  FileSignature,
  FileSpreadsheet,
  Gauge,
  House,
  Landmark,
  Megaphone,
  Phone,
  Send,
  Smartphone,
  UserRound,
  UsersRound,
  Wrench,
} from 'lucide-react';
import { Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Outlet } from 'react-router-dom';
import type { User } from '../../contract/users/user.ts';
import { Unreachable } from '../api/call.ts';
import { homePathOf } from '../session/homePath.ts';
import { DeviceContext, type Device } from '../offline/engine/device.ts';
import { onStorageRefused, storageRefused } from '../offline/engine/storage/storageRefusal.ts';
import { registerPolicies } from '../offline/engine/policies.ts';
import { policies } from '../offline/subjects/policies.ts';
import { AppBadge } from './AppBadge.tsx';
import { Bell } from './Bell.tsx';
import { Offers } from './notices/Offers.tsx';
import { OpenedNotification } from './notices/OpenedNotification.tsx';
import { PushRenewal } from '../push/PushRenewal.tsx';
import { SharedPhotosNotice } from './notices/SharedPhotosNotice.tsx';
import { StorageLossNotice } from './notices/StorageLossNotice.tsx';
import { StorageRefusedNotice } from './notices/StorageRefusedNotice.tsx';
import { LiveUpdates } from './LiveUpdates.tsx';
import { OfflineStatus } from './notices/OfflineStatus.tsx';
import { OutboxReplay } from './OutboxReplay.tsx';
import { ReceiptBookRefill } from './ReceiptBookRefill.tsx';
import { SessionEnded } from '../session/SessionEnded.tsx';
import { tokenFor, useUser, withToken } from '../session/session.tsx';
import { useLogout } from '../session/useLogout.tsx';
import { ConfirmProvider } from '../ui/feedback/Confirm.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import { Page } from '../ui/layout/Page.tsx';
import { PersonalNavigation } from '../ui/layout/PersonalNavigation.tsx';
import { UpdateOffer } from './notices/UpdateOffer.tsx';
import { requestReplay } from '../browser/serviceWorkerMessages.ts';

registerPolicies(policies);

const residentLinks = [
  { to: '/dashboard/resident', label: 'Dashboard', icon: House },
  { to: '/payments', label: 'Payments', icon: CreditCard, above: ['/payments', '/ledger'] },
  { to: '/maintenance', label: 'Maintenance', icon: Wrench },
  { to: '/announcements', label: 'Announcements', icon: Megaphone },
  { to: '/profile', label: 'Profile', icon: UserRound },
];
const managerLinks = [
  { to: '/admin/dashboard', label: 'Dashboard', icon: House },
  {
    to: '/admin/propertyinfo',
    label: 'Property Info',
    icon: Building2,
    above: ['/admin/addproperty', '/admin/editproperty'],
  },
  { to: '/admin/units', label: 'Units', icon: DoorOpen, above: ['/admin/addunit', '/admin/editunit'] },
  { to: '/admin/manage-users', label: 'Manage Users', icon: UsersRound, above: ['/admin/invitations'] },
  {
    to: '/admin/payments',
    label: 'Payments',
    icon: CreditCard,
    above: ['/admin/ledger', '/admin/books', '/payments'],
  },
  { to: '/admin/utilities', label: 'Utilities', icon: Gauge, above: ['/admin/settings'] },
  { to: '/admin/maintenance', label: 'Maintenance', icon: Wrench },
  { to: '/admin/announcements', label: 'Announcements', icon: Megaphone },
];

/** The paths in the bar at the bottom of an upright phone. */
const RESIDENT_PLACES = ['/dashboard/resident', '/payments', '/maintenance', '/announcements'];
const MANAGER_PLACES = ['/admin/dashboard', '/admin/maintenance', '/admin/utilities', '/admin/payments'];

const moreLinks = [
  { to: '/contact', label: 'Contact Us', icon: Phone },
  { to: '/outbox', label: 'Unsent', icon: Send },
  { to: '/device', label: 'This device', icon: Smartphone },
];
const managerMoreLinks = [
  {
    to: '/admin/leases',
    label: 'Leases',
    icon: FileSignature,
    above: ['/admin/leases', '/admin/lease', '/admin/addlease'],
  },
  { to: '/admin/import', label: 'Import', icon: FileSpreadsheet },
  { to: '/admin/community', label: 'Community', icon: Landmark },
  { to: '/profile', label: 'Profile', icon: UserRound },
  ...moreLinks,
];

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
      // A read that was begun for a screen asks nothing once everything is closed.
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
      {/* Live queries of a database that the browser refused are run again on the one in memory. */}
      <DeviceContext key={String(inMemory)} value={device}>
        <OutboxReplay />
        {isFinished(user) && (
          <>
            <LiveUpdates />
            <AppBadge />
            <PushRenewal />
            <OpenedNotification />
            {user.is_manager && <ReceiptBookRefill />}
          </>
        )}
        <ConfirmProvider>
          <Frame user={user} />
        </ConfirmProvider>
      </DeviceContext>
    </QueryClientProvider>
  );
}

/** Whether they may make calls: not before a new password was chosen or a required second factor set up. */
function isFinished({ must_change_password, must_add_second_factor }: User): boolean {
  return !must_change_password && !must_add_second_factor;
}

/** No links while only the form for a new password or for the second factor is shown. */
function linksOf(user: User) {
  if (!isFinished(user)) return { links: [] };
  const places = user.is_manager
    ? { links: managerLinks, mainPlaces: MANAGER_PLACES, moreLinks: managerMoreLinks }
    : { links: residentLinks, mainPlaces: RESIDENT_PLACES, moreLinks };
  return { ...places, beside: <Bell /> };
}

function Frame({ user }: { user: User }) {
  const { logout, question } = useLogout();
  return (
    <Page navigation={<PersonalNavigation home={homePathOf(user)} {...linksOf(user)} onLogout={logout} />}>
      <SessionEnded />
      <UpdateOffer />
      <StorageRefusedNotice />
      <StorageLossNotice />
      <Offers />
      <SharedPhotosNotice />
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
      <OfflineStatus />
      {question}
    </Page>
  );
}
