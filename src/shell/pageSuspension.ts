import { resume, suspend } from '../offline/engine/storage/suspension.ts';

/** Has the device's database let go of its locks while this page is in the back/forward cache, or frozen. */
export function suspendWithPage(): void {
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) suspend();
  });
  addEventListener('pageshow', resume);
  document.addEventListener('freeze', suspend);
  document.addEventListener('resume', resume);
}
