/** Runs at most `places` jobs at a time; the others wait in the order they came. */
export function turns(places: number): <T>(job: () => Promise<T>) => Promise<T> {
  let free = places;
  const waiting: (() => void)[] = [];

  return async (job) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
