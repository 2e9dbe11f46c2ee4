import { Bugs } from './Bugs.tsx';
import { AppRoutes } from './routes.tsx';
import { SessionProvider } from './session.tsx';
import { ConfirmProvider } from './ui/Confirm.tsx';
import { ToastProvider } from './ui/Toasts.tsx';

/** The app, inside whatever router it is given. */
export function App() {
  return (
    <Bugs>
      <ToastProvider>
        <ConfirmProvider>
          <SessionProvider>
            <AppRoutes />
          </SessionProvider>
        </ConfirmProvider>
      </ToastProvider>
    </Bugs>
  );
}
