import { lazy, useState } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router-dom';
import { homePathOf } from './session/homePath.ts';
import { PublicLayout } from './shell/PublicLayout.tsx';
import { SignedInLayout } from './shell/SignedInLayout.tsx';
import { Waiting } from './shell/Waiting.tsx';
import { useSession } from './session/session.tsx';
import { NotFound } from './ui/feedback/NotFound.tsx';

const ResidentDashboard = lazy(() => import('./features/dashboard/ResidentDashboard.tsx'));
const ManagerDashboard = lazy(() => import('./features/dashboard/ManagerDashboard.tsx'));
const Profile = lazy(() => import('./features/profile/Profile.tsx'));
const NewPassword = lazy(() => import('./features/profile/NewPassword.tsx'));
const RequiredSecondFactor = lazy(() => import('./features/profile/RequiredSecondFactor.tsx'));
const Contact = lazy(() => import('./features/contact/Contact.tsx'));
const Maintenance = lazy(() => import('./features/maintenance/Maintenance.tsx'));
const ManageMaintenance = lazy(() => import('./features/maintenance/ManageMaintenance.tsx'));
const Payments = lazy(() => import('./features/payments/Payments.tsx'));
const Autopay = lazy(() => import('./features/payments/Autopay.tsx'));
const Ledger = lazy(() => import('./features/ledger/Ledger.tsx'));
const OwnStatement = lazy(() => import('./features/ledger/OwnStatement.tsx'));
const AccountStatement = lazy(() => import('./features/ledger/AccountStatement.tsx'));
const Balances = lazy(() => import('./features/ledger/Balances.tsx'));
const AccountLedger = lazy(() => import('./features/ledger/AccountLedger.tsx'));
const Receipt = lazy(() => import('./features/ledger/receipts/Receipt.tsx'));
const Board = lazy(() => import('./features/announcements/Board.tsx'));
const ManageAnnouncements = lazy(() => import('./features/announcements/ManageAnnouncements.tsx'));
const Properties = lazy(() => import('./features/properties/Properties.tsx'));
const AddProperty = lazy(() => import('./features/properties/AddProperty.tsx'));
const EditProperty = lazy(() => import('./features/properties/EditProperty.tsx'));
const Units = lazy(() => import('./features/units/Units.tsx'));
const AddUnit = lazy(() => import('./features/units/AddUnit.tsx'));
const EditUnit = lazy(() => import('./features/units/EditUnit.tsx'));
const Books = lazy(() => import('./features/books/Books.tsx'));
const Import = lazy(() => import('./features/imports/Import.tsx'));
const Leases = lazy(() => import('./features/leases/Leases.tsx'));
const AddLease = lazy(() => import('./features/leases/AddLease.tsx'));
const LeaseDetail = lazy(() => import('./features/leases/LeaseDetail.tsx'));
const LeasesFromUnits = lazy(() => import('./features/leases/LeasesFromUnits.tsx'));
const ManageUsers = lazy(() => import('./features/users/ManageUsers.tsx'));
const CommunitySettings = lazy(() => import('./features/community/CommunitySettings.tsx'));
const Invitations = lazy(() => import('./features/users/Invitations.tsx'));
const Readings = lazy(() => import('./features/utilities/Readings.tsx'));
const Rates = lazy(() => import('./features/utilities/Rates.tsx'));
const ThisDevice = lazy(() => import('./features/device/ThisDevice.tsx'));
const Notifications = lazy(() => import('./features/notifications/Notifications.tsx'));
const NotificationPreferences = lazy(() => import('./features/notifications/Preferences.tsx'));
const NotificationDefaults = lazy(() => import('./features/notifications/Defaults.tsx'));
const Outbox = lazy(() => import('./features/outbox/Outbox.tsx'));

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
