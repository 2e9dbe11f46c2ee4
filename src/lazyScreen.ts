import { lazy, type ComponentType } from 'react';
import { loadPart } from './browser/loadPart.ts';
import { keepTime } from './offline/engine/storedTime.ts';

/**
 * A screen behind the sign-in, which is loaded when it is first opened. No screen shows or takes a day before it is known
 * how wrong this device's clock is.
 */
export function lazyScreen<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => {
    const [loaded] = await Promise.all([loadPart(load), keepTime()]);
    return loaded;
  });
}
