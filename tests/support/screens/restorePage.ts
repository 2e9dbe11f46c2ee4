import { act } from '@testing-library/react';

/**
 * Goes to another site and comes back to the page from the browser's back/forward cache. Both: a Dexie that was shown without
 * having been hidden hears each change of its own once more.
 */
export function restorePage(): void {
  for (const event of ['pagehide', 'pageshow'])
    act(() => void window.dispatchEvent(Object.assign(new Event(event), { persisted: true })));
}
