import { act } from '@testing-library/react';

/** Comes back to the page from the browser's back/forward cache, as after another site. */
export function restorePage(): void {
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
}
