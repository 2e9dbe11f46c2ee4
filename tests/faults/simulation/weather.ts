import { wireTo, type Fault, type Network, type Wire } from '../../support/offline/wire.ts';
import type { TestServer } from '../../support/server/server.ts';
import type { Realm } from './realm.ts';
import type { Gust } from '../schedule.ts';

/** How the world is broken on purpose, to see that it is noticed. */
export interface Broken {
  /** The server hears of no key, and makes a change as often as it arrives. */
  keysForgotten?: boolean;
  /** What is sent leaves the outbox before its answer. */
  removedEarly?: boolean;
}

/** The network between one phone and the server, on which each change meets the next gust. */
export class Weather {
  readonly net: Network;
  readonly fetchOf: (sender: object) => typeof fetch;
  /** The changes that reached the server or still may, by their keys. */
  private readonly arrived = new Set<string>();
  private readonly doomed = new Set<Wire>();
  private readonly hanging = new Set<Wire>();
  private tellHang: (() => void) | undefined;
  private readonly gusts: (Gust | null)[];
  private readonly broken: Broken;

  constructor(server: TestServer, gusts: (Gust | null)[], broken: Broken) {
    const { net, fetchOf } = wireTo(() => server);
    this.net = net;
    this.fetchOf = fetchOf;
    this.gusts = [...gusts];
    this.broken = broken;
    net.storm = (wire) => this.meet(wire);
    net.before = (wire) => this.breakIt(wire);
    net.onHang = (wire, givenUp) => this.hung(wire, givenUp);
  }

  /** Resolves as soon as a request of something alive hangs. */
  async hang(): Promise<void> {
    if ([...this.hanging].some(({ sender }) => !(sender as Realm).dead)) return;
    await new Promise<void>((resolve) => (this.tellHang = resolve));
  }

  /** From now on nothing goes wrong. */
  clear(): void {
    this.gusts.length = 0;
    this.net.offline = false;
    this.net.always = undefined;
  }

  async deliverLate(): Promise<void> {
    for (const deliver of this.net.late.splice(0)) await deliver();
  }

  private meet(wire: Wire): Fault | undefined {
    const fault = this.faultOf(wire);
    if (!fault || !NEVER_ARRIVES.has(typeof fault === 'object' ? 'answered' : fault))
      this.arrived.add(keyOf(wire));
    return fault;
  }

  private faultOf(wire: Wire): Fault | undefined {
    const gust = this.gusts.shift() ?? undefined;
    if (gust === 'killed before' || gust === 'killed after') {
      this.doomed.add(wire);
      return gust === 'killed before' ? 'hangs before' : 'hangs after';
    }
    // Only a change that the server never had is refused out of the blue: one that it made it answers as before.
    if (typeof gust === 'object' && 'no' in gust)
      return this.arrived.has(keyOf(wire)) ? undefined : { status: gust.no };
    return gust;
  }

  private hung(wire: Wire, givenUp: AbortSignal): void {
    if (this.doomed.has(wire)) (wire.sender as Realm).die();
    this.hanging.add(wire);
    givenUp.addEventListener('abort', () => this.hanging.delete(wire));
    this.tellHang?.();
    this.tellHang = undefined;
  }

  private async breakIt(wire: Wire): Promise<void> {
    const key = wire.headers.get('Idempotency-Key');
    if (!key) return;
    if (this.broken.keysForgotten) wire.headers.delete('Idempotency-Key');
    if (this.broken.removedEarly)
      await (wire.sender as Realm).code.database.outbox.where({ id: key }).delete();
  }
}

const NEVER_ARRIVES = new Set(['answered', 'refused', 'hangs before', 'portal page', 'portal json']);

function keyOf({ headers }: Wire): string {
  return headers.get('Idempotency-Key') ?? '';
}
