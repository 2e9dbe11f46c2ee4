/**
 * Sends what is due, by up to `most` at once: `sendNext` takes and sends one message, calls `onTaken` in between, and resolves to
 * false where nothing is due. Another one looks only after one has taken something, so that where nothing is due there is one look.
 * Each promise ends when all that was due when it was asked for is done, and rejects with what `sendNext` throws.
 */
export function senders(
  most: number,
  sendNext: (onTaken: () => void) => Promise<boolean>,
): () => Promise<void> {
  let asked = 0;
  let active = 0;
  const running = new Set<Promise<void>>();

  async function sendInTurn(): Promise<void> {
    const others: Promise<void>[] = [];
    active += 1;
    try {
      let seen;
      do {
        seen = asked;
        while (await sendNext(() => void others.push(...startOne())));
        // Asked for meanwhile, something may have become due after the last look.
      } while (seen !== asked);
    } finally {
      active -= 1;
    }
    await Promise.all(others);
  }

  /** The one that was started, if there is room for it. */
  function startOne(): Promise<void>[] {
    if (active >= most) return [];
    const run = sendInTurn().finally(() => running.delete(run));
    // Whoever asked is told; until they wait for it, it is nobody's.
    run.catch(() => undefined);
    running.add(run);
    return [run];
  }

  return async () => {
    asked += 1;
    void startOne();
    await Promise.all(running);
  };
}
