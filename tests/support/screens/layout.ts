import { onTestFinished, vi } from 'vitest';

/** Makes every element 60 pixels high for one test, since jsdom has no layout. */
export function laidOut(): void {
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  onTestFinished(() => {
    height.mockRestore();
    vi.unstubAllGlobals();
  });
}

/** The screen is as wide as a phone's, as far as `matchMedia` tells. */
export function onPhone(): void {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  onTestFinished(() => void vi.unstubAllGlobals());
}
