import { routes } from '../../../contract/routes.ts';
import { FOLLOWS } from '../server/changeStreams.ts';
import type { TestServer } from '../server/server.ts';
import { type Fault, PROXY_PAGE, portal, plannedResponse } from './networkFaults.ts';

/** A request that the app sent. */
export interface NetworkRequest {
  method: string;
  /** The path below /api, with its query. */
  path: string;
  headers: Headers;
  body: Buffer;
  /** The tab or worker that sent it, if a test has several. */
  sender?: object | undefined;
  /** The status of the answer; undefined if none came. */
  status?: number;
  /** Whether the server answered with a stored answer. */
  replayed?: boolean;
}

export interface Network {
  /** All requests of the app, also those that failed. */
  requests: NetworkRequest[];
  /** The requests with an Idempotency-Key: what somebody changed. Receipt books the app asks for by itself. */
  sent: () => NetworkRequest[];
  offline: boolean;
  /** The fault of every request, such as a captive portal. */
  always: Fault | undefined;
  /** Adds faults for the next requests whose "METHOD /path" matches, one each. */
  fail: (on: RegExp, ...faults: Fault[]) => void;
  /** The fault of all requests whose "METHOD /path" matches, until the returned function is called. */
  failAll: (on: RegExp, fault: Fault) => () => void;
  /** Returns the fault of a request with an Idempotency-Key. */
  faultOfChange: ((request: NetworkRequest) => Fault | undefined) | undefined;
  /** The requests that reached the server, in order, with the status of its answers. */
  delivered: { request: NetworkRequest; status: number; replayed: boolean }[];
  /** Called for each request that hangs, with the signal that aborts it. */
  onHang: ((request: NetworkRequest, signal: AbortSignal) => void) | undefined;
  /** Each delivers one request with the fault `late`. */
  late: (() => Promise<void>)[];
  /** Runs before a request reaches the server. */
  before: ((request: NetworkRequest) => Promise<void> | void) | undefined;
  /** Runs after the server has answered, before the app gets the answer. */
  after: ((request: NetworkRequest) => Promise<void> | void) | undefined;
  cookies: Map<string, string>;
  /** Whether streams of changes can be opened; otherwise they hang, as behind a proxy that passes nothing on. */
  streams: boolean;
  /** The open streams of changes. They are no `requests`. */
  openStreams: Set<{ sender: object | undefined; path: string; cut: () => void }>;
  /** Removes all faults and callbacks. */
  reset: () => void;
}

