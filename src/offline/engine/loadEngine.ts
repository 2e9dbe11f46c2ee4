import { loadPart } from '../../browser/loadPart.ts';
import { nextFrame } from '../../browser/nextFrame.ts';
import type * as engine from './engine.ts';

export type Engine = typeof engine;

let loading: Promise<Engine> | undefined;
let followsDrawing = false;

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

async function load(): Promise<Engine> {
  if (followsDrawing) await nextFrame();
  return loadPart(() => import('./engine.ts'));
}
