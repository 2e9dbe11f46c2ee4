import type { Script } from 'node:vm';
import { testServer, UNLIMITED, type TestServer } from '../support/server/server.ts';
import { Author, RATES } from './author.ts';
import { compileCode, type Code } from './simulation/code.ts';
import { Handset } from './simulation/handset.ts';
import { markOf, newest, type Report } from './meant.ts';
import { newPeople, type People, type Person } from './people.ts';
import type { Player } from './property.ts';
import type { Realm } from './simulation/realm.ts';
import type { Act, Event, Schedule } from './schedule.ts';
import { judge, type Verdict } from './verdict.ts';
import { Weather, type Broken } from './simulation/weather.ts';

const DAY = 24 * 60 * 60_000;
/** In milliseconds: longer than any pause and any patience of the product. */
const LONG = 3_600_000;

/** What every schedule plays on. */
interface Stage {
  server: TestServer;
  script: Script;
  broken: Broken;
}

/** The real server and the app's own code, on which any number of schedules can be played. */
export async function stage(): Promise<{
  player: (broken?: Broken) => Player<Schedule>;
  close: () => Promise<void>;
}> {
  const server = await testServer(UNLIMITED);
  const script = await compileCode();
  await server.database.sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at)
    values (${RATES.rate_water}, ${RATES.rate_electric}, ${RATES.rate_gas}, now() - interval '60 days')`;
  return {
    player:
      (broken = {}) =>
      async (schedule, tag) => {
        const people = await newPeople(server, tag);
        return new Play(schedule, { server, script, broken }, tag, people).run();
      },
    close: () => server.close(),
  };
}

/** One phone that three people share, the real server, and everything that goes wrong between. */
class Play {
  private readonly server: TestServer;
  private readonly weather: Weather;
  private readonly phone: Handset;
  private readonly author: Author;
  private readonly tag: string;
  private readonly people: People;
  private readonly steps: Schedule['steps'];
  /** Who sees the screens as theirs, and whether they stay signed in. */
  private here: { person: Person; keep: boolean } | undefined;
  private readonly replays = new Set<Promise<void>>();
  private wasFull = false;
  private readonly bugs: string[] = [];
  private manager: string | undefined;

  constructor({ steps, weather }: Schedule, { server, script, broken }: Stage, tag: string, people: People) {
    this.server = server;
    this.weather = new Weather(server, weather, broken);
    this.phone = new Handset(script, {
      fetchOf: this.weather.fetchOf,
      complain: (words) => this.complain(words),
    });
    this.author = new Author(tag, people);
    this.tag = tag;
    this.people = people;
    this.steps = steps;
  }

  async run(): Promise<Verdict> {
    await this.signIn(this.people[0], true);
    for (const step of this.steps) {
      if ('event' in step) await this.happen(step.event);
      else await this.byHand(step.act);
    }
    return this.end();
  }

  private async happen(event: Event): Promise<void> {
    const { net } = this.weather;
    switch (event.do) {
      case 'send':
        return this.send(event);
      case 'network':
        net.offline = event.is === 'gone';
        net.always = event.is === 'captive portal' ? 'portal page' : undefined;
        return;
      case 'time passes':
        return this.pass(event.seconds * 1000);
      case 'clock jumps':
        this.phone.clock.skew += event.days * DAY;
        return;
      case 'kill':
        this.phone.kill(event.what, event.after);
        if (event.what === 'browser' && !this.here?.keep) this.here = undefined;
        return;
      case 'sign in':
        return this.signIn(this.people[event.as], event.keep);
      case 'session ends':
        await this.server.database.sql`delete from sessions where user_id = ${this.here?.person.id ?? 0}`;
        return;
      case 'elsewhere':
        return this.elsewhere(event);
      case 'disk is full':
        this.phone.storage.full = event.writes;
        this.wasFull = true;
        return;
      case 'what was late arrives':
        return this.weather.deliverLate();
    }
  }

  private async byHand(act: Act): Promise<void> {
    const { net } = this.weather;
    // Whoever wants to write signs in first, where there is a connection.
    if (!this.here && !net.offline && !net.always) await this.signIn(this.people[0], true);
    const by = this.here?.person;
    const tab = by && (await this.phone.tab());
    if (!by || !tab || !this.phone.tabs().includes(tab)) return;
    const { author } = this;
    const manages = by.unit === undefined;
    try {
      if (act.do === 'report' && !manages) {
        const second = act.draft === 'in two tabs' ? await this.phone.tab(1) : undefined;
        await author.report(tab, by, act.photos, second ?? act.draft !== 'no');
      }
      if (act.do === 'edit' || act.do === 'take back') {
        const report = pick(this.open(by), act.which);
        if (report && act.do === 'edit') await author.edit(tab, report, act.photos);
        if (report && act.do === 'take back') await author.takeBack(tab, report);
      }
      if (act.do === 'complete' && manages) {
        const report = pick(this.open(), act.which);
        const id = report && (await this.idOf(report));
        if (id) await author.complete(tab, by, report, id);
      }
      if (act.do === 'suggest') await author.suggest(tab, by);
      if (act.do === 'read meters' && manages) await author.readMeters(tab, by, act.units);
      if (act.do === 'withdraw bills' || act.do === 'try again') {
        const items = await tab.code.itemsOf(by.id);
        const bills = pick(
          items.filter(({ route }) => route === 'createUtilityBills'),
          act.which,
        );
        const refused = pick(
          items.filter(({ refusal }) => refusal),
          act.which,
        );
        if (bills && act.do === 'withdraw bills') await author.withdrawBills(tab, bills);
        if (refused && act.do === 'try again') await tab.code.retry(refused.id);
      }
    } catch (error) {
      // Whoever's app just died sees no error, and a full disk is told by the system.
      if (!tab.dead && !this.wasFull) throw error;
    }
  }

  /** What may still be changed: by its author, or by anyone who manages. */
  private open(by?: Person): Report[] {
    return this.author.reports().filter((each) => !each.takenBack && (!by || each.by === by));
  }

  /** Has the outbox sent. One that hangs goes on beside the next steps. */
  private async send({ by, eager, wait }: Extract<Event, { do: 'send' }>): Promise<void> {
    const realm = by === 'worker' ? this.phone.worker() : await this.phone.tab(by === 'tab' ? 0 : 1);
    if (realm.dead) return;
    const { code } = realm;
    const sent =
      by === 'worker' ? code.replayWith({ eager }) : code.replay({ token: code.tokenFor }, { eager });
    const ended = sent.then(
      () => undefined,
      (error: unknown) => this.bug(realm, error),
    );
    const over = Promise.race([ended, realm.death]);
    this.replays.add(over);
    void over.then(() => this.replays.delete(over));
    if (wait) await Promise.race([over, this.weather.hang()]);
  }

  private async signIn(person: Person, keep: boolean): Promise<void> {
    const tab = await this.phone.tab();
    const { code } = tab;
    const before = this.here;
    this.here = undefined;
    const signIn = async () => {
      if (before) await code.signOut({ discardUnsent: false });
      await code.signIn({ username: person.username, password: 'porchlight', keep_signed_in: keep });
      this.here = { person, keep };
      await this.look(code, person);
    };
    // Without a connection nobody can sign in; whoever is signed in shows what is kept.
    await Promise.race([signIn().catch((error: unknown) => this.bug(tab, error)), tab.death]);
  }

  /** Opens the list of a resident's own reports; management's is everybody's, and nothing here is done from it. */
  private async look(code: Code, { id, unit }: Person): Promise<void> {
    if (unit === undefined) return;
    if (this.author.reports().length > 0) {
      await code.fetchAndCache(id, 'listMaintenance', {}, (send) => code.withToken(id, send));
    } else {
      // There is nothing yet that the server could tell.
      const key = code.cacheKey('listMaintenance', {});
      await code.database.kept.put({ userId: id, key, answer: [], asOf: new Date() });
    }
  }

  /** Someone changes a report on another device. */
  private async elsewhere({ which, is }: Extract<Event, { do: 'elsewhere' }>): Promise<void> {
    const report = pick(this.open(), which);
    const id = report && (await this.idOf(report));
    const before = report && newest(report);
    if (!id || !before) return;
    this.manager ??= await this.server.token(this.people[2].username);
    const as = this.manager;
    const text = `${markOf(this.tag, report)}elsewhere`;
    const path = `/maintenance/${id}`;
    const { statusCode } = await (is === 'edited'
      ? this.server.call('PUT', path, { as, body: { information: text } })
      : is === 'completed'
        ? this.server.call('PUT', `${path}/completion`, { as, body: { completed: true } })
        : this.server.call('DELETE', path, { as }));
    if (statusCode !== 200 || is === 'completed') return;
    report.right.unshift(is === 'edited' ? { ...before, text } : 'gone');
  }

  private async idOf(report: Report): Promise<number | undefined> {
    const [row] = await this.server.database.sql<{ id: number }>`
      select id from maintenance_requests
      where user_id = ${report.by.id} and information like ${`${markOf(this.tag, report)}%`}`;
    return row?.id;
  }

  /** Lets time pass, and what hung be given up. */
  private async pass(duration: number): Promise<void> {
    this.phone.clock.pass(duration);
    // What was given up goes on by itself.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Calm returns: the disk has room, everyone signs in once more, and the app does what it does by itself. */
  private async end(): Promise<Verdict> {
    const { server, tag, weather, phone, people } = this;
    weather.clear();
    phone.storage.full = 0;
    while (this.replays.size > 0) {
      await this.pass(LONG);
      await Promise.race([...this.replays, new Promise((resolve) => setImmediate(resolve))]);
    }
    await weather.deliverLate();
    phone.kill('browser');
    this.here = undefined;
    const { database } = (await phone.tab()).code;
    for (const person of people) {
      const { id: userId } = person;
      const left = await Promise.all(
        [database.outbox, database.drafts].map((table) => table.where({ userId }).count()),
      );
      if (left.every((count) => count === 0)) continue;
      await this.signIn(person, true);
      const tab = await phone.tab();
      if (!(await this.author.resume(tab, person)))
        this.bugs.push('A form that was kept could not be submitted.');
      await this.sendAll(tab, person);
    }
    await weather.deliverLate();
    const items = await database.outbox.toArray();
    phone.kill('browser');
    const verdict = await judge(this.author.meant, { server, tag, people, items, net: weather.net });
    verdict.wrong.push(...this.bugs);
    return verdict;
  }

  private async sendAll(tab: Realm, { id }: Person): Promise<void> {
    for (let round = 0; round < 20; round += 1) {
      const items = await tab.code.itemsOf(id);
      if (items.every(({ refusal, follows }) => refusal ?? follows)) return;
      await this.send({ do: 'send', by: round % 2 === 0 ? 'tab' : 'worker', eager: true, wait: true });
      await this.pass(LONG);
    }
  }

  private bug(realm: Realm, error: unknown): void {
    const known = ['Unreachable', 'ApiError'].includes((error as Error).name);
    if (!known && !realm.dead) this.complain([error]);
  }

  private complain(args: unknown[]): void {
    const words = args.map(
      (each) => (each as Partial<Error> | undefined)?.stack?.split('\n', 3).join(' ') ?? String(each),
    );
    if (!this.wasFull) this.bugs.push(words.join(' '));
  }
}

function pick<T>(list: T[], which: number): T | undefined {
  return list[which % Math.max(1, list.length)];
}
