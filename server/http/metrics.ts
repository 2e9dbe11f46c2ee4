import { timingSafeEqual, createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { routes } from '../../contract/routes.ts';
import { ApiError } from './apiError.ts';
import { registerRoute } from './registerRoute.ts';

/** The buckets in seconds: from a read by index to a form with ten photos over a slow connection. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
/** After this time, in milliseconds, the app shows that a change will be sent later. */
const WAITED = 10_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** The registry of this server's metrics, served by `GET /metrics`. */
    metricsRegistry: Registry;
  }
}

let ofProcess: Registry | undefined;

/** The metrics of the process, which the library collects until it exits. */
function processMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** The route of this process's metrics, in Prometheus's text format. */
export function metrics(app: FastifyInstance): void {
  const { database, configuration } = app.context;
  const registry = new Registry();
  const registers = [registry];
  app.decorate('metricsRegistry', registry);

  const requests = new Counter({
    name: 'porchlight_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: 'porchlight_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route'] as const,
    buckets: BUCKETS,
    registers,
  });
  const waited = new Counter({
    name: 'porchlight_outbox_replays_total',
    help: 'Changes with an Idempotency-Key that had waited on a device for over 10 seconds.',
    labelNames: ['route', 'status'] as const,
    registers,
  });
  const repeated = new Counter({
    name: 'porchlight_outbox_repeats_total',
    help: 'Changes that had been made before and were given their first answer again.',
    labelNames: ['route'] as const,
    registers,
  });
  // Read first, since the queries below use a connection too.
  new Gauge({
    name: 'porchlight_database_connections',
    help: 'Connections of this process to its database, and the work that waits for one.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      for (const [state, count] of Object.entries(database.connections())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'porchlight_open_payments',
    help: 'Card payments started and neither paid nor canceled, over all processes; NaN while the database is away.',
    registers,
    async collect() {
      const [open] = await database.sql<{ count: number }>`
        select count(*) as count from payment_intents
        where status not in ('succeeded', 'canceled') or processing_since is not null`.catch(
        (error: unknown) => {
          app.log.warn(error, 'could not count open payments');
          return [];
        },
      );
      this.set(open?.count ?? NaN);
    },
  });

  app.addHook('onResponse', (request, reply, done) => {
    const { method, headers } = request;
    // The pattern and not the path, so that each route is one time series.
    const route = request.routeOptions.url ?? 'none';
    const status = reply.statusCode;
    requests.inc({ method, route, status });
    // A stream lasts as long as somebody looks at the app.
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream'))
      seconds.observe({ method, route }, reply.elapsedTime / 1000);
    if (reply.getHeader('Idempotency-Replayed')) repeated.inc({ route });
    if (headers['idempotency-key']) {
      const captured = Date.parse(String(headers['captured-at']));
      if (Date.now() - captured > WAITED) waited.inc({ route, status });
    }
    done();
  });

  registerRoute(app, routes.metrics, async ({ request, reply }) => {
    requireMetricsToken(request, configuration);
    const all = Registry.merge([registry, processMetrics()]);
    reply.type(all.contentType);
    return all.metrics();
  });
}

/**
 * Requires the metrics token. A loopback address is no proof, since behind a proxy on this machine every request comes
 * from there.
 * @throws {ApiError} 401 without the token, if one is set or the server is in production
 */
function requireMetricsToken(
  request: FastifyRequest,
  { METRICS_TOKEN, production }: { METRICS_TOKEN?: string | undefined; production: boolean },
): void {
  if (METRICS_TOKEN === undefined && !production) return;
  const [scheme, token = ''] = request.headers.authorization?.split(' ') ?? [];
  if (
    METRICS_TOKEN &&
    scheme?.toLowerCase() === 'bearer' &&
    timingSafeEqual(hash(token), hash(METRICS_TOKEN))
  ) {
    return;
  }
  throw new ApiError(401, 'Metrics are told to whoever brings the METRICS_TOKEN that the server was given.');
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
