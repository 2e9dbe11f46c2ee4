import {
  createServer,
  request as ask,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer in place of the product's. */
interface FixedResponse {
  status?: number;
  type?: string;
  body: string | ((original: string) => string);
}

/** An HTTP proxy between one device and the product, which simulates faults of the network. */
export class FaultProxy {
  /**
   * `cut` closes every connection, `silent` never answers, `portal` answers everything with an HTML page and status 200,
   * `answers lost` forwards a change and closes the connection instead of answering.
   */
  mode: 'open' | 'cut' | 'silent' | 'portal' | 'answers lost' = 'open';
  /** The paths of the changes whose answers are lost in mode `answers lost`. */
  loses = /./;
  /** In milliseconds: how long each call waits before it is forwarded, as on a slow network. */
  latency = 0;
  /** The calls that were forwarded, such as "POST /api/maintenance". */
  readonly passed: string[] = [];
  private readonly responses = new Map<RegExp, FixedResponse>();
  private readonly held = new Map<RegExp, { ask: () => void; released: Promise<void> }>();
  private readonly server: Server;
  private readonly port: number;

  private constructor(port: number) {
    this.port = port;
    this.server = createServer((request, response) => this.meet(request, response));
  }

  /** Starts a proxy of the product at this port of this machine, at a free port or the given one. */
  static async inFrontOf({ port }: { port: number }, at = 0): Promise<FaultProxy> {
    const proxy = new FaultProxy(port);
    await new Promise<void>((resolve, reject) => {
      proxy.server.once('error', reject);
      proxy.server.listen(at, '127.0.0.1', resolve);
    });
    return proxy;
  }

  get address(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** Answers matching paths so from now on. A `body` function gets the product's answer. */
  respondWith(path: RegExp, response: FixedResponse): void {
    this.responses.set(path, response);
  }

  /** Keeps matching paths waiting until `release` is called; `asked` resolves at the first of them. */
  hold(path: RegExp): { asked: Promise<void>; release: () => void } {
    const { resolve: ask, promise: asked } = resolvable();
    const { resolve: release, promise: released } = resolvable();
    this.held.set(path, { ask, released });
    return { asked, release };
  }

  /** Forwards everything again and forgets what was forwarded. */
  reset(): void {
    this.mode = 'open';
    this.loses = /./;
    this.latency = 0;
    this.passed.length = 0;
    this.responses.clear();
    this.held.clear();
  }

  /** The number of forwarded calls, such as `POST /api/maintenance`. */
  count(call: string): number {
    return this.passed.filter((each) => each === call).length;
  }

  /** Closes all connections, such as those that a silent network holds. */
  closeConnections(): void {
    this.server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.closeConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private meet(request: IncomingMessage, response: ServerResponse): void {
    if (this.mode === 'cut') return void request.socket.destroy();
    if (this.mode === 'silent') return;
    if (this.mode === 'portal') {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Welcome to CafeNet</title><p>Please accept our terms.</p>');
      return;
    }
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const fixed = [...this.responses].find(([pattern]) => pattern.test(path))?.[1];
    if (fixed && typeof fixed.body === 'string') {
      request.resume();
      response.writeHead(fixed.status ?? 200, headersOf(fixed));
      response.end(fixed.body);
      return;
    }
    const held = [...this.held].find(([pattern]) => pattern.test(path))?.[1];
    held?.ask();
    if (held) void held.released.then(() => this.pass(request, response, path, fixed));
    else if (this.latency === 0) this.pass(request, response, path, fixed);
    else setTimeout(() => this.pass(request, response, path, fixed), this.latency);
  }

  private pass(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    fixed?: FixedResponse,
  ): void {
    const { method = 'GET', url } = request;
    const headers = { ...request.headers, ...(fixed ? { 'accept-encoding': 'identity' } : {}) };
    const onward = ask({ host: '127.0.0.1', port: this.port, method, path: url, headers }, (answer) => {
      this.passed.push(`${method} ${path}`);
      if (this.mode === 'answers lost' && method !== 'GET' && this.loses.test(path)) {
        answer.resume();
        response.destroy();
        return;
      }
      if (!fixed) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const original = Buffer.concat(parts).toString();
        response.writeHead(fixed.status ?? 200, headersOf(fixed));
        response.end(typeof fixed.body === 'string' ? fixed.body : fixed.body(original));
      });
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }
}

function headersOf({ type = 'application/json; charset=utf-8' }: FixedResponse): Record<string, string> {
  return { 'content-type': type, 'x-porchlight': '1', 'cache-control': 'no-cache' };
}

function resolvable(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
