import { onTestFinished, vi } from 'vitest';

/** The screen is as wide as a phone's, as far as `matchMedia` tells. */
export function onPhone(): void {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  onTestFinished(() => void vi.unstubAllGlobals());
}
