import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { until, type App } from '../app.tsx';

/** Puts the app away, or takes it up again; `vi.restoreAllMocks()` ends it. */
export async function look(state: 'visible' | 'hidden'): Promise<void> {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  await act(async () => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await Promise.resolve();
  });
}

/** Looks at the app, which from then on hears at once what changes elsewhere, until the test ends. */
export async function hearOfChanges(app: App): Promise<void> {
  app.network.streams = true;
  onTestFinished(async () => {
    app.close();
    await look('hidden');
    vi.restoreAllMocks();
  });
  await look('visible');
  await until(() => app.network.openStreams.size === 1);
}
