import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext } from 'playwright';
import { startMailServer } from '../server/notifications/mailServer.ts';
import { pushService } from '../server/notifications/pushService.ts';
import { startServer } from '../server/serverProcess.ts';
import { freePort } from './product.ts';

/**
 * The built product as a stranger starts it: in production on an empty directory, with a mail server, and a stand-in for
 * the push services.
 */
export async function startNewCommunity() {
  const directory = await mkdtemp(path.join(tmpdir(), 'porchlight-new-'));
  const address = `http://localhost:${await freePort()}`;
  const mail = await startMailServer();
  let subscribedWith = '';
  const push = await pushService(async () => subscribedWith);
  const server = startServer({
    PORT: new URL(address).port,
    DATA_DIR: directory,
    LOG_LEVEL: 'warn',
    PUBLIC_URL: address,
    SMTP_URL: mail.url,
    MAIL_FROM: 'office@larch.example.com',
    NODE_OPTIONS: `--import=${new URL('loopbackPush.mjs', import.meta.url).href}`,
    PUSH_STAND_IN: push.address,
  });
  await server.port();

  return {
    address,
    mail,
    push,
    server,
    /** The link that the server has told, once it has. */
    setupLink: () => /^ {2}(http\S+\/setup#\S+)$/m.exec(server.output())?.[1],
    /**
     * Lets a browser subscribe at the stand-in: without Google's push service Chromium refuses to, so the answer of
     * `subscribe` is made here. All else is the app's own.
     */
    async letSubscribe(context: BrowserContext) {
      const browser = push.newBrowser();
      await context.exposeFunction('subscribedWith', (key: string) => void (subscribedWith = key));
      await context.addInitScript((subscription) => {
        PushManager.prototype.subscribe = async (options) => {
          const { subscribedWith } = window as unknown as { subscribedWith(key: unknown): Promise<void> };
          await subscribedWith(options?.applicationServerKey);
          return { toJSON: () => subscription } as unknown as PushSubscription;
        };
      }, browser.subscription);
      await context.grantPermissions(['notifications'], { origin: address });
      return browser;
    },
    async close(): Promise<void> {
      server.child.kill('SIGTERM');
      await server.ended;
      await mail.close();
      await push.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A time zone where it is day now, since nights are quiet. */
export function zoneByDay(now = new Date()): string {
  const zones = ['America/Los_Angeles', 'Europe/London', 'Asia/Tokyo'];
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now));
  // One of three that are eight and nine hours apart.
  const found = zones.find((zone) => hourIn(zone) >= 9 && hourIn(zone) < 19);
  if (!found) throw new Error('It is night in each of the time zones.');
  return found;
}
