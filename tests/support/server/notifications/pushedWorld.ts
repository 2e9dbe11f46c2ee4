import { notify, type NewNotification } from '../../../../server/notifications/notify.ts';
import type { User } from '../../../../contract/users/user.ts';
import { pushService, type PushedBrowser } from './pushService.ts';
import { testServer, type TestServer } from '../server.ts';

const PUBLIC_URL = 'https://homes.example.com';

/** Somebody who is signed in on a device. */
export interface SignedIn {
  token: string;
  user: User;
  cookie: string;
}

/** A server that sends push messages to a stand-in for the push services. */
export async function pushedWorld(environment: Record<string, string> = { PUBLIC_URL }) {
  const service = await pushService(async () => (await readKey((await signIn('neighbour')).token)) ?? '');
  const server: TestServer = await testServer(environment, { postPush: service.post });

  async function signIn(username: string, keep = true): Promise<SignedIn> {
    const response = await server.call('POST', '/users/login', {
      body: { username, password: 'porchlight', keep_signed_in: keep },
    });
    const [cookie] = response.cookies;
    const { token, user } = response.json<{ token: string; user: User }>();
    return { token, user, cookie: cookie ? `${cookie.name}=${cookie.value}` : '' };
  }

  async function readKey(token: string): Promise<string | null> {
    const response = await server.call('GET', '/push/key', { as: token });
    return response.json<{ key: string | null }>().key;
  }

  const subscribe = (token: string, { subscription }: Pick<PushedBrowser, 'subscription'>) =>
    server.call('PUT', '/push/subscription', { as: token, body: subscription });

  return {
    server,
    service,
    signIn,
    readKey,
    subscribe,
    /** Signs somebody in on a new device that is notified. */
    async device(username: string): Promise<SignedIn & { browser: PushedBrowser }> {
      const person = await signIn(username);
      const browser = service.newBrowser();
      const answer = await subscribe(person.token, browser);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return { ...person, browser };
    },
    /** Tells people of something, and sends what is due. */
    async notify(...events: NewNotification[]): Promise<void> {
      await server.database.transaction((sql) => notify(sql, ...events));
      await server.app.deliverNotifications();
    },
    /** The subscribed endpoints of everyone, oldest first. */
    async endpoints(): Promise<string[]> {
      const rows = await server.database.sql<{ endpoint: string }>`
        select endpoint from push_subscriptions order by id`;
      return rows.map(({ endpoint }) => endpoint);
    },
    /** Lets what waits be due now, and sends it. */
    async deliverAgain(): Promise<void> {
      await server.database.sql`update deliveries set due_at = now() where state = 'waiting'`;
      await server.app.deliverNotifications();
    },
    async deliveries() {
      return server.database.sql<{ state: string; attempts: number; reason: string | null }>`
        select state, attempts, reason from deliveries where channel = 'push' order by event_id, user_id`;
    },
    /** Removes all subscriptions and notifications. */
    async clear(): Promise<void> {
      await server.database.sql`delete from push_subscriptions`;
      await server.database.sql`delete from notification_events`;
    },
    async close(): Promise<void> {
      await server.close();
      await service.close();
    },
  };
}
