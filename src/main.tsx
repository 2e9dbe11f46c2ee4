import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Bugs } from './Bugs.tsx';
import { AppRoutes } from './routes.tsx';
import { SessionProvider } from './session.tsx';
import { ConfirmProvider } from './ui/Confirm.tsx';
import { ToastProvider } from './ui/Toasts.tsx';
import { startWorker } from './worker.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app.');

createRoot(root).render(
  <StrictMode>
    <Bugs>
      <BrowserRouter>
        <ToastProvider>
          <ConfirmProvider>
            <SessionProvider>
              <AppRoutes />
            </SessionProvider>
          </ConfirmProvider>
        </ToastProvider>
      </BrowserRouter>
    </Bugs>
  </StrictMode>,
);
startWorker();
