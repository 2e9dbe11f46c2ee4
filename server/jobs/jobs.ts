import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge } from 'prom-client';
import type { Sql } from '../database/database.ts';

/** Work that recurs. However many processes there are, one of them begins it when it is due. */
export interface Job {
  /** Under which the table `jobs` and the metrics know it. */
  name: string;
  /** The schedule: how long after it was last begun it is due again. */
  everyMinutes: number;
  /** Rejects where it failed; it is due again all the same. `stopping` says that the server waits for it to end. */
  run: (stopping: AbortSignal) => Promise<unknown>;
}

/** In milliseconds: how long a server that stops waits for its running jobs; those are due again later. */
const MAX_STOP_WAIT = 5_000;
/** In milliseconds: how often a process looks whether work is due. */
const LOOK_EVERY = 20_000;

/**
 * Whether this process is the one to do work that is due once in so many minutes, however many processes ask. Where it
 * dies in the middle, the work is due again after that time.
 */
export async function isDue(sql: Sql, name: string, minutes: number): Promise<boolean> {
  // A job that is not due writes nothing, since every process asks often.
  const [begun] = await sql`
    insert into jobs (name)
    select ${name} where not exists (
      select from jobs where name = ${name} and begun_at > now() - make_interval(mins => ${minutes}))
    on conflict (name) do update set begun_at = now()
      where jobs.begun_at <= now() - make_interval(mins => ${minutes})
    returning name`;
  return begun !== undefined;
}

/** Runs the jobs from when the server listens until it closes, which waits a while for those that are running. */
export function startJobs(app: FastifyInstance, jobs: readonly Job[]): void {
  const { sql } = app.context.database;
  const record = jobMetrics(app);
  const running = new Map<Job, Promise<void>>();
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  async function runIfDue({ name, everyMinutes, run }: Job): Promise<void> {
    const started = performance.now();
    try {
      if (!(await isDue(sql, name, everyMinutes))) return;
      await run(stopping.signal);
      record(name, started);
    } catch (error) {
      record(name, started, 'failed');
      app.log.error(error, `the job ${name} failed`);
    }
  }

  function look(): void {
    for (const job of jobs) {
      if (running.has(job)) continue;
      running.set(
        job,
        runIfDue(job).finally(() => running.delete(job)),
      );
    }
  }

  app.addHook('onListen', async () => {
    look();
    timer = setInterval(look, LOOK_EVERY);
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    stopping.abort();
    await Promise.race([Promise.all(running.values()), pause(MAX_STOP_WAIT, undefined, { ref: false })]);
  });
}

/** Registers metrics of each job in this process: last run, duration and failures. */
function jobMetrics({ metricsRegistry }: FastifyInstance) {
  const options = { labelNames: ['job'] as const, registers: [metricsRegistry] };
  const lastRun = new Gauge({
    ...options,
    name: 'porchlight_job_last_run_timestamp_seconds',
    help: 'When this process last ended a run of the job.',
  });
  const seconds = new Gauge({
    ...options,
    name: 'porchlight_job_last_run_duration_seconds',
    help: 'How long that run took.',
  });
  const failures = new Counter({
    ...options,
    name: 'porchlight_job_failures_total',
    help: 'Runs of the job that failed in this process.',
  });
  return (job: string, started: number, outcome?: 'failed') => {
    lastRun.setToCurrentTime({ job });
    seconds.set({ job }, (performance.now() - started) / 1000);
    failures.inc({ job }, outcome === 'failed' ? 1 : 0);
  };
}
