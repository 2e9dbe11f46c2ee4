import type { Page } from 'playwright';

/** In milliseconds: what is quicker, the browser does not report. */
const LEAST = 16;

interface Observed {
  /** In milliseconds, by interaction: a key's going down and up are one. */
  interactions: Map<number, number>;
  /** How long each task over 50 ms took, in milliseconds. */
  longTasks: number[];
}
declare const observed: Observed;

/** Begins to observe keys, and what keeps the page busy. */
export async function watchKeys(page: Page): Promise<void> {
  await page.evaluate(observe);
}

/** What so many keys took, each to the frame that shows it. */
export async function readKeys(page: Page, keys: number): Promise<string> {
  const { interactions, longTasks } = await page.evaluate(() => ({
    interactions: [...observed.interactions.values()],
    longTasks: observed.longTasks,
  }));
  const quick = Array<number>(Math.max(0, keys - interactions.length)).fill(LEAST);
  const sorted = [...quick, ...interactions].sort((a, b) => a - b);
  const share = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? NaN;
  const longest = longTasks.length === 0 ? '' : `, the longest ${Math.max(...longTasks).toFixed(0)} ms,`;
  return `p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, worst ${share(1)} ms, ${longTasks.length} tasks over 50 ms${longest} in ${keys} keys`;
}

/** Runs in the page. */
function observe(): void {
  const seen: Observed = { interactions: new Map(), longTasks: [] };
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
      if (!interactionId) continue;
      seen.interactions.set(interactionId, Math.max(duration, seen.interactions.get(interactionId) ?? 0));
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    seen.longTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
  Object.assign(globalThis, { observed: seen });
}
