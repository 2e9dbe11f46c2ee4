import { act, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { laidOut } from '../../support/screens/layout.ts';
import { server } from '../../support/server/world.ts';

test('a screen opens at its top, and going back returns to where one was', async () => {
  laidOut();
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const app = await openApp(server, { at: '/payments', as: 'resident' });
  await screen.findByRole('heading', { name: 'Payments', level: 1 });
  act(() => {
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(640);
    window.dispatchEvent(new Event('scroll'));
  });
  expect(scrollTo).not.toHaveBeenCalled();
  await app.user.click(screen.getByRole('link', { name: 'Announcements' }));
  await screen.findByRole('heading', { name: 'Community Board' });
  expect(scrollTo.mock.calls).toEqual([[0, 0]]);
  app.back();
  await screen.findByRole('heading', { name: 'Payments', level: 1 });
  expect(scrollTo).toHaveBeenLastCalledWith(0, 640);
});
