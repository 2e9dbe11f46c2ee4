import './browser/refusedChannels.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { watchInstallPrompt } from './install/installPrompt.ts';
import { startWorker } from './browser/serviceWorker.ts';

// The browser may offer it before any screen is shown.
watchInstallPrompt();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app.');

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>,
);
startWorker();
