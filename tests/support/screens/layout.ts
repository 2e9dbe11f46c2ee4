import { onTestFinished, vi } from 'vitest';

/** jsdom lays nothing out: for one test every element is 60 pixels high, so that a long list reaches beyond the screen. */
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
