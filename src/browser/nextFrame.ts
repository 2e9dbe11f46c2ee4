/** How long a frame is waited for, in milliseconds: a hidden page draws none. */
const FRAME_PATIENCE = 500;

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
