/** How long a frame is waited for, in milliseconds: a hidden page draws none. */
const FRAME_PATIENCE = 500;

let drawn: Promise<void> | undefined;
let noteDrawn: (() => void) | undefined;

/** From now on, what waits for the first frame waits for `firstScreenDrawn`. */
export function holdUntilDrawn(): void {
  drawn = new Promise((resolve) => {
    noteDrawn = resolve;
  });
}

/** The first screen stands on the page, and the next frame shows it. */
export function firstScreenDrawn(): void {
  noteDrawn?.();
}

/** Resolves once the browser shows the first screen, which needs nothing of what waits for it; at once where none is prepared. */
export async function afterFirstFrame(): Promise<void> {
  if (!drawn) return;
  await drawn;
  await nextFrame();
}

/** Resolves once the browser has drawn what stands on the page. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FRAME_PATIENCE);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      // A task of its own, which follows the frame.
      setTimeout(resolve);
    });
  });
}
