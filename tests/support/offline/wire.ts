import { VERSION_HEADER } from '../../../contract/route.ts';
import type { TestServer } from '../server/server.ts';

/** What goes wrong with one request on its way. */
export type Fault =
  | 'refused' // it never reaches the server
  | 'answer lost' // the server does it, and word of it is lost
  | 'delivered twice' // the server gets it twice at the same moment
  | 'hangs before' // it neither arrives nor fails
  | 'hangs after' // the server does it, and the answer never comes
  | 'cut' // the answer breaks off in the middle
  | 'late' // it is given up, and arrives after all that is sent until then
  | 'slow'
  | 'portal page' // a captive portal answers with a page of its own
  | 'portal json' // one that answers in JSON
  | 'portal page after' // an appliance swaps the answer of a server that did it
  | { status: number; code?: string; message?: string; retryAfter?: number; body?: unknown };

/** A request as it went over the wire. */
export interface Wire {
  method: string;
  /** Below /api. */
  path: string;
  headers: Headers;
  body: Buffer;
  /** The tab or worker that sent it, where a test has several. */
  sender?: object | undefined;
  /** Undefined where no answer came. */
  status?: number;
  /** Whether the server had done it before and answered from its memory. */
  replayed?: boolean;
}

export interface Network {
  /** Everything that was sent, the unreachable included. */
  wire: Wire[];
  /** The changes among them: what carries an Idempotency-Key. */
  sent: () => Wire[];
  offline: boolean;
  /** What every request meets, such as a captive portal. */
  always: Fault | undefined;
  /** The next requests whose "METHOD /path" matches meet these faults, one each. */
  fail: (on: RegExp, ...faults: Fault[]) => void;
  /** Every change of a request meets what this answers, until it is taken away. */
  storm: ((wire: Wire) => Fault | undefined) | undefined;
  /** What reached the server, in order, and what it said. */
  delivered: { wire: Wire; status: number; replayed: boolean }[];
  /** Is told of each request that now hangs, until its sender gives it up. */
  onHang: ((wire: Wire, givenUp: AbortSignal) => void) | undefined;
  /** What arrives only long after its sender gave it up: delivers it now. */
  late: (() => Promise<void>)[];
  /** Runs before a request reaches the server. */
  before: ((wire: Wire) => Promise<void> | void) | undefined;
  /** Runs once the server has answered, before the app hears of it. */
  after: ((wire: Wire) => void) | undefined;
  cookies: Map<string, string>;
  calm: () => void;
}

/** A network that stands between the app and the real server, and the `fetch` that each sender finds on it. */
export function wireTo(server: () => TestServer): {
  net: Network;
  fetchOf: (sender?: object) => typeof fetch;
} {
  const planned: { on: RegExp; fault: Fault }[] = [];
  const net: Network = {
    wire: [],
    sent: () => net.wire.filter(({ headers }) => headers.has('Idempotency-Key')),
    offline: false,
    always: undefined,
    delivered: [],
    onHang: undefined,
    late: [],
    storm: undefined,
    before: undefined,
    after: undefined,
    cookies: new Map(),
    fail: (on, ...faults) => planned.push(...faults.map((fault) => ({ on, fault }))),
    calm: () => {
      planned.length = 0;
      net.storm = undefined;
      net.before = undefined;
      net.after = undefined;
      net.offline = false;
      net.always = undefined;
    },
  };

  function faultFor(wire: Wire): Fault | undefined {
    if (net.offline) return 'refused';
    if (net.always) return net.always;
    const line = `${wire.method} ${wire.path}`;
    const index = planned.findIndex(({ on }) => on.test(line));
    if (index >= 0) return planned.splice(index, 1)[0]?.fault;
    return wire.headers.has('Idempotency-Key') ? net.storm?.(wire) : undefined;
  }

  async function deliver(wire: Wire): Promise<Response> {
    const cookie = [...net.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await server().app.inject({
      method: wire.method as 'GET',
      url: `/api${wire.path}`,
      headers: { ...Object.fromEntries(wire.headers), ...(cookie ? { cookie } : {}) },
      ...(wire.body.length > 0 ? { payload: wire.body } : {}),
    });
    const replayed = 'idempotency-replayed' in answer.headers;
    net.delivered.push({ wire, status: answer.statusCode, replayed });
    for (const { name, value } of answer.cookies as { name: string; value: string }[]) {
      if (value) net.cookies.set(name, value);
      else net.cookies.delete(name);
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      if (name !== 'set-cookie') headers.set(name, String(value));
    }
    return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers });
  }

  function hang(wire: Wire, signal: AbortSignal): Promise<Response> {
    return new Promise((_, reject) => {
      // Given up already, while the server was at it.
      signal.throwIfAborted();
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      net.onHang?.(wire, signal);
    });
  }

  async function meet(fault: Fault | undefined, wire: Wire, signal: AbortSignal): Promise<Response> {
    if (typeof fault === 'object') return answered(fault);
    if (fault === 'refused') throw new TypeError('fetch failed');
    if (fault === 'hangs before') return hang(wire, signal);
    if (fault === 'late') {
      net.late.push(async () => {
        await deliver(wire);
      });
      throw new TypeError('fetch failed');
    }
    if (fault === 'portal page') return portal('text/html', '<h1>Welcome to FreeWiFi</h1>');
    if (fault === 'portal json') return portal('application/json', '{"id":1,"message":"Please log in"}');
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, 30));
    await net.before?.(wire);
    const [response] = await Promise.all([
      deliver(wire),
      ...(fault === 'delivered twice' ? [deliver(wire)] : []),
    ]);
    net.after?.(wire);
    if (fault === 'answer lost') throw new TypeError('fetch failed');
    if (fault === 'hangs after') return hang(wire, signal);
    if (fault === 'portal page after') return portal('text/html', '<h1>Welcome back</h1>');
    if (fault !== 'cut') return response;
    const whole = await response.text();
    return new Response(whole.slice(0, whole.length / 2), response);
  }

  const fetchOf = (sender?: object) => async (input: string | URL | Request, init?: RequestInit) => {
    const { signal, ...rest } = init ?? {};
    const url = typeof input === 'string' ? new URL(input, 'http://localhost') : input;
    const request = new Request(url, { ...rest, credentials: 'omit' });
    const wire: Wire = {
      method: request.method,
      path: new URL(request.url).href.split('/api')[1] ?? '',
      headers: request.headers,
      body: Buffer.from(await request.arrayBuffer()),
      sender,
    };
    net.wire.push(wire);
    const response = await meet(faultFor(wire), wire, signal ?? new AbortController().signal);
    wire.status = response.status;
    wire.replayed = response.headers.has('Idempotency-Replayed');
    return response;
  };
  return { net, fetchOf };
}

function portal(type: string, body: string): Response {
  return new Response(body, { status: 200, headers: { 'Content-Type': type } });
}

function answered({
  status,
  code = 'planned',
  message = `Answered ${status}.`,
  retryAfter,
  body,
}: Exclude<Fault, string>): Response {
  const headers = new Headers({ 'Content-Type': 'application/json; charset=utf-8', [VERSION_HEADER]: '1' });
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  return new Response(JSON.stringify(body ?? { message, error: message, code }), { status, headers });
}
