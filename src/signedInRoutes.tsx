import { lazy, useState } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router-dom';
import type * as ManagementScreens from './managementScreens.ts';
import type * as ResidentScreens from './residentScreens.ts';
import { loadPart } from './browser/loadPart.ts';
import { keepTime } from './offline/engine/storedTime.ts';
import { homePathOf } from './session/homePath.ts';
import { PublicLayout } from './shell/PublicLayout.tsx';
import { SignedInLayout } from './shell/SignedInLayout.tsx';
import { Waiting } from './shell/Waiting.tsx';
import { useSession } from './session/session.tsx';
import { NotFound } from './ui/feedback/NotFound.tsx';

/** No screen shows or takes a day before it is known how wrong this device's clock is. */
async function withTime<Part>(part: Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([part, keepTime()]);
  return loaded;
}

const ResidentDashboard = lazy(() =>
  withTime(loadPart(() => import('./features/dashboard/ResidentDashboard.tsx'))),
);
const ManagerDashboard = lazy(() =>
  withTime(loadPart(() => import('./features/dashboard/ManagerDashboard.tsx'))),
);

// The other screens are two files, since each file costs a visit a round trip, and the service worker's installation too.
const residentScreen = <N extends keyof typeof ResidentScreens>(name: N) =>
  lazy(async () => ({ default: (await withTime(loadPart(() => import('./residentScreens.ts'))))[name] }));
const Autopay = residentScreen('Autopay');
const Board = residentScreen('Board');
const Contact = residentScreen('Contact');
const Ledger = residentScreen('Ledger');
const Maintenance = residentScreen('Maintenance');
const NewPassword = residentScreen('NewPassword');
const NotificationPreferences = residentScreen('NotificationPreferences');
const Notifications = residentScreen('Notifications');
const Outbox = residentScreen('Outbox');
const OwnStatement = residentScreen('OwnStatement');
const Payments = residentScreen('Payments');
const Profile = residentScreen('Profile');
const Receipt = residentScreen('Receipt');
const RequiredSecondFactor = residentScreen('RequiredSecondFactor');
const ThisDevice = residentScreen('ThisDevice');

const managementScreen = <N extends keyof typeof ManagementScreens>(name: N) =>
  lazy(async () => ({ default: (await withTime(loadPart(() => import('./managementScreens.ts'))))[name] }));
const AccountLedger = managementScreen('AccountLedger');
const AccountStatement = managementScreen('AccountStatement');
const AddLease = managementScreen('AddLease');
const AddProperty = managementScreen('AddProperty');
const AddUnit = managementScreen('AddUnit');
const Balances = managementScreen('Balances');
const Books = managementScreen('Books');
const CommunitySettings = managementScreen('CommunitySettings');
const EditProperty = managementScreen('EditProperty');
const EditUnit = managementScreen('EditUnit');
const Import = managementScreen('Import');
const Invitations = managementScreen('Invitations');
const LeaseDetail = managementScreen('LeaseDetail');
const Leases = managementScreen('Leases');
const LeasesFromUnits = managementScreen('LeasesFromUnits');
const ManageAnnouncements = managementScreen('ManageAnnouncements');
const ManageMaintenance = managementScreen('ManageMaintenance');
const ManageUsers = managementScreen('ManageUsers');
const NotificationDefaults = managementScreen('NotificationDefaults');
const Properties = managementScreen('Properties');
const Rates = managementScreen('Rates');
const Readings = managementScreen('Readings');
const Units = managementScreen('Units');

/** The routes behind the sign-in, and of addresses that there are not. Loaded with the layout of the signed-in screens. */
export default function SignedInRoutes() {
  return (
    <Routes>
      <Route element={<OnlySignedIn />}>
        <Route element={<RequireFinishedAccount />}>
          <Route path="/dashboard/resident" element={<ResidentDashboard />} />
          <Route path="/maintenance" element={<Maintenance />} />
          <Route path="/payments" element={<Payments />} />
          <Route path="/payments/autopay" element={<Autopay />} />
          <Route path="/payments/receipt/:id" element={<Receipt />} />
          <Route path="/ledger" element={<Ledger />} />
          <Route path="/ledger/statement" element={<OwnStatement />} />
          <Route path="/announcements" element={<Board />} />
          <Route path="/profile" element={<Profile />} />
          <Route path="/contact" element={<Contact />} />
          <Route path="/notifications" element={<Notifications />} />
          <Route path="/notifications/preferences" element={<NotificationPreferences />} />
          <Route path="/outbox" element={<Outbox />} />
          <Route path="/device" element={<ThisDevice />} />
          <Route element={<OnlyManagers />}>
            <Route path="/admin/dashboard" element={<ManagerDashboard />} />
            <Route path="/admin/payments" element={<Balances />} />
            <Route path="/admin/ledger/:userId" element={<AccountLedger />} />
            <Route path="/admin/ledger/:userId/statement" element={<AccountStatement />} />
            <Route path="/admin/propertyinfo" element={<Properties />} />
            <Route path="/admin/addproperty" element={<AddProperty />} />
            <Route path="/admin/editproperty/:id" element={<EditProperty />} />
            <Route path="/admin/units" element={<Units />} />
            <Route path="/admin/addunit" element={<AddUnit />} />
            <Route path="/admin/editunit/:id" element={<EditUnit />} />
            <Route path="/admin/books" element={<Books />} />
            <Route path="/admin/import" element={<Import />} />
            <Route path="/admin/leases" element={<Leases />} />
            <Route path="/admin/leases/from-units" element={<LeasesFromUnits />} />
            <Route path="/admin/addlease" element={<AddLease />} />
            <Route path="/admin/lease/:id" element={<LeaseDetail />} />
            <Route path="/admin/manage-users" element={<ManageUsers />} />
            <Route path="/admin/community" element={<CommunitySettings />} />
            <Route path="/admin/invitations" element={<Invitations />} />
            <Route path="/admin/maintenance" element={<ManageMaintenance />} />
            <Route path="/admin/announcements" element={<ManageAnnouncements />} />
            <Route path="/admin/utilities" element={<Readings />} />
            <Route path="/admin/settings" element={<Rates />} />
            <Route path="/admin/notifications" element={<NotificationDefaults />} />
          </Route>
        </Route>
      </Route>
      <Route element={<PublicOrSignedInLayout />}>
        <Route path="*" element={<UnknownPath />} />
      </Route>
    </Routes>
  );
}

function OnlySignedIn() {
  const { status } = useSession();
  if (status === 'starting') return <Waiting />;
  if (status === 'out') return <Navigate to="/" replace />;
  return <SignedInLayout />;
}

/** The layout of pages for everyone: signed-in users keep their navigation. */
function PublicOrSignedInLayout() {
  const { status, likely } = useSession();
  if (status === 'in' || (status === 'starting' && likely)) return <OnlySignedIn />;
  return <PublicLayout />;
}

/** Shows only the form for a new password after a sign-in with a one-time password, or for a second factor that is required. */
function RequireFinishedAccount() {
  const { user } = useSession();
  // While recovery codes are shown, the second factor is no longer missing.
  const [settingUp, setSettingUp] = useState(false);
  if (user?.must_change_password) return <NewPassword />;
  if (settingUp || user?.must_add_second_factor) return <RequiredSecondFactor onActive={setSettingUp} />;
  return <Outlet />;
}

function OnlyManagers() {
  const { user } = useSession();
  return user?.is_manager ? <Outlet /> : <Navigate to={user ? homePathOf(user) : '/'} replace />;
}

function UnknownPath() {
  const { user } = useSession();
  return <NotFound home={user ? homePathOf(user) : '/'} />;
}
