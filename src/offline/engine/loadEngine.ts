import { loadPart } from '../../browser/loadPart.ts';
import type * as engine from './engine.ts';

export type Engine = typeof engine;

/** How long the frame that shows the first screen is waited for, in milliseconds: a hidden page draws none. */
const FRAME_PATIENCE = 500;

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

/** Resolves once the browser has drawn what stands on the page. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FRAME_PATIENCE);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      // A task of its own, which follows the frame.
      setTimeout(resolve);
    });
  });
}
