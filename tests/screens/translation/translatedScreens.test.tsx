import { readFileSync } from 'node:fs';
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { managementScreens } from '../../../src/managementScreens.ts';
import { residentScreens } from '../../../src/residentScreens.ts';
import { openApp, until, type App } from '../../support/screens/app.tsx';
import { expectWhole, translatePage } from '../../support/screens/translator.ts';
import { test } from '../../support/screens/world.ts';
import { noRequests, reported } from '../../support/server/requests.ts';
import { server } from '../../support/server/world.ts';

const PUBLIC = [
  '/',
  '/about',
  '/login',
  '/register',
  '/forgot-password',
  '/invitation',
  '/new-password',
  '/confirm-email',
  '/setup',
];
const RESIDENTS = [
  '/dashboard/resident', '/maintenance', '/maintenance?new=1', '/payments', '/payments/autopay', '/payments/deposit', '/inspections', '/inspections/7c9e6679-7425-40de-944b-e07fc1f90ae7', '/payments/receipt/2',
  '/inspections/7c9e6679-7425-40de-944b-e07fc1f90ae7', '/ledger', '/ledger/statement', '/announcements', '/profile', '/contact', '/notifications', '/entry-notices',
  '/notifications/preferences', '/outbox', '/device', '/share', '/no/such/page',
  '/inspections/7c9e6679-7425-40de-944b-e07fc1f90ae7', '/ledger', '/ledger/statement', '/announcements', '/profile', '/contact', '/notifications',
  '/messages', '/messages/00000000-0000-4000-8000-000000000002', '/notifications/preferences', '/outbox', '/device', '/share', '/no/such/page',
]; // prettier-ignore
const MANAGERS = [
  '/admin/dashboard', '/admin/payments', '/admin/ledger/2', '/admin/ledger/2/statement', '/admin/propertyinfo',
  '/admin/addproperty', '/admin/editproperty/1', '/admin/units', '/admin/addunit', '/admin/editunit/1', '/admin/books', '/admin/deposits', '/admin/upkeep', '/admin/inspections/1/7c9e6679-7425-40de-944b-e07fc1f90ae7', '/admin/inspections/1/7c9e6679-7425-40de-944b-e07fc1f90ae7/walk', '/admin/deposits/1',
  '/admin/import', '/admin/leases', '/admin/leases/from-units', '/admin/addlease', '/admin/lease/1', '/admin/person/2', '/admin/home/1', '/admin/letters?people=2', '/admin/property/1',
  '/admin/addproperty', '/admin/editproperty/1', '/admin/units', '/admin/addunit', '/admin/editunit/1', '/admin/books', '/admin/deposits', '/admin/deposits/1',
  '/admin/inspections', '/admin/inspections/template', '/admin/inspections/1/7c9e6679-7425-40de-944b-e07fc1f90ae7',
  '/admin/inspections/1/7c9e6679-7425-40de-944b-e07fc1f90ae7/walk', '/admin/import', '/admin/leases', '/admin/leases/from-units', '/admin/addlease', '/admin/lease/1', '/admin/person/2', '/admin/home/1', '/admin/letters?people=2', '/admin/property/1',
  '/admin/manage-users', '/admin/community', '/admin/invitations', '/admin/maintenance', '/admin/announcements',
  '/admin/utilities', '/admin/utilities/stickers', '/admin/utilities/scan', '/admin/settings', '/admin/notifications',
  '/admin/messages', '/admin/messages/00000000-0000-4000-8000-000000000002', '/admin/manage-users', '/admin/community', '/admin/invitations', '/admin/maintenance', '/admin/announcements',
  '/admin/utilities', '/admin/settings', '/admin/notifications',
]; // prettier-ignore

