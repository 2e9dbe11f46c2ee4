import { configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { type MemoryRouter } from 'react-router-dom';
import { vi } from 'vitest';
import './dialog.ts';
import { installLocks, killHolders } from './locks.ts';
import { network, type Network } from './network.ts';
import type { TestServer } from './server.ts';
import './webParts.ts';

installLocks();
// A machine that does other things at the same time is not a failure.
configure({ asyncUtilTimeout: 5000 });

/** The whole app in jsdom, over a simulated network to the real server. */
export interface App {
  network: Network;
  user: UserEvent;
  /** The text of every toast on screen. */
  toasts: () => string[];
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

/** Closes the databases of the apps that were opened. */
const connections: (() => void)[] = [];

/** A new device: nothing kept, nobody here. Call it before each test. */
export async function freshDevice(): Promise<void> {
  // A database that an earlier test's app holds open would stand in the way of its deletion.
  for (const close of connections.splice(0)) close();
  killHolders();
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
export async function openApp(server: TestServer, { at, as, user = userEvent.setup() }: Start): Promise<App> {
  const net = network(() => server);
  if (as) {
    const { token, user: person } = (
      await server.call('POST', '/users/login', { body: { username: as, password: 'porchlight' } })
    ).json<{ token: string; user: unknown }>();
    sessionStorage.setItem('porchlight.session', JSON.stringify({ token, user: person }));
  }
  vi.resetModules();
  const [{ AppRoutes }, { SessionProvider }, { ToastProvider }, { ConfirmProvider }, { database }] =
    await Promise.all([
      import('../../src/routes.tsx'),
      import('../../src/session.tsx'),
      import('../../src/ui/Toasts.tsx'),
      import('../../src/ui/Confirm.tsx'),
      import('../../src/offline/database.ts'),
    ]);
  connections.push(() => {
    database.close();
    // What was still under way when the test ended must not open it again.
    Object.assign(database, { open: () => new Promise(() => undefined) });
  });
  // The router must be the same module that the routes were loaded with.
  const { MemoryRouter: Router } = (await import('react-router-dom')) as {
    MemoryRouter: typeof MemoryRouter;
  };
  const view = render(
    <Router initialEntries={[at]}>
      <ToastProvider>
        <ConfirmProvider>
          <SessionProvider>
            <AppRoutes />
          </SessionProvider>
        </ConfirmProvider>
      </ToastProvider>
    </Router>,
  );
  return {
    network: net,
    user,
    toasts: () =>
      screen
        .queryAllByRole('list', { name: /notifications/i })
        .flatMap((list) => within(list).queryAllByRole('listitem'))
        .map((toast) => toast.textContent),
    close: () => view.unmount(),
  };
}

/** Waits until the predicate holds, on real time. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  await waitFor(async () => {
    if (!(await holds())) throw new Error('Not yet.');
  });
}
