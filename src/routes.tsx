import { lazy, Suspense } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { homePathOf } from './session/homePath.ts';
import { lazyPart } from './browser/lazyPart.ts';
import { loadPart } from './browser/loadPart.ts';
import { probablySignedIn } from './session/currentSession.ts';
import { PublicLayout } from './shell/PublicLayout.tsx';
import { Waiting } from './shell/Waiting.tsx';
import { useSession } from './session/session.tsx';
import { useScrollOnNavigation } from './shell/useScrollOnNavigation.ts';
import { Login } from './features/session/Login.tsx';
import { Loading } from './ui/feedback/Loading.tsx';

// The login screen is in the first bundle; the others are loaded when they are opened.
const loadSignedInRoutes = () => loadPart(() => import('./signedInRoutes.tsx'));
// Asked for while the device still reads who is signed in.
const probablyShown = probablySignedIn() ? loadSignedInRoutes() : undefined;
const SignedInRoutes = lazy(() => probablyShown ?? loadSignedInRoutes());
const About = lazyPart(() => import('./features/site/About.tsx'));
const Landing = lazyPart(() => import('./features/site/Landing.tsx'));
const Register = lazyPart(() => import('./features/session/Register.tsx'));
const SetUp = lazyPart(() => import('./features/session/SetUp.tsx'));
const AcceptInvitation = lazyPart(() => import('./features/session/AcceptInvitation.tsx'));
const ForgotPassword = lazyPart(() => import('./features/session/ForgotPassword.tsx'));
const NewPasswordByLink = lazyPart(() => import('./features/session/NewPasswordByLink.tsx'));
const ConfirmEmail = lazyPart(() => import('./features/session/ConfirmEmail.tsx'));
const Share = lazyPart(() => import('./shell/Share.tsx'));
// Removed by the build, in which the condition is false.
const Catalogue = import.meta.env.DEV ? lazyPart(() => import('./catalogue/Catalogue.tsx')) : undefined;

/** Loads what is around the screens behind the sign-in, and the screen of a path. */
export async function loadSignedInScreen(path: string): Promise<void> {
  const { loadScreen } = await (probablyShown ?? loadSignedInRoutes());
  await loadScreen(path);
}

/** The routes of all screens. */
export function AppRoutes() {
  useScrollOnNavigation();
  return (
    <Routes>
      <Route element={<PublicLayout />}>
        {/* While these are loaded, what the build drew of them stays, or the screen before. */}
        <Route path="/about" element={<About />} />
        <Route element={<OnlySignedOut />}>
          <Route path="/" element={<Landing />} />
        </Route>
        <Route element={<Suspense fallback={<Loading />} children={<Outlet />} />}>
          <Route path="/setup" element={<SetUp />} />
          <Route path="/invitation" element={<AcceptInvitation />} />
          <Route path="/new-password" element={<NewPasswordByLink />} />
          <Route path="/confirm-email" element={<ConfirmEmail />} />
          <Route element={<OnlySignedOut />}>
            <Route path="/login" element={<Login />} />
            <Route path="/register" element={<Register />} />
            <Route path="/forgot-password" element={<ForgotPassword />} />
          </Route>
        </Route>
      </Route>
      <Route path="/share" element={<Suspense fallback={<Waiting />} children={<Share />} />} />
      {Catalogue && <Route path="/catalogue" element={<Suspense children={<Catalogue />} />} />}
      <Route path="*" element={<Suspense fallback={<Waiting />} children={<SignedInRoutes />} />} />
    </Routes>
  );
}

function OnlySignedOut() {
  const { status, user, ended, likely } = useSession();
  const { state } = useLocation() as { state: { from?: string } | null };
  if (status === 'starting' && likely) return <Loading />;
  if (status === 'in' && user && !ended) return <Navigate to={state?.from ?? homePathOf(user)} replace />;
  return <Outlet />;
}