beforeEach(async () => {
  await noRequests(server);
  const { sql } = server.database;
  await sql`
    insert into transactions (user_id, unit_id, amount, type, description)
    select 2, 1, 100 + number, 'Late Fee', 'Late ' || number from generate_series(1, 3) as number`;
  await reported(server, 'resident', 'The sink drips.');
  await server.call('POST', '/messages/00000000-0000-4000-8000-000000000002', {
    as: await server.token('resident'),
    body: { text: 'Is the pool open?' },
  });
  await server.call('POST', '/announcements', {
    as: 'manager',
    body: { announcement: 'The gate is open.', announcement_type: 'Urgent' },
  });
  await server.call('POST', '/announcements/submit', {
    as: 'resident',
    body: { announcement: 'A barbecue?' },
  });
});

const task = () => act(() => new Promise((resolve) => setTimeout(resolve)));

/** Translates the page, lets the app change it, and looks whether it went well. */
async function translated(change: () => unknown): Promise<void> {
  translatePage();
  await task();
  await act(async () => void (await change()));
  await task();
  expectWhole();
}

/** What must not be pressed, since the sweep would end there. */
const LEAVES = /log ?out|sign out|forget this device|log in|login/i;

/** Goes offline, presses what can be pressed, writes in each field, and goes online; returns how often it pressed. */
async function sweep(app: App, path: string): Promise<number> {
  const before = app.path();
  if (before !== path) {
    app.go(path);
    await until(() => app.path() !== before);
  }
  await until(() => document.querySelector('h1') !== null && screen.queryByText('Loading...') === null);
  await translated(() => {
    app.network.offline = true;
    window.dispatchEvent(new Event('offline'));
  });
  const pressed = new Set<string>();
  for (let next = unpressed(pressed); next; next = unpressed(pressed)) {
    pressed.add(nameOf(next));
    const button = next;
    await translated(() => fireEvent.click(button));
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
      if (field.type === 'file' || field.disabled || field.dataset.used) continue;
      field.dataset.used = 'yes';
      if (field.type === 'checkbox' || field.type === 'radio') await translated(() => fireEvent.click(field));
      else
        await translated(() =>
          fireEvent.change(field, { target: { value: field.matches('select') ? lastOf(field) : '7' } }),
        );
    }
    if (pressed.size > 25) break;
  }
  await translated(() => app.reconnect());
  return pressed.size;
}

const nameOf = (button: Element) =>
  `${button.getAttribute('aria-label') ?? ''} ${button.textContent.replaceAll(/[«»]/g, '')}`;

function unpressed(pressed: Set<string>): HTMLButtonElement | undefined {
  return [
    ...document.querySelectorAll<HTMLButtonElement>(
      'main button:not(:disabled), dialog button:not(:disabled)',
    ),
  ].find((button) => !pressed.has(nameOf(button)) && !LEAVES.test(nameOf(button)));
}

function lastOf(select: HTMLElement): string {
  return [...select.querySelectorAll('option')].at(-1)?.value ?? '';
}

test.each([
  ['visitor', undefined, PUBLIC],
  ['resident', 'resident', RESIDENTS],
  ['manager', 'manager', MANAGERS],
] as const)(
  'every screen of a %s goes on in a page that the browser translates, and shows what changes',
  async (_, as, paths) => {
    const [first = '/'] = paths;
    const app = await openApp(server, { at: first, ...(as && { as }) });
    let pressed = 0;
    for (const path of paths) {
      try {
        pressed += await sweep(app, path);
      } catch (error) {
        throw new Error(`On ${path}`, { cause: error });
      }
    }
    expect(pressed).toBeGreaterThan(4);
  },
);

test('these are all screens', () => {
  const source = ['src/routes.tsx', 'src/signedInRoutes.tsx']
    .map((file) => readFileSync(file, 'utf8'))
    .join('');
  const routes = [
    ...Array.from(source.matchAll(/<Route path="(\/[^"]*)"/g), ([, path = '']) => path),
    ...Object.keys(residentScreens),
    ...Object.keys(managementScreens),
  ];
  const used = [...PUBLIC, ...RESIDENTS, ...MANAGERS].map((path) => path.replace(/\?.*/, ''));
  const unused = routes.filter((route) => {
    const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '[\\w-]+')}$`);
    return route !== '/catalogue' && !used.some((path) => pattern.test(path));
  });
  expect(routes.length).toBeGreaterThan(40);
  expect(unused).toEqual([]);
});
