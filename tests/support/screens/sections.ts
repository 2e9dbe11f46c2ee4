import { screen, within } from '@testing-library/react';

/** The part of the screen with this heading. */
export async function section(heading: string) {
  const found = (await screen.findByRole('heading', { level: 2, name: heading })).closest('section');
  if (!found) throw new Error(`${heading} is no part of its own.`);
  return within(found);
}
