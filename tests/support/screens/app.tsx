import { act, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { expect, onTestFinished, vi } from 'vitest';
import './dialog.ts';
import { forgetLocks, installLocks } from '../offline/locks.ts';
import { stubNetwork } from '../offline/network.ts';
import type { Network } from '../offline/testNetwork.ts';
import type { TestServer } from '../server/server.ts';
import './webParts.ts';

installLocks();
// The machine may be busy: what takes long is slow, not wrong.
configure({ asyncUtilTimeout: 15_000 });

/** The whole app in jsdom, over a simulated network to the real server. */
export interface App {
  network: Network;
  user: UserEvent;
  /** Where the person is: path and query. */
  path: () => string;
  /** The text of every toast on screen. */
  toasts: () => string[];
  /** The connection comes back, and the browser says so. */
  reconnect: () => void;
  /** Takes the app off the screen, as a closed tab does; what lies on the device stays. */
  close: () => void;
}

interface Start {
  /** Where it opens. */
  at: string;
  /** Who is signed in on this tab. */
  as?: string;
  /** Given where a test moves the clock. */
  user?: UserEvent;
}

/** Cut the apps that were opened off from the device. */
const connections: (() => void)[] = [];

/** A new device: nothing kept, nobody here. Call it before each test. */
export async function freshDevice(): Promise<void> {
  // A closed app that was still loading its replay would take the lock from the next one.
  await vi.dynamicImportSettled();
  for (const cut of connections.splice(0)) cut();
  forgetLocks();
  sessionStorage.clear();
  localStorage.clear();
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  await Promise.all(
    names.map(
      (name) =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name);
          request.onsuccess = () => resolve();
          request.onerror = () => reject(new Error(`${name} could not be deleted.`));
        }),
    ),
  );
}

/** Opens the app as a page load does: every module anew, so that nothing is remembered but what the device keeps. */
export async function openApp(
  server: TestServer,
  { at, as, user = userEvent.setup({ delay: null, applyAccept: false }) }: Start,
): Promise<App> {
  const net = stubNetwork(() => server);
  if (as) {
    const { token, user: person } = (
      await server.call('POST', '/users/login', { body: { username: as, password: 'porchlight' } })
    ).json<{ token: string; user: unknown }>();
    sessionStorage.setItem('porchlight.session', JSON.stringify({ token, user: person }));
  }
  vi.resetModules();
  const { App: TheApp } = await import('../../../src/App.tsx');
  const { database } = await import('../../../src/offline/engine/database.ts');
  const cut = () => {
    database.close();
    // What was still under way when the test ended must not open it again.
    Object.assign(database, { open: () => new Promise(() => undefined) });
  };
  connections.push(cut);
  database.on('versionchange', () => {
    cut();
    return false;
  });
  // The router must be the same module that the routes were loaded with.
  const { MemoryRouter, useLocation } = await import('react-router-dom');
  let path = at;
  function Where() {
    const { pathname, search } = useLocation();
    useLayoutEffect(() => {
      path = pathname + search;
    }, [pathname, search]);
    return <></>;
  }
  const view = render(
    <MemoryRouter initialEntries={[at]}>
      <TheApp />
      <Where />
    </MemoryRouter>,
  );
  return {
    network: net,
    user,
    path: () => path,
    // jsdom takes a popover for hidden, so its items have no role.
    toasts: () =>
      screen
        .queryAllByRole('region', { name: /^Notifications/ })
        .flatMap((region) => [...region.querySelectorAll('li')])
        .map((toast) => toast.textContent),
    reconnect: () => {
      net.offline = false;
      window.dispatchEvent(new Event('online'));
    },
    close: () => view.unmount(),
  };
}

/** The card in the list that holds these words. */
export async function card(words: string) {
  const found = (await screen.findByText(words, { selector: 'article *' })).closest('article');
  if (!found) throw new Error('It is not on a card.');
  return within(found);
}

/** The headings of the cards, from the top. */
export function cards(): (string | null)[] {
  return screen.queryAllByRole('article').map((each) => within(each).getByRole('heading').textContent);
}

/** Opens the detail of the request that says this. */
export async function view({ user }: App, words: string) {
  await user.click((await card(words)).getByRole('button', { name: 'View / Edit' }));
  return within(screen.getByRole('dialog'));
}

/** Opens the edit of the request that says this, and writes something else. */
export async function edit(app: App, before: string, after: string): Promise<void> {
  await app.user.click((await view(app, before)).getByRole('button', { name: 'Edit' }));
  await app.user.clear(await screen.findByLabelText('Issue'));
  await app.user.type(screen.getByLabelText('Issue'), after);
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  await modalClosed();
}

/** Waits until no modal is open. */
export async function modalClosed(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

/** Waits until nothing waits any more: the bar at the foot leads nowhere. */
export async function everythingSent(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('link', { name: /waiting to send|attention/ })).toBeNull());
}

/** From now on time stands all but still; `lasts` looks how long a message stays. */
export function standingClock(): { lasts: (words: string, milliseconds: number) => Promise<void> } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // What is due at once must still happen, or nothing would.
  const trickle = setInterval(() => vi.advanceTimersByTime(1), 20);
  onTestFinished(() => {
    clearInterval(trickle);
    vi.useRealTimers();
  });
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  return {
    async lasts(words, milliseconds) {
      await screen.findByText(words);
      await pass(milliseconds - 300);
      screen.getByText(words);
      await pass(300);
      await waitFor(() => expect(screen.queryByText(words)).toBeNull());
    },
  };
}

/** Waits until the predicate holds, on real time. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  await waitFor(async () => {
    if (!(await holds())) throw new Error('Not yet.');
  });
}

/** Waits until the one draft of this device holds this text and so many photos. */
export async function draftReads(information: string, photos = 0): Promise<void> {
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  await waitFor(async () =>
    expect(
      await withDatabase(async (db) => ({
        drafts: await db.drafts.toArray(),
        photos: await db.draftPhotos.count(),
      })),
    ).toMatchObject({ drafts: [{ value: { information } }], photos }),
  );
}
