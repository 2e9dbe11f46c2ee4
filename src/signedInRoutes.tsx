import { useState, type ComponentType } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router-dom';
import { ManagerDashboard, ResidentDashboard } from './dashboards.ts';
import { managementScreens } from './managementScreens.ts';
import { NewPassword, RequiredSecondFactor, residentScreens } from './residentScreens.ts';
import { homePathOf } from './session/homePath.ts';
import { PublicLayout } from './shell/PublicLayout.tsx';
import { SignedInLayout } from './shell/SignedInLayout.tsx';
import { Waiting } from './shell/Waiting.tsx';
import { useSession } from './session/session.tsx';
import { NotFound } from './ui/feedback/NotFound.tsx';

/** @public since routes.tsx takes it from what it imports when somebody is signed in */
export { loadScreen } from './loadScreen.ts';

const routesOf = (screens: Record<string, ComponentType>) =>
  Object.entries(screens).map(([path, Screen]) => <Route key={path} path={path} element={<Screen />} />);

/** The routes behind the sign-in, and of addresses that there are not. Loaded with the layout of the signed-in screens. */
export default function SignedInRoutes() {
  return (
    <Routes>
      <Route element={<OnlySignedIn />}>
        <Route element={<RequireFinishedAccount />}>
          <Route path="/dashboard/resident" element={<ResidentDashboard />} />
          {routesOf(residentScreens)}
          <Route element={<OnlyManagers />}>
            <Route path="/admin/dashboard" element={<ManagerDashboard />} />
            {routesOf(managementScreens)}
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
