import './browser/refusedChannels.ts';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { firstScreenReady } from './firstScreen.ts';
import { watchInstallPrompt } from './install/installPrompt.ts';
import { probablySignedIn } from './session/currentSession.ts';

// The browser may offer it before any screen is shown.
watchInstallPrompt();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app.');
const reactRoot = createRoot(root);

function draw(): void {
  reactRoot.render(
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>,
  );
}

// As a transition, which draws at once what is loaded; any other draw would show what waits for it first.
if (probablySignedIn()) void firstScreenReady().finally(() => startTransition(draw));
else draw();
