import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge } from 'prom-client';
import type { Sql } from '../database/database.ts';
import { diskState } from '../database/diskSpace.ts';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { notify, type NewNotification } from '../notifications/notify.ts';
import { PhotoStoreUnavailable } from '../photos/store.ts';

/** Recurring work. When it is due, one of the server's processes runs it. */
export interface Job {
  /** The name in the table `jobs` and in the metrics. */
  name: string;
  /** The time from one start to the next. */
  everyMinutes: number;
  /** Rejects if the run failed, which does not change the schedule. `stopping` is aborted when the server stops. */
  run: (stopping: AbortSignal) => Promise<unknown>;
  /** What managers are told of a failed run, where its name does not say enough. */
  failure?: (error: unknown) => NewNotification;
}

/** How long a stopping server waits for its running jobs, in milliseconds. */
const MAX_STOP_WAIT = 5_000;
/** How often a process checks for due jobs, in milliseconds. */
const CHECK_INTERVAL = 20_000;

/**
 * Claims a job if it is due. Of several processes only one gets `true`. If that process is killed during the job, the
 * job is due again after the interval.
 */
export async function isDue(sql: Sql, name: string, minutes: number): Promise<boolean> {
  // Writes nothing if the job is not due, since every process asks often.
  const [claimed] = await sql`
    insert into jobs (name)
    select ${name} where not exists (
      select from jobs where name = ${name} and begun_at > now() - make_interval(mins => ${minutes}))
    on conflict (name) do update set begun_at = now()
      where jobs.begun_at <= now() - make_interval(mins => ${minutes})
    returning name`;
  return claimed !== undefined;
}

/** Runs due jobs from when the server listens until it closes. Closing waits a few seconds for running jobs. */
export function startJobs(app: FastifyInstance, jobs: readonly Job[]): void {
  const { database, disk } = app.context;
  const record = jobMetrics(app);
  const running = new Map<Job, Promise<void>>();
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  async function runIfDue({ name, everyMinutes, run, failure }: Job): Promise<void> {
    const started = performance.now();
    try {
      // Every job writes.
      if (disk && diskState(disk) === 'full') return;
      if (!(await isDue(database.sql, name, everyMinutes))) return;
      await run(stopping.signal);
      await database.sql`update jobs set failed_at = null where name = ${name} and failed_at is not null`;
      record(name, started);
    } catch (error) {
      record(name, started, 'failed');
      // In one line, since every job of an outage meets it.
      if (error instanceof DatabaseUnavailable || error instanceof PhotoStoreUnavailable)
        app.log.warn(`the job ${name} waits: ${error.message}`);
      else {
        app.log.error(error, `the job ${name} failed`);
        await markFailed(name);
        await notifyOfFailure(name, failure?.(error));
      }
    }
  }

  /** Management sees it on Today until a run works. */
  async function markFailed(job: string): Promise<void> {
    try {
      await database.sql`update jobs set failed_at = coalesce(failed_at, now()) where name = ${job}`;
    } catch (error) {
      app.log.error(error, 'a failed job could not be marked');
    }
  }

  /** Tells managers, once a day for each job. */
  async function notifyOfFailure(job: string, failure?: NewNotification): Promise<void> {
    const once = `job-failed:${job}:${new Date().toISOString().slice(0, 10)}`;
    try {
      const event = failure ?? ({ kind: 'job_failed', to: 'managers', data: { job } } as const);
      await notify(database.sql, { ...event, once });
    } catch (error) {
      app.log.error(error, 'managers could not be told of a failed job');
    }
  }

  function runDueJobs(): void {
    for (const job of jobs) {
      if (running.has(job)) continue;
      running.set(
        job,
        runIfDue(job).finally(() => running.delete(job)),
      );
    }
  }

  app.addHook('onListen', async () => {
    runDueJobs();
    timer = setInterval(runDueJobs, CHECK_INTERVAL);
  });
  let stopped: Promise<unknown> | undefined;
  // Beside the requests that are still answered.
  app.addHook('preClose', async () => {
    clearInterval(timer);
    stopping.abort();
    stopped = Promise.race([Promise.all(running.values()), pause(MAX_STOP_WAIT, undefined, { ref: false })]);
  });
  app.addHook('onClose', async () => {
    await stopped;
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
