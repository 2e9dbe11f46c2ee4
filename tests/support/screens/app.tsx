import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { expect, onTestFinished, vi } from 'vitest';
import type { User } from '../../../contract/users/user.ts';
import { stubNetwork } from '../offline/network.ts';
import type { Network } from '../offline/testNetwork.ts';
import type { TestServer } from '../server/server.ts';
import { restoreTimers } from '../restoreTimers.ts';

/** The whole app in jsdom, over a simulated network to the real server. */
export interface App {
  network: Network;
  user: UserEvent;
  /** The current path and query. */
  path: () => string;
  /** Goes to another path, as a link does. */
  go: (path: string) => void;
  /** Goes back in the history, as the browser's button does. */
  back: () => void;
  /** The text of every toast on screen. */
  toasts: () => string[];
  /** Restores the connection and dispatches `online`. */
  reconnect: () => void;
  /** Unmounts the app, as when a tab is closed; stored data stays. */
  close: () => void;
}

interface Start {
  /** The path to open. */
  at: string;
  /** The user who is signed in. */
  as?: string;
  /** Whether they stay signed in on this device. */
  keep?: boolean;
  /** Given where a test moves the clock. */
  user?: UserEvent;
}

/** Opens the app as a page load does: all modules are loaded again, so that only stored data remains. */
export async function openApp(
  server: TestServer,
  { at, as, keep = true, user = userEvent.setup({ delay: null, applyAccept: false }) }: Start,
): Promise<App> {
  // It ends the page before it, which would go on with modules of this one.
  cleanup();
  const net = stubNetwork(() => server);
  let person: User | undefined;
  if (as) {
    const answer = await server.call('POST', '/users/login', {
      body: { username: as, password: 'porchlight', keep_signed_in: keep },
    });
    const { token, user: signedIn } = answer.json<{ token: string; user: User }>();
    person = signedIn;
    sessionStorage.setItem('porchlight.session', JSON.stringify({ token, user: person }));
  }
  vi.resetModules();
  const { App: TheApp } = await import('../../../src/App.tsx');
  if (person && keep) {
    const { rememberUser } = await import('../../../src/offline/engine/deviceUser.ts');
    await rememberUser(person);
  }
  // The router must be the same module that the routes were loaded with.
  const { MemoryRouter, useLocation, useNavigate } = await import('react-router-dom');
  let path = at;
  let back: App['back'] = () => undefined;
  let go: App['go'] = () => undefined;
  function Where() {
    const { pathname, search } = useLocation();
    const navigate = useNavigate();
    useLayoutEffect(() => {
      path = pathname + search;
      back = () => {
        // What `act` returns is not passed on: awaited, it would go on acting while the test waits for something.
        act(() => void navigate(-1));
      };
      go = (to) => {
        act(() => void navigate(to));
      };
    }, [pathname, search, navigate]);
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
    back: () => back(),
    go: (to) => go(to),
    // jsdom treats a popover as hidden, so its items have no role.
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

/** The card of the list that contains this text. */
export async function card(words: string) {
  const found = (await screen.findByText(words, { selector: 'article *' })).closest('article');
  if (!found) throw new Error('It is not on a card.');
  return within(found);
}

/** The headings of the cards, from the top. */
export function cards(): (string | null)[] {
  return screen.queryAllByRole('article').map((each) => within(each).getByRole('heading').textContent);
}

/** Opens the detail of the request with this text. */
export async function view({ user }: App, words: string) {
  await user.click((await card(words)).getByRole('button', { name: 'View / Edit' }));
  return within(screen.getByRole('dialog'));
}

/** Opens the edit form of the request with this text, and types another one. */
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

/** Waits until the outbox is empty: the offline bar has no link. */
export async function everythingSent(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('link', { name: /unsent|attention/ })).toBeNull());
}

/** Fakes the timers; `lasts` checks how long a message is shown, and brings the real timers back. */
export function fakeClock(): { lasts: (words: string, milliseconds: number) => Promise<void> } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // Advances a little in real time, so that immediate timers run.
  let passing = false;
  const trickle = setInterval(() => {
    if (!passing) vi.advanceTimersByTime(1);
  }, 20);
  const restore = () => {
    clearInterval(trickle);
    restoreTimers();
  };
  onTestFinished(restore);
  const pass = async (milliseconds: number) => {
    passing = true;
    await act(() => vi.advanceTimersByTimeAsync(milliseconds));
    passing = false;
  };
  return {
    async lasts(words, milliseconds) {
      await screen.findByText(words);
      await pass(milliseconds - 300);
      screen.getByText(words);
      await pass(300);
      await waitFor(() => expect(screen.queryByText(words)).toBeNull());
      // What the app waits for now, a second try for instance, would take fifty times as long.
      await pass(60_000);
      restore();
    },
  };
}

/** Waits in real time until the predicate is true. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  await waitFor(async () => {
    if (!(await isTrue())) throw new Error('Not yet.');
  });
}

/** Waits until the only draft of this device has this text and number of photos. */
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
