import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { residentWith } from '../../server/accounts.ts';
import { openApp, type App } from '../app.tsx';
import { fakeStripe } from '../fakeStripe.ts';
import { server } from '../../server/payingWorld.ts';

export const provider = fakeStripe();
export const MAY_HAVE_PAID = /Your payment may have gone through/;
export const payButton = () => screen.findByRole('button', { name: 'Make Payment' });

export async function withRent(): Promise<{ app: App; robin: string }> {
  const robin = await residentWith(server, [{ amount: 1200.5, type: 'Rent' }]);
  return { app: await openApp(server, { at: '/payments', as: robin }), robin };
}

export async function atCheckout() {
  const { app, robin } = await withRent();
  await app.user.click(await payButton());
  const overlay = await screen.findByRole('dialog', { name: 'Make a payment' });
  await waitFor(() => expect(within(overlay).getByRole('button', { name: 'Pay now' })).toBeEnabled());
  return { app, robin, overlay };
}

export function clientSecret(): string {
  return provider.elements.mock.calls[0]![0].clientSecret;
}
