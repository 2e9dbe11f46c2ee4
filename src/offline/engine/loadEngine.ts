import { loadRoutes } from '../../api/loadRoutes.ts';
import { loadPart } from '../../browser/loadPart.ts';
import { nextFrame } from '../../browser/nextFrame.ts';
import type * as engine from './engine.ts';

export type Engine = typeof engine;

let loading: Promise<Engine> | undefined;
let followsDrawing = false;
let drawing: Promise<void> | undefined;

/** From now on the engine is loaded after the frame in which it was first asked for: what is drawn was read without it. */
export function loadEngineAfterFrame(): void {
  followsDrawing = true;
}

/**
 * What works on the device's database, with Dexie. Loading it costs a slow phone more than anything else, so the first screen is drawn
 * from what was read without it (`firstRead.ts`).
 * @throws {PartMissing} where it cannot be loaded
 */
export function loadEngine(): Promise<Engine> {
  loading ??= load().catch((error: unknown) => {
    // Who needs it next tries again.
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * The engine, for who asks the server next: the table of all calls comes beside it, since a first visit waits for both.
 * @throws {PartMissing} as `loadEngine` does
 * @throws {Unreachable} where the table cannot be loaded
 */
export async function loadEngineAndRoutes(): Promise<Engine> {
  const [loaded] = await Promise.all([loadEngine(), drawn().then(loadRoutes)]);
  return loaded;
}

async function load(): Promise<Engine> {
  await drawn();
  return loadPart(() => import('./engine.ts'));
}

/** Resolves after the frame in which it was first asked for, or at once where that was before `loadEngineAfterFrame`. */
function drawn(): Promise<void> {
  drawing ??= followsDrawing ? nextFrame() : Promise.resolve();
  return drawing;
}
