import { useEffect } from 'react';
import { nextFrame } from './browser/nextFrame.ts';
import { startWorker } from './browser/serviceWorker.ts';
import { BrandProvider } from './shell/BrandProvider.tsx';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';
import { ReloadOffer } from './shell/notices/ReloadOffer.tsx';
import { suspendWithPage } from './shell/pageSuspension.ts';
import { useTranslatedTexts } from './shell/translatedTexts.ts';
import { AppRoutes } from './routes.tsx';
import { SessionProvider } from './session/session.tsx';
import { ToastProvider } from './ui/feedback/Toasts.tsx';

// Before the session reads the device: a page can be left while it starts.
suspendWithPage();

/** The app, without its router. */
export function App() {
  useTranslatedTexts();
  // The first screen does not need it.
  useEffect(() => void nextFrame().then(startWorker), []);
  return (
    <ErrorBoundary>
      <BrandProvider>
        <ToastProvider>
          <SessionProvider>
            <AppRoutes />
            <ReloadOffer />
          </SessionProvider>
        </ToastProvider>
      </BrandProvider>
    </ErrorBoundary>
  );
}
