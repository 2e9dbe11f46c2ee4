import { routes } from '../../../contract/routes.ts';
import type { Script } from 'node:vm';
import type { TestServer } from '../../support/server/server.ts';
import { Actor } from './actor.ts';
import { Device } from '../simulation/device.ts';
import type { People, Person } from '../people.ts';
import type { Sandbox } from '../simulation/sandbox.ts';
import type { UserAction, EnvironmentEvent, Schedule } from '../schedule.ts';
import { openReports } from './openReports.ts';
import { performAction } from './performAction.ts';
import { changeElsewhere, idOf } from './changeElsewhere.ts';
import { checkInvariants, type RunResult } from '../invariants.ts';
import { FaultyNetwork, type Defects } from '../simulation/faultyNetwork.ts';

const DAY = 24 * 60 * 60_000;
/** In milliseconds: longer than any pause and any patience of the product. */
const LONG = 3_600_000;

/** What all schedules share. */
export interface Environment {
  server: TestServer;
  script: Script;
  defects: Defects;
}

/** One phone that three people share, the real server, and everything that goes wrong between. */
export class Scenario {
  private readonly server: TestServer;
  private readonly network: FaultyNetwork;
  private readonly device: Device;
  private readonly actor: Actor;
  private readonly tag: string;
  private readonly people: People;
  private readonly first: Person;
  private readonly steps: Schedule['steps'];
  /** Who is signed in, and whether the session outlives the browser. */
  private signedIn: { person: Person; keep: boolean } | undefined;
  private readonly replays = new Set<Promise<void>>();
  private wasFull = false;
  private readonly errors: string[] = [];
  private manager: string | undefined;

  constructor(
    { first, steps, faults }: Schedule,
    { server, script, defects }: Environment,
    tag: string,
    people: People,
  ) {
    this.server = server;
    this.network = new FaultyNetwork(server, faults, defects);
    this.device = new Device(script, {
      fetchFor: this.network.fetchFor,
      onConsoleError: (words) => this.onConsoleError(words),
    });
    this.actor = new Actor(tag, people);
    this.tag = tag;
    this.people = people;
    this.first = people[first];
    this.steps = steps;
  }

  async run(): Promise<RunResult> {
    await this.signIn(this.first, true);
    for (const step of this.steps) {
      if ('event' in step) await this.apply(step.event);
      else await this.perform(step.action);
    }
    return this.finish();
  }

  private async apply(event: EnvironmentEvent): Promise<void> {
    const { net } = this.network;
    switch (event.type) {
      case 'send':
        return this.send(event);
      case 'network':
        net.offline = event.is === 'gone';
        net.always = event.is === 'captive portal' ? 'portal page' : undefined;
        return;
      case 'time passes':
        return this.advance(event.seconds * 1000);
      case 'clock jumps':
        this.device.clock.skew += event.days * DAY;
        return;
      case 'kill':
        this.device.kill(event.what, event.after);
        if (event.what === 'browser' && !this.signedIn?.keep) this.signedIn = undefined;
        return;
      case 'sign in':
        return this.signIn(this.people[event.as], event.keep);
      case 'session ends':
        await this.server.database.sql`delete from sessions where user_id = ${this.signedIn?.person.id ?? 0}`;
        return;
      case 'elsewhere':
        return this.changeElsewhere(event);
      case 'disk is full':
        this.device.storage.full = event.writes;
        this.wasFull = true;
        return;
      case 'late requests arrive':
        return this.network.deliverLate();
    }
  }

  private async perform(action: UserAction): Promise<void> {
    const { net } = this.network;
    // The user signs in first, where there is a connection.
    if (!this.signedIn && !net.offline && !net.always) await this.signIn(this.first, true);
    const by = this.signedIn?.person;
    const tab = by && (await this.device.tab());
    if (!by || !tab || !this.device.tabs().includes(tab)) return;
    try {
      await performAction(action, {
        actor: this.actor,
        device: this.device,
        people: this.people,
        by,
        tab,
        server: this.server,
        idOf: (report) => idOf(report, this.server, this.tag),
      });
    } catch (error) {
      // A killed tab shows no error, and the system reports a full disk.
      if (!tab.dead && !this.wasFull) throw error;
    }
  }

  /** Replays the outbox. A replay that hangs goes on beside the next steps. */
  private async send({ by, eager, wait }: Extract<EnvironmentEvent, { type: 'send' }>): Promise<void> {
    const sandbox = by === 'worker' ? this.device.worker() : await this.device.tab(by === 'tab' ? 0 : 1);
    if (sandbox.dead) return;
    const { app } = sandbox;
    const sent = by === 'worker' ? app.replayWith({ eager }) : app.replay({ token: app.tokenFor }, { eager });
    await this.goOn(sandbox, sent, wait);
  }

