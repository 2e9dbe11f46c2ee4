import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';

import { PersonalNavigation } from '../../../src/ui/layout/PersonalNavigation.tsx';

function matchMediaAs(matches: (query: string) => boolean): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: matches(query),
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
}

// A phone on its side: neither wide nor upright.
beforeEach(() => matchMediaAs(() => false));

function renderBar(onLogout = vi.fn(), at = '/payments') {
  render(
    <MemoryRouter initialEntries={[at]}>
      <PersonalNavigation
        home="/dashboard/resident"
        links={[
          { to: '/payments', label: 'Payments', above: ['/payments', '/ledger'] },
          { to: '/maintenance', label: 'Maintenance' },
          { to: '/profile', label: 'Profile' },
        ]}
        mainPlaces={['/maintenance', '/payments']}
        more={[
          { heading: 'Community', links: [{ to: '/contact', label: 'Contact Us' }] },
          { heading: 'This device', links: [{ to: '/outbox', label: 'Unsent' }] },
        ]}
        onLogout={onLogout}
      />
      <a href="#elsewhere">Elsewhere</a>
    </MemoryRouter>,
  );
  return { user: userEvent.setup(), onLogout };
}

const toggle = () => screen.getByRole('button', { name: /menu$/ });

test('the menu opens and closes by its button, and the page does not scroll while it is open', async () => {
  const { user } = renderBar();
  expect(toggle()).toHaveAccessibleName('Open menu');
  expect(toggle()).toHaveAttribute('aria-expanded', 'false');
  await user.click(toggle());
  expect(toggle()).toHaveAccessibleName('Close menu');
  expect(toggle()).toHaveAttribute('aria-expanded', 'true');
  expect(document.getElementById(toggle().getAttribute('aria-controls')!)).toContainElement(
    screen.getByRole('link', { name: 'Maintenance' }),
  );
  expect(document.documentElement).toHaveAttribute('data-locked');
  await user.click(toggle());
  expect(toggle()).toHaveAttribute('aria-expanded', 'false');
  expect(document.documentElement).not.toHaveAttribute('data-locked');
});

test('Escape closes the menu and goes back to its button', async () => {
  const { user } = renderBar();
  await user.click(toggle());
  await user.tab();
  await user.keyboard('{Escape}');
  expect(toggle()).toHaveAttribute('aria-expanded', 'false');
  expect(toggle()).toHaveFocus();
});

test('going to a page closes the menu and marks that page', async () => {
  const { user } = renderBar();
  await user.click(toggle());
  expect(screen.getByRole('link', { name: 'Payments' })).toHaveAttribute('aria-current', 'page');
  await user.click(screen.getByRole('link', { name: 'Maintenance' }));
  expect(toggle()).toHaveAttribute('aria-expanded', 'false');
  expect(document.documentElement).not.toHaveAttribute('data-locked');
  await user.click(toggle());
  expect(screen.getByRole('link', { name: 'Maintenance' })).toHaveAttribute('aria-current', 'page');
});

test('a screen that has no link of its own marks the one that leads on to it', async () => {
  const { user } = renderBar(vi.fn(), '/ledger/statement');
  await user.click(toggle());
  const marked = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'));
  expect(marked.map(({ textContent }) => textContent)).toEqual(['Payments']);
  // It is no link to this page.
  expect(marked[0]).toHaveAttribute('aria-current', 'true');
});

test('a path that only begins like a screen marks nothing', async () => {
  const { user } = renderBar(vi.fn(), '/ledgers');
  await user.click(toggle());
  expect(screen.getByRole('link', { name: 'Payments' })).toBeInTheDocument();
  expect(screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))).toEqual([]);
});

test('tabbing out of the open menu closes it, so that focus is never behind it', async () => {
  const { user } = renderBar();
  await user.click(toggle());
  screen.getByRole('button', { name: 'Logout' }).focus();
  await user.tab();
  expect(screen.getByRole('link', { name: 'Elsewhere' })).toHaveFocus();
  expect(toggle()).toHaveAttribute('aria-expanded', 'false');
});

test('the logo leads home and Logout logs out', async () => {
  const { user, onLogout } = renderBar();
  expect(screen.getByRole('link', { name: 'Porchlight' })).toHaveAttribute('href', '/dashboard/resident');
  await user.click(toggle());
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  expect(onLogout).toHaveBeenCalledOnce();
});

/** The names of the links that are there, in the order of the page. */
const linkNames = () =>
  within(screen.getByRole('navigation'))
    .getAllByRole('link')
    .map((link) => link.textContent);

/** The names of the links of a list that a button opens; nothing of it is on the page before. */
const namesIn = (button: HTMLElement) =>
  within(document.getElementById(button.getAttribute('aria-controls')!)!)
    .queryAllByRole('link')
    .map((link) => link.textContent);

