import { useSyncExternalStore } from 'react';
import { clockDoubted, deviceTime, onTimeLearnt } from '../browser/clock.ts';
import { timeText } from '../ui/data/Time.tsx';
import { Banner } from '../ui/feedback/Banner.tsx';

function subscribe(changed: () => void): () => void {
  const ignore = onTimeLearnt(changed);
  // The clock may have been set while the person was elsewhere.
  document.addEventListener('visibilitychange', changed);
  return () => {
    ignore();
    document.removeEventListener('visibilitychange', changed);
  };
}

/** Whether this device's clock is known to be wrong, or to have been set, until the server tells the time. */
export function useClockDoubted(): boolean {
  return useSyncExternalStore(subscribe, clockDoubted);
}

/** Says so, before somebody takes money or readings by a clock that is wrong. */
export function ClockNotice() {
  if (!useClockDoubted()) return <></>;
  return (
    <Banner type="warning">
      The clock of this device was set, or is wrong: it says {timeText(deviceTime(), 'dateTime')}. If that is
      not the time, please set it, or connect to Porchlight once. Until then, check each day that you enter.
    </Banner>
  );
}
