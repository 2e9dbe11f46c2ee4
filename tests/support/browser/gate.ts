import {
  createServer,
  request as ask,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What answers in place of the product. */
interface Stand {
  status?: number;
  type?: string;
  body: string | ((original: string) => string);
}

/** The network between one phone and the product: open, cut, silent, or in the hands of a captive portal. */
export class Gate {
  /**
   * `cut` ends every connection at once, `silent` accepts them and never answers, `portal` answers everything with
   * a page of its own and status 200, `answers lost` lets a change through and ends the connection on the way back.
   */
  mode: 'open' | 'cut' | 'silent' | 'portal' | 'answers lost' = 'open';
  /** The paths of the changes whose answers are lost in mode `answers lost`. */
  loses = /./;
  /** The calls that got through, as "POST /api/maintenance". */
  readonly passed: string[] = [];
  private readonly stands = new Map<RegExp, Stand>();
  private readonly server: Server;
  private readonly port: number;

  private constructor(port: number) {
    this.port = port;
    this.server = createServer((request, response) => this.meet(request, response));
  }

  /** In front of the product at this port of this machine. */
  static async before({ port }: { port: number }): Promise<Gate> {
    const gate = new Gate(port);
    await new Promise<void>((resolve) => gate.server.listen(0, '127.0.0.1', resolve));
    return gate;
  }

  get address(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** From now on what matches is answered so; a body made from the original is asked of the product. */
  stand(path: RegExp, answer: Stand): void {
    this.stands.set(path, answer);
  }

  standDown(): void {
    this.stands.clear();
  }

  /** Counts the calls that got through, such as `POST /api/maintenance`. */
  count(call: string): number {
    return this.passed.filter((each) => each === call).length;
  }

  /** Ends what is under way, such as what a silent network holds. */
  hangUp(): void {
    this.server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.hangUp();
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
    const stand = [...this.stands].find(([pattern]) => pattern.test(path))?.[1];
    if (stand && typeof stand.body === 'string') {
      request.resume();
      response.writeHead(stand.status ?? 200, headersOf(stand));
      response.end(stand.body);
      return;
    }
    this.pass(request, response, path, stand);
  }

  private pass(request: IncomingMessage, response: ServerResponse, path: string, stand?: Stand): void {
    const { method = 'GET', url } = request;
    const headers = { ...request.headers, ...(stand ? { 'accept-encoding': 'identity' } : {}) };
    const onward = ask({ host: '127.0.0.1', port: this.port, method, path: url, headers }, (answer) => {
      this.passed.push(`${method} ${path}`);
      if (this.mode === 'answers lost' && method !== 'GET' && this.loses.test(path)) {
        answer.resume();
        response.destroy();
        return;
      }
      if (!stand) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const original = Buffer.concat(parts).toString();
        response.writeHead(stand.status ?? 200, headersOf(stand));
        response.end(typeof stand.body === 'string' ? stand.body : stand.body(original));
      });
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }
}

function headersOf({ type = 'application/json; charset=utf-8' }: Stand): Record<string, string> {
  return { 'content-type': type, 'x-porchlight': '1', 'cache-control': 'no-cache' };
}
