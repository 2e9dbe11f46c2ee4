/**
 * `work` that runs one at a time: called while it runs, it runs once more after that. Each promise ends when all that was asked
 * for by then is done, and rejects with what the work throws.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let asked = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    try {
      while (asked) {
        asked = false;
        await work();
      }
    } finally {
      running = undefined;
    }
  }
  return () => {
    asked = true;
    return (running ??= run());
  };
}
