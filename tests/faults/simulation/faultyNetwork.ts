import { createNetwork, type Network, type NetworkRequest } from '../../support/offline/testNetwork.ts';
import type { Fault } from '../../support/offline/networkFaults.ts';
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
  readonly fetchFor: (sender: object) => typeof fetch;
  /** The changes that reached the server or still may, by their keys. */
  private readonly arrived = new Set<string>();
  private readonly killing = new Set<NetworkRequest>();
  private readonly hanging = new Set<NetworkRequest>();
  private resolveHang: (() => void) | undefined;
  private readonly faults: (NetworkFault | null)[];
  private readonly defects: Defects;

  constructor(server: TestServer, faults: (NetworkFault | null)[], defects: Defects) {
    const { net, fetchFor } = createNetwork(() => server);
    this.net = net;
    this.fetchFor = fetchFor;
    this.faults = [...faults];
    this.defects = defects;
    net.faultOfChange = (request) => this.nextFault(request);
    net.before = (request) => this.applyDefects(request);
    net.onHang = (request, signal) => this.onHang(request, signal);
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

  private nextFault(request: NetworkRequest): Fault | undefined {
    const fault = this.faultOf(request);
    if (!fault || !NEVER_ARRIVES.has(typeof fault === 'object' ? 'answered' : fault))
      this.arrived.add(keyOf(request));
    return fault;
  }

  private faultOf(request: NetworkRequest): Fault | undefined {
    const networkFault = this.faults.shift() ?? undefined;
    if (networkFault === 'killed before' || networkFault === 'killed after') {
      this.killing.add(request);
      return networkFault === 'killed before' ? 'hangs before' : 'hangs after';
    }
    // Only a change that the server never received may be refused: one that it applied it answers as before.
    if (typeof networkFault === 'object' && 'rejected' in networkFault)
      return this.arrived.has(keyOf(request)) ? undefined : { status: networkFault.rejected };
    return networkFault;
  }

  private onHang(request: NetworkRequest, signal: AbortSignal): void {
    if (this.killing.has(request)) (request.sender as Sandbox).die();
    this.hanging.add(request);
    signal.addEventListener('abort', () => this.hanging.delete(request));
    this.resolveHang?.();
    this.resolveHang = undefined;
  }

  private async applyDefects(request: NetworkRequest): Promise<void> {
    const key = request.headers.get('Idempotency-Key');
    if (!key) return;
    if (this.defects.keysIgnored) request.headers.delete('Idempotency-Key');
    if (this.defects.removedEarly)
      await (request.sender as Sandbox).app.database.outbox.where({ id: key }).delete();
  }
}

const NEVER_ARRIVES = new Set(['answered', 'refused', 'hangs before', 'portal page', 'portal json']);

function keyOf({ headers }: NetworkRequest): string {
  return headers.get('Idempotency-Key') ?? '';
}
