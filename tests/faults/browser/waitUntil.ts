/** In milliseconds: more than the app takes to look for the server again by itself. */
const PATIENCE = 60_000;

export async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + PATIENCE;
  while (!(await isTrue())) {
    if (performance.now() > until) throw new Error('What was waited for did not come.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
