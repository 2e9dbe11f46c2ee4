import { vi } from 'vitest';

/**
 * Brings the real timers back, after those that are due at once. Dexie tells live queries of a write by a timer, and sets no second one
 * meanwhile: where it never ran, none would be told of anything in all later tests of the process.
 */
export function restoreTimers(): void {
  if (vi.isFakeTimers()) vi.advanceTimersByTime(1);
  vi.useRealTimers();
}
