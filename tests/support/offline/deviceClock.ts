import { onTestFinished, vi } from 'vitest';
import type { Network } from './testNetwork.ts';

/**
 * Sets this device's clock so many milliseconds ahead of the server's, which runs in the same process and has the right time
 * whenever it is asked. Returns a function that sets it again.
 */
export function setDeviceClock(net: Network, ahead: number): (ahead: number) => void {
  let offset = ahead;
  const wrong = () => {
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offset });
  };
  net.before = () => void vi.useRealTimers();
  net.after = wrong;
  wrong();
  onTestFinished(() => {
    net.reset();
    vi.useRealTimers();
  });
  return (next) => {
    offset = next;
    wrong();
  };
}
