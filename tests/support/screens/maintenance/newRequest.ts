import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { onServer } from '../../server/requests.ts';
import { server } from '../../server/world.ts';
import type { App } from '../app.tsx';

export const issue = () => screen.findByLabelText('Issue');
export const submit = (app: App) => app.user.click(screen.getByRole('button', { name: 'Submit Request' }));

/** Waits until the newest request has so many photos on the server, which follow it. */
export async function photosArrived(count: number): Promise<void> {
  await waitFor(async () => expect((await onServer(server))[0]?.photos).toHaveLength(count));
}
