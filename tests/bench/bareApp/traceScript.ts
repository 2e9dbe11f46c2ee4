import type { DevtoolsPipe } from './devtoolsPipe.ts';

/** An event of Chromium's trace; times in microseconds. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** How long it took of its thread's CPU time. */
  tdur?: number;
  dur?: number;
}

/** What runs or compiles script, as https://chromedevtools.github.io/devtools-protocol/ names it in the timeline. */
const SCRIPT = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FunctionCall',
  'RunMicrotasks',
  'TimerFire',
  'v8.compile',
  'v8.compileModule',
  'v8.evaluateModule',
]);

/**
 * Traces a page from now on. The returned function ends that, and tells how long script ran in the page until its performance mark
 * named `content`, in milliseconds of CPU time.
 */
export async function traceScript(page: DevtoolsPipe): Promise<() => Promise<number>> {
  const events: TraceEvent[] = [];
  page.on('Tracing.dataCollected', ({ value }: { value: TraceEvent[] }) => events.push(...value));
  await page.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'blink.user_timing', 'v8', 'v8.execute'] },
  });
  return async () => {
    const complete = new Promise<unknown>((resolve) => page.on('Tracing.tracingComplete', resolve));
    await page.send('Tracing.end');
    await complete;
    const content = events.find(({ name }) => name === 'content');
    if (!content) throw new Error('The trace has no mark of the content.');
    const script = events
      .filter(({ ph, name, pid, tid, ts }) => {
        const isOfPage = pid === content.pid && tid === content.tid;
        return isOfPage && ph === 'X' && ts < content.ts && SCRIPT.has(name);
      })
      .sort((a, b) => a.ts - b.ts);
    let [spent, end] = [0, 0];
    for (const { ts, dur = 0, tdur = dur } of script) {
      // One within another is counted with it.
      if (ts < end) continue;
      spent += tdur;
      end = ts + dur;
    }
    return spent / 1000;
  };
}