test('an upright phone has the main places at the bottom, and each other link once: in the menu, or under More', async () => {
  matchMediaAs((query) => query.includes('max-aspect-ratio'));
  const { user } = renderBar();
  expect(linkNames()).toEqual(['Porchlight', 'Maintenance', 'Payments']);
  const more = screen.getByRole('button', { name: 'More' });
  expect(namesIn(more)).toEqual([]);
  expect(namesIn(toggle())).toEqual([]);
  const sheet = document.getElementById(more.getAttribute('aria-controls')!)!;
  const menu = document.getElementById(toggle().getAttribute('aria-controls')!)!;
  expect([sheet, menu].map((each) => each.classList.contains('hidden'))).toEqual([true, true]);
  await user.click(more);
  expect(more).toHaveAttribute('aria-expanded', 'true');
  expect([sheet, menu].map((each) => each.classList.contains('hidden'))).toEqual([false, true]);
  expect(namesIn(more)).toEqual(['Contact Us', 'Unsent']);
  expect(namesIn(toggle())).toEqual([]);
  expect(within(sheet).getByRole('list', { name: 'Community' })).toHaveTextContent('Contact Us');
  // One takes the place of the other.
  await user.click(toggle());
  expect([sheet, menu].map((each) => each.classList.contains('hidden'))).toEqual([true, false]);
  expect(namesIn(more)).toEqual([]);
  expect(namesIn(toggle())).toEqual(['Profile']);
  expect(more).toHaveAttribute('aria-expanded', 'false');
  await user.click(more);
  expect(toggle()).toHaveAttribute('aria-expanded', 'false');
  expect(document.documentElement).toHaveAttribute('data-locked');
  await user.tab();
  await user.keyboard('{Escape}');
  expect(more).toHaveAttribute('aria-expanded', 'false');
  expect(more).toHaveFocus();
  expect(document.documentElement).not.toHaveAttribute('data-locked');
});

test('the menu of an upright phone closes when one of the main places is opened', async () => {
  matchMediaAs((query) => query.includes('max-aspect-ratio'));
  const { user } = renderBar();
  await user.click(toggle());
  await user.click(screen.getByRole('link', { name: 'Maintenance' }));
  expect(toggle()).toHaveAccessibleName('Open menu');
  expect(screen.getByRole('link', { name: 'Maintenance' })).toHaveAttribute('aria-current', 'page');
});

test('on a phone on its side all links are in the menu, the further ones below the headings of their groups', async () => {
  const { user } = renderBar();
  await user.click(toggle());
  expect(linkNames()).toEqual(['Porchlight', 'Payments', 'Maintenance', 'Profile', 'Contact Us', 'Unsent']);
  expect(screen.getByRole('list', { name: 'This device' })).toHaveTextContent('Unsent');
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
});

function renderWide() {
  matchMediaAs((query) => query.includes('min-width'));
  const bar = renderBar();
  return { ...bar, more: screen.getByRole('button', { name: 'More' }) };
}

test('on a wide screen More lists the other links, and choosing one closes it', async () => {
  const { user, more } = renderWide();
  expect(linkNames()).toEqual(['Porchlight', 'Payments', 'Maintenance', 'Profile']);
  expect(more).toHaveAttribute('aria-expanded', 'false');
  await user.click(more);
  expect(more).toHaveAttribute('aria-expanded', 'true');
  expect(linkNames()).toEqual(['Porchlight', 'Payments', 'Maintenance', 'Profile', 'Contact Us', 'Unsent']);
  expect(screen.getByRole('list', { name: 'Community' })).toHaveTextContent('Contact Us');
  await user.click(screen.getByRole('link', { name: 'Contact Us' }));
  expect(more).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('link', { name: 'Contact Us' })).toBeNull();
  expect(more).toHaveFocus();
});

test('More of a wide screen works by keyboard: Escape closes it, and so does leaving it', async () => {
  const { user, more } = renderWide();
  more.focus();
  await user.keyboard('{Enter}');
  await user.tab();
  expect(screen.getByRole('link', { name: 'Contact Us' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(more).toHaveAttribute('aria-expanded', 'false');
  expect(more).toHaveFocus();
  await user.keyboard('{Enter}');
  await user.tab();
  await user.tab();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Logout' })).toHaveFocus();
  expect(more).toHaveAttribute('aria-expanded', 'false');
});

test('a click elsewhere closes More of a wide screen', async () => {
  const { user, more } = renderWide();
  await user.click(more);
  await user.click(document.body);
  expect(more).toHaveAttribute('aria-expanded', 'false');
});
