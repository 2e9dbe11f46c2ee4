import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadPart } from './browser/loadPart.ts';
import { recallTime } from './browser/clock.ts';
import { AROUND_SCREENS } from './firstReads.ts';
import { firstRead } from './offline/engine/firstRead.ts';
import { loadEngine } from './offline/engine/loadEngine.ts';
import { readAhead, type CachedInputs } from './offline/hooks/useCachedQuery.ts';
import { readUnsentAhead } from './offline/hooks/useUnsent.ts';
import { currentSession } from './session/currentSession.ts';

type Loaded<Props> = { default: ComponentType<Props> };

/** A screen that React loads as it is first drawn, or `load` before that. */
export type LazyScreen<Props = object> = LazyExoticComponent<ComponentType<Props>> & {
  load: () => Promise<Loaded<Props>>;
};

/**
 * A screen behind the sign-in, which is loaded when it is first opened. No screen shows or takes a day before it is known
 * how wrong this device's clock is.
 * @param firstReads the cached reads that it shows first, read while it is loaded so that it is drawn once, with them
 */
export function lazyScreen<Props>(
  load: () => Promise<Loaded<Props>>,
  firstReads: CachedInputs = {},
): LazyScreen<Props> {
  let loading: Promise<Loaded<Props>> | undefined;
  const loadOnce = () => {
    loading ??= loadWithReads(load, firstReads).catch((error: unknown) => {
      // Who opens it again tries again.
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return Object.assign(lazy(loadOnce), { load: loadOnce });
}

async function loadWithReads<Props>(
  load: () => Promise<Loaded<Props>>,
  firstReads: CachedInputs,
): Promise<Loaded<Props>> {
  const { user } = currentSession();
  const [loaded] = await Promise.all([
    loadPart(load),
    knowTime(),
    ...(user ? [readUnsentAhead(user.id), readAhead(user.id, { ...AROUND_SCREENS, ...firstReads })] : []),
  ]);
  return loaded;
}

/** What the device knew of the time is with the rest of a first screen; from then on it is kept (`OutboxReplay`). */
async function knowTime(): Promise<void> {
  const first = await firstRead();
  if (!first) await (await loadEngine()).keepTime();
  else if (first.time) recallTime(first.time);
}
