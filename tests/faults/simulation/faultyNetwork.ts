import { wireTo, type Fault, type Network, type Wire } from '../../support/offline/wire.ts';
import type { TestServer } from '../../support/server/server.ts';
import type { Sandbox } from './sandbox.ts';
import type { NetworkFault } from '../schedule.ts';

/** A defect put in on purpose, to see that the invariants notice it. */
export interface Defects {
  /** The server gets no idempotency key, and applies a change each time it arrives. */
  keysIgnored?: boolean;
  /** The outbox deletes an item before its answer arrives. */
  removedEarly?: boolean;
}

/** The network between one phone and the server, where each change that is sent takes the next fault from the schedule. */
export class FaultyNetwork {
  readonly net: Network;
  readonly fetchOf: (sender: object) => typeof fetch;
  /** The changes that reached the server or still may, by their keys. */
  private readonly arrived = new Set<string>();
  private readonly killing = new Set<Wire>();
  private readonly hanging = new Set<Wire>();
  private resolveHang: (() => void) | undefined;
  private readonly faults: (NetworkFault | null)[];
  private readonly defects: Defects;

  constructor(server: TestServer, faults: (NetworkFault | null)[], defects: Defects) {
    const { net, fetchOf } = wireTo(() => server);
    this.net = net;
    this.fetchOf = fetchOf;
    this.faults = [...faults];
    this.defects = defects;
    net.storm = (wire) => this.nextFault(wire);
    net.before = (wire) => this.applyDefects(wire);
    net.onHang = (wire, givenUp) => this.onHang(wire, givenUp);
  }

  /** Resolves as soon as a request of something alive hangs. */
  async nextHang(): Promise<void> {
    if ([...this.hanging].some(({ sender }) => !(sender as Sandbox).dead)) return;
    await new Promise<void>((resolve) => (this.resolveHang = resolve));
  }

  /** From now on nothing goes wrong. */
  clear(): void {
    this.faults.length = 0;
    this.net.offline = false;
    this.net.always = undefined;
  }

  async deliverLate(): Promise<void> {
    for (const deliver of this.net.late.splice(0)) await deliver();
  }

  private nextFault(wire: Wire): Fault | undefined {
    const fault = this.faultOf(wire);
    if (!fault || !NEVER_ARRIVES.has(typeof fault === 'object' ? 'answered' : fault))
      this.arrived.add(keyOf(wire));
    return fault;
  }

  private faultOf(wire: Wire): Fault | undefined {
    const networkFault = this.faults.shift() ?? undefined;
    if (networkFault === 'killed before' || networkFault === 'killed after') {
      this.killing.add(wire);
      return networkFault === 'killed before' ? 'hangs before' : 'hangs after';
    }
    // Only a change that the server never received may be refused: one that it applied it answers as before.
    if (typeof networkFault === 'object' && 'rejected' in networkFault)
      return this.arrived.has(keyOf(wire)) ? undefined : { status: networkFault.rejected };
    return networkFault;
  }

  private onHang(wire: Wire, givenUp: AbortSignal): void {
    if (this.killing.has(wire)) (wire.sender as Sandbox).die();
    this.hanging.add(wire);
    givenUp.addEventListener('abort', () => this.hanging.delete(wire));
    this.resolveHang?.();
    this.resolveHang = undefined;
  }

  private async applyDefects(wire: Wire): Promise<void> {
    const key = wire.headers.get('Idempotency-Key');
    if (!key) return;
    if (this.defects.keysIgnored) wire.headers.delete('Idempotency-Key');
    if (this.defects.removedEarly)
      await (wire.sender as Sandbox).app.database.outbox.where({ id: key }).delete();
  }
}

const NEVER_ARRIVES = new Set(['answered', 'refused', 'hangs before', 'portal page', 'portal json']);

function keyOf({ headers }: Wire): string {
  return headers.get('Idempotency-Key') ?? '';
}
