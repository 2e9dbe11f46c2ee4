import Fastify, { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect } from 'vitest';
import { isDue, startJobs, type Job } from '../../../server/jobs/jobs.ts';
import { recurringJobs } from '../../../server/jobs/recurringJobs.ts';
import { receivedFile } from '../../../server/http/input/receivedFile.ts';
import { storePhotos } from '../../../server/photos/uploads.ts';
import { photo } from '../../support/server/server.ts';
import { isolatedTest as test, server } from '../../support/server/world.ts';

let app: FastifyInstance;
beforeEach(() => {
  app = Fastify();
  app.decorate('context', server.app.context);
  app.decorate('metricsRegistry', new Registry());
});
afterEach(() => app.close());

/** The lines of the metrics that are about this job, without their numbers' fractions. */
async function told(job: string): Promise<string[]> {
  const lines = (await app.metricsRegistry.metrics()).split('\n');
  return lines.filter((line) => line.includes(`{job="${job}"}`)).map((line) => line.replace(/\..*$/, ''));
}

test('a due job is started once, although five ask at the same time', async () => {
  const { sql } = server.database;
  const asked = await Promise.all(Array.from({ length: 5 }, () => isDue(sql, 'paint', 60)));
  expect(asked.filter(Boolean)).toHaveLength(1);
  await sql`update jobs set begun_at = now() - interval '59 minutes'`;
  expect(await isDue(sql, 'paint', 60)).toBe(false);
  await sql`update jobs set begun_at = now() - interval '61 minutes'`;
  expect(await isDue(sql, 'paint', 60)).toBe(true);
  expect(await isDue(sql, 'mow', 60)).toBe(true);
});

test('the hourly jobs delete everything that has expired', async () => {
  const { sql } = server.database;
  await storePhotos(server.app.context, [receivedFile('leak.jpg', await photo())]);
  await sql`update announced_photos set at = at - interval '61 minutes'`;
  await sql`insert into attempts (subject, at) values ('a guess', now() - interval '3 hours')`;
  await sql`insert into sessions (user_id, expires_at) values (2, now() - interval '2 days')`;
  await sql`
    insert into idempotency_keys (user_id, route, key, request_digest, created_at)
    values (2, 'POST /maintenance', gen_random_uuid(), '', now() - interval '91 days')`;
  await sql`
    insert into maintenance_requests (user_id, information, received_at) values (4, 'Leak', now() - interval '31 days')`;
  await sql`
    insert into announcements (user_id, announcement, announcement_type, status, updated_at)
    values (4, 'A bench', 'General', 'pending', now() - interval '31 days')`;
  const jobs = recurringJobs(server.app);
  for (const { run } of jobs.filter(({ everyMinutes }) => everyMinutes === 60))
    await run(new AbortController().signal);
  for (const left of await Promise.all([
    sql`select 1 from attempts`,
    sql`select 1 from sessions where expires_at < now()`,
    sql`select 1 from idempotency_keys`,
    sql`select 1 from announced_photos`,
    sql`select 1 from maintenance_requests`,
    sql`select 1 from announcements`,
  ])) {
    expect(left).toEqual([]);
  }
});

test('the embedded database gives the room of deleted rows to new ones', async () => {
  const { sql, kind } = server.database;
  const vacuum = recurringJobs(server.app).find(({ name }) => name === 'vacuum');
  // A PostgreSQL server has its own autovacuum.
  expect(vacuum !== undefined).toBe(kind === 'embedded');
  if (!vacuum) return;
  const churn = async () => {
    await sql`insert into attempts (subject) select 'a guess of ' || n from generate_series(1, 5000) as n`;
    await sql`delete from attempts`;
    await vacuum.run(new AbortController().signal);
    const [size] = await sql<{ bytes: number }>`select pg_total_relation_size('attempts') as bytes`;
    return size?.bytes ?? 0;
  };
  await churn();
  // A page of an index is used again by the round after the next.
  const second = await churn();
  for (let round = 3; round <= 5; round++) expect(await churn()).toBe(second);
});

test('a stopping server waits at most eight seconds for its jobs', async () => {
  startJobs(app, [{ name: 'paint', everyMinutes: 60, run: () => new Promise(() => undefined) }]);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const began = performance.now();
  await app.close();
  expect(performance.now() - began).toBeLessThan(8_000);
});

test('jobs start once the server listens, and the metrics count each run and each failure', async () => {
  let runs = 0;
  const jobs: Job[] = [
    { name: 'paint', everyMinutes: 60, run: async () => (runs += 1) },
    { name: 'mow', everyMinutes: 60, run: () => Promise.reject(new Error('It rains.')) },
  ];
  startJobs(app, jobs);
  await app.ready();
  expect(runs).toBe(0);
  await app.listen({ port: 0, host: '127.0.0.1' });
  await expect.poll(() => told('paint')).toHaveLength(3);
  await expect.poll(() => told('mow')).toHaveLength(3);
  expect(runs).toBe(1);
  expect(await told('paint')).toContain('porchlight_job_failures_total{job="paint"} 0');
  expect(await told('mow')).toEqual([
    expect.stringMatching(/^porchlight_job_last_run_timestamp_seconds\{job="mow"\} 1\d{9}$/),
    expect.stringMatching(/^porchlight_job_last_run_duration_seconds\{job="mow"\} \d$/),
    'porchlight_job_failures_total{job="mow"} 1',
  ]);
  const failed = () => app.context.database.sql`select name from jobs where failed_at is not null`;
  await expect.poll(failed).toEqual([{ name: 'mow' }]);
});

test('a stopping server aborts its running jobs and waits for them', async () => {
  const steps: string[] = [];
  const run: Job['run'] = async (stopping) => {
    steps.push('begun');
    await new Promise((resolve) => stopping.addEventListener('abort', resolve));
    steps.push('ended');
  };
  startJobs(app, [{ name: 'paint', everyMinutes: 60, run }]);
  await app.listen({ port: 0, host: '127.0.0.1' });
  await expect.poll(() => steps).toEqual(['begun']);
  await app.close();
  expect(steps).toEqual(['begun', 'ended']);
});