/** A simulated network between the app and the test server, and a `fetch` for each sender. */
export function createNetwork(server: () => TestServer): {
  net: Network;
  fetchFor: (sender?: object) => typeof fetch;
} {
  const planned: { on: RegExp; fault: Fault }[] = [];
  const lasting = new Set<{ on: RegExp; fault: Fault }>();
  const net: Network = {
    requests: [],
    sent: () =>
      net.requests.filter(({ headers, path }) => headers.has('Idempotency-Key') && path !== '/receipt-books'),
    offline: false,
    always: undefined,
    delivered: [],
    onHang: undefined,
    late: [],
    faultOfChange: undefined,
    before: undefined,
    after: undefined,
    cookies: new Map(),
    streams: false,
    openStreams: new Set(),
    fail: (on, ...faults) => planned.push(...faults.map((fault) => ({ on, fault }))),
    failAll: (on, fault) => {
      const entry = { on, fault };
      lasting.add(entry);
      return () => lasting.delete(entry);
    },
    reset: () => {
      planned.length = 0;
      lasting.clear();
      net.faultOfChange = undefined;
      net.before = undefined;
      net.after = undefined;
      net.offline = false;
      net.always = undefined;
    },
  };

  function faultFor(request: NetworkRequest): Fault | undefined {
    if (net.offline) return 'refused';
    if (net.always) return net.always;
    const line = `${request.method} ${request.path}`;
    for (const { on, fault } of lasting) if (on.test(line)) return fault;
    const index = planned.findIndex(({ on }) => on.test(line));
    if (index >= 0) return planned.splice(index, 1)[0]?.fault;
    return request.headers.has('Idempotency-Key') ? net.faultOfChange?.(request) : undefined;
  }

  async function deliver(request: NetworkRequest): Promise<Response> {
    const cookie = [...net.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await server().app.inject({
      method: request.method as 'GET',
      url: `/api${request.path}`,
      headers: { ...Object.fromEntries(request.headers), ...(cookie ? { cookie } : {}) },
      ...(request.body.length > 0 ? { payload: request.body } : {}),
    });
    const replayed = 'idempotency-replayed' in answer.headers;
    net.delivered.push({ request, status: answer.statusCode, replayed });
    for (const { name, value } of answer.cookies as { name: string; value: string }[]) {
      if (value) net.cookies.set(name, value);
      else net.cookies.delete(name);
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      if (name !== 'set-cookie') headers.set(name, String(value));
    }
    const body = answer.statusCode === 304 ? null : new Uint8Array(answer.rawPayload);
    return new Response(body, { status: answer.statusCode, headers });
  }

  async function openStream(request: NetworkRequest, signal: AbortSignal): Promise<Response> {
    if (net.offline) throw new TypeError('fetch failed');
    if (!net.streams) return hang(request, signal);
    const answer = await server().app.inject({
      method: 'GET',
      url: `/api${request.path}`,
      headers: { ...Object.fromEntries(request.headers), [FOLLOWS]: 'yes' },
      payloadAsStream: true,
    });
    const stream = answer.stream();
    const cut = () => void answer.raw.res.destroy();
    const open = { sender: request.sender, path: request.path, cut };
    net.openStreams.add(open);
    signal.addEventListener('abort', cut);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream.on('data', (chunk: Buffer) => controller.enqueue(new Uint8Array(chunk)));
        stream.on('error', () => undefined);
        stream.on('close', () => {
          net.openStreams.delete(open);
          if (stream.readableEnded && !signal.aborted) controller.close();
          else controller.error(new TypeError('network error'));
        });
      },
      cancel: cut,
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
    return new Response(body, { status: answer.statusCode, headers });
  }

  function hang(request: NetworkRequest, signal: AbortSignal): Promise<Response> {
    return new Promise((_, reject) => {
      // Aborted already, while the server handled it.
      signal.throwIfAborted();
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      net.onHang?.(request, signal);
    });
  }

  async function respond(
    fault: Fault | undefined,
    request: NetworkRequest,
    signal: AbortSignal,
  ): Promise<Response> {
    if (typeof fault === 'object' && 'status' in fault) {
      if (fault.held) await fault.held;
      return plannedResponse(fault);
    }
    if (typeof fault === 'object' && 'page' in fault) return portal('text/html', PROXY_PAGE, fault.page);
    if (fault === 'refused') throw new TypeError('fetch failed');
    if (fault === 'hangs before') return hang(request, signal);
    if (fault === 'late') {
      net.late.push(async () => {
        await deliver(request);
      });
      throw new TypeError('fetch failed');
    }
    if (fault === 'portal page') return portal('text/html', '<h1>Welcome to FreeWiFi</h1>');
    if (fault === 'portal json') return portal('application/json', '{"id":1,"message":"Please log in"}');
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, 30));
    await net.before?.(request);
    const [response] = await Promise.all([
      deliver(request),
      ...(fault === 'delivered twice' ? [deliver(request)] : []),
    ]);
    await net.after?.(request);
    if (fault === 'line lost') net.offline = true;
    if (fault === 'answer lost' || fault === 'line lost') throw new TypeError('fetch failed');
    if (fault === 'hangs after') return hang(request, signal);
    if (typeof fault === 'object') return portal('text/html', PROXY_PAGE, fault.pageAfter);
    if (fault === 'portal page after') return portal('text/html', '<h1>Welcome back</h1>');
    // An answer without a body cannot be cut.
    if (fault !== 'cut' || !response.body) return response;
    const whole = await response.text();
    return new Response(whole.slice(0, whole.length / 2), response);
  }

  const fetchFor = (sender?: object) => async (input: string | URL | Request, init?: RequestInit) => {
    const { signal, ...rest } = init ?? {};
    const url = typeof input === 'string' ? new URL(input, 'http://localhost') : input;
    const fetched = new Request(url, { ...rest, credentials: 'omit' });
    const request: NetworkRequest = {
      method: fetched.method,
      path: new URL(fetched.url).href.split('/api')[1] ?? '',
      headers: fetched.headers,
      body: Buffer.from(await fetched.arrayBuffer()),
      sender,
    };
    if (request.path.split('?')[0] === routes.followChanges.path) {
      return openStream(request, signal ?? new AbortController().signal);
    }
    net.requests.push(request);
    const response = await respond(faultFor(request), request, signal ?? new AbortController().signal);
    request.status = response.status;
    request.replayed = response.headers.has('Idempotency-Replayed');
    return response;
  };
  return { net, fetchFor };
}
