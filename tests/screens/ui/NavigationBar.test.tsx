import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';

import { NavigationBar } from '../../../src/ui/layout/NavigationBar.tsx';

beforeEach(() => {
  // A phone: no query about width matches.
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
});

function renderBar(onLogout = vi.fn()) {
  render(
    <MemoryRouter initialEntries={['/payments']}>
      <NavigationBar
        home="/dashboard/resident"
        links={[
          { to: '/payments', label: 'Payments' },
          { to: '/maintenance', label: 'Maintenance' },
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
  expect(document.body.style.overflow).toBe('hidden');
  await user.click(toggle());
  expect(toggle()).toHaveAttribute('aria-expanded', 'false');
  expect(document.body.style.overflow).toBe('');
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
  expect(screen.getByRole('link', { name: 'Payments' })).toHaveAttribute('aria-current', 'page');
  await user.click(toggle());
  await user.click(screen.getByRole('link', { name: 'Maintenance' }));
  expect(toggle()).toHaveAttribute('aria-expanded', 'false');
  expect(document.body.style.overflow).toBe('');
  expect(screen.getByRole('link', { name: 'Maintenance' })).toHaveAttribute('aria-current', 'page');
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
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  expect(onLogout).toHaveBeenCalledOnce();
});
