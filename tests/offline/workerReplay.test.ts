import { beforeEach, expect, vi } from 'vitest';
import { forgetLastUser, forgetUser, rememberUser } from '../../src/offline/engine/deviceUser.ts';
import type { Replayed } from '../../src/offline/engine/outbox/replay.ts';
import type { TokenAnswer, TokenQuestion } from '../../src/offline/engine/workerMessages.ts';
import { NOOR, ROBIN } from '../support/offline/device.ts';
import { net, phone, test } from '../support/offline/world.ts';
import { server } from '../support/server/world.ts';
import { keepSignedIn } from '../support/offline/keepSignedIn.ts';

// Typed here, since the service worker's program sees a worker's library and this one a page's.
interface Worker {
  replayWith: (options: { eager?: boolean }) => Promise<Replayed>;
  replayOrFail: () => Promise<void>;
}

let worker: Worker;
/** The open tabs, as the service worker finds them: what each answers to a question for a token, if anything. */
let tabs: ((question: TokenQuestion) => string | null | undefined)[] = [];

beforeEach(async () => {
  tabs = [];
  vi.stubGlobal('self', {
    clients: {
      matchAll: () =>
        Promise.resolve(
          tabs.map((answer) => ({
            postMessage(question: TokenQuestion, [port]: MessagePort[]) {
              const token = answer(question);
              if (token !== undefined) port?.postMessage({ token } satisfies TokenAnswer);
              port?.close();
            },
          })),
        ),
    },
  });
  await forgetLastUser();
  // A service worker starts fresh each time, with nothing in memory.
  vi.resetModules();
  const path = '../../sw/replaying.ts';
  worker = (await import(path)) as Worker;
});

const refreshes = () => net.requests.filter(({ path }) => path === '/users/refresh').length;

test('without an open page the service worker sends a report with its author’s session', async () => {
  await keepSignedIn();
  await phone.report('The tap drips.');
  await phone.report('The lamp flickers.');
  expect(await worker.replayWith({ eager: true })).toEqual({ sent: 2, left: 'nothing' });
  expect(refreshes()).toBe(1);
  expect(await phone.onServer()).toHaveLength(2);
});

test('the service worker uses the access token of an open tab', async () => {
  const token = await server.token('resident');
  tabs = [() => null, ({ userId }) => (userId === ROBIN ? token : null)];
  await phone.report('The tap drips.');
  expect(await worker.replayWith({})).toEqual({ sent: 1, left: 'nothing' });
  expect(refreshes()).toBe(0);
});

test('a frozen tab does not delay the replay', async () => {
  await keepSignedIn();
  tabs = [() => undefined];
  await phone.report('The tap drips.');
  expect(await worker.replayWith({})).toEqual({ sent: 1, left: 'nothing' });
});

test('without a session the service worker waits and asks the server nothing', async () => {
  await phone.report('The tap drips.');
  expect(await worker.replayWith({ eager: true })).toEqual({ sent: 0, left: 'sign-in' });
  expect(refreshes()).toBe(0);
  await worker.replayOrFail();
});

test('after signing out offline nothing is sent, although the service worker still has a token', async () => {
  await keepSignedIn();
  await phone.report('Before.');
  expect(await worker.replayWith({})).toEqual({ sent: 1, left: 'nothing' });
  await phone.report('After.');
  await forgetUser(ROBIN);
  expect(await worker.replayWith({ eager: true })).toEqual({ sent: 0, left: 'sign-in' });
  expect(await phone.waiting()).toMatchObject([{ signIn: true }]);
});

test('one user’s outbox is never sent with the next user’s session', async () => {
  await phone.report('Robin’s.');
  await keepSignedIn('neighbour');
  phone.person = NOOR;
  await phone.report('Noor’s.');
  expect(await worker.replayWith({ eager: true })).toEqual({ sent: 1, left: 'sign-in' });
  expect(await phone.onServer()).toMatchObject([{ information: 'Noor’s.', user_id: NOOR }]);
});

test('a renewed session of another person is not used', async () => {
  const robin = await keepSignedIn();
  await keepSignedIn('neighbour');
  await rememberUser(robin);
  await phone.report('Robin’s.');
  expect(await worker.replayWith({ eager: true })).toEqual({ sent: 0, left: 'sign-in' });
});

test('an expired token is renewed once', async () => {
  await keepSignedIn();
  await phone.report('The tap drips.');
  net.fail(/^POST \/maintenance/, { status: 401 });
  expect(await worker.replayWith({})).toEqual({ sent: 1, left: 'nothing' });
  expect(refreshes()).toBe(2);
});

test('a failed replay rejects the sync event, so that the browser tries again', async () => {
  await keepSignedIn();
  await phone.report('The tap drips.');
  net.offline = true;
  await expect(worker.replayOrFail()).rejects.toThrow('There is no connection to Porchlight.');
  net.reset();
  net.fail(/^POST \/maintenance/, { status: 500 });
  await expect(worker.replayOrFail()).rejects.toThrow('There is no connection to Porchlight.');
  await worker.replayOrFail();
  expect(await phone.waiting()).toEqual([]);
});

test('a change that waits for the user does not make the browser retry', async () => {
  await keepSignedIn();
  await phone.report(' ');
  await worker.replayOrFail();
  expect(await phone.waiting()).toMatchObject([{ refusal: { status: 400 } }]);
});