  /** Lets something go on beside the next steps if it hangs, or if it is not to be waited for. */
  private async goOn(sandbox: Sandbox, work: Promise<unknown>, wait: boolean): Promise<void> {
    const ended = work.then(
      () => undefined,
      (error: unknown) => this.recordError(sandbox, error),
    );
    const over = Promise.race([ended, sandbox.death]);
    this.replays.add(over);
    void over.then(() => this.replays.delete(over));
    if (wait) await Promise.race([over, this.network.nextHang()]);
  }

  private async signIn(person: Person, keep: boolean): Promise<void> {
    const tab = await this.device.tab();
    const { app } = tab;
    const before = this.signedIn;
    this.signedIn = undefined;
    const signIn = async () => {
      if (before) await app.signOut({ discardUnsent: false });
      await app.signIn({ username: person.username, password: 'porchlight', keep_signed_in: keep });
      this.signedIn = { person, keep };
      if (keep) await openReports(app, person, this.actor);
    };
    // Without a connection nobody can sign in; whoever is signed in shows what is kept.
    await Promise.race([signIn().catch((error: unknown) => this.recordError(tab, error)), tab.death]);
    // As the app does where a manager is signed in.
    if (person.unit !== undefined || !this.isSignedIn(person) || tab.dead) return;
    const asked = app.refillReceiptBooks(person.id, (idempotencyKey) =>
      app.withToken(person.id, (token) => app.call(routes.createReceiptBook, {}, { token, idempotencyKey })),
    );
    await this.goOn(tab, asked, true);
  }

  private isSignedIn(person: Person): boolean {
    return this.signedIn?.person === person;
  }

  private async changeElsewhere(event: Extract<EnvironmentEvent, { type: 'elsewhere' }>): Promise<void> {
    const { server, tag, actor } = this;
    const asManager = async () => (this.manager ??= await server.token(this.people[2].username));
    await changeElsewhere(event, { server, tag, actor, asManager });
  }

  /** Lets time pass, so that hanging requests time out. */
  private async advance(duration: number): Promise<void> {
    this.device.clock.advance(duration);
    // Lets what follows a timeout run.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Ends all faults, signs everyone in once more and lets the app send what is left. */
  private async finish(): Promise<RunResult> {
    const { server, tag, network, device, people } = this;
    network.clear();
    device.storage.full = 0;
    while (this.replays.size > 0) {
      await this.advance(LONG);
      await Promise.race([...this.replays, new Promise((resolve) => setImmediate(resolve))]);
    }
    await network.deliverLate();
    device.kill('browser');
    this.signedIn = undefined;
    const { database } = (await device.tab()).app;
    for (const person of people) {
      const { id: userId } = person;
      const left = await Promise.all(
        [database.outbox, database.drafts].map((table) => table.where({ userId }).count()),
      );
      if (left.every((count) => count === 0)) continue;
      await this.signIn(person, true);
      const tab = await device.tab();
      if (!(await this.actor.resume(tab, person)))
        this.errors.push('A form that was kept could not be submitted.');
      await this.sendAll(tab, person);
    }
    await network.deliverLate();
    const items = await database.outbox.toArray();
    device.kill('browser');
    const { net } = network;
    const result = await checkInvariants(this.actor.expected, { server, tag, people, items, net });
    result.wrong.push(...this.errors);
    return result;
  }

  private async sendAll(tab: Sandbox, { id }: Person): Promise<void> {
    for (let round = 0; round < 20; round += 1) {
      const items = await tab.app.itemsOf(id);
      if (items.every(({ refusal, follows }) => refusal ?? follows)) return;
      await this.send({ type: 'send', by: round % 2 === 0 ? 'tab' : 'worker', eager: true, wait: true });
      await this.advance(LONG);
    }
  }

  private recordError(sandbox: Sandbox, error: unknown): void {
    const known = ['Unreachable', 'ApiError'].includes((error as Error).name);
    if (!known && !sandbox.dead) this.onConsoleError([error]);
  }

  private onConsoleError(args: unknown[]): void {
    const words = args.map(
      (each) => (each as Partial<Error> | undefined)?.stack?.split('\n', 3).join(' ') ?? String(each),
    );
    if (!this.wasFull) this.errors.push(words.join(' '));
  }
}
