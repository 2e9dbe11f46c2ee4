import { render, screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { stubNetwork } from '../../offline/network.ts';
import type { Network } from '../../offline/testNetwork.ts';
import { server } from '../../server/world.ts';

export let net: Network;
export const closing: (() => void)[] = [];

/** Opens the app as a tab does: with fresh modules and a screen showing who is here. */
export async function openTab() {
  vi.resetModules();
  const session = await import('../../../../src/session/session.tsx');
  const { adoptToken, adoptUser } = await import('../../../../src/session/currentSession.ts');
  const signingIn = await import('../../../../src/session/signIn.ts');
  const tokens = await import('../../../../src/session/tokens.ts');
  const { database } = await import('../../../../src/offline/engine/database.ts');
  // As the screens that change the outbox do, which are not loaded here.
  await import('../../../../src/offline/subjects/policies.ts');
  function Here() {
    const { status, user, token, ended } = session.useSession();
    const words = [status, user?.username, token && 'with a token', ended && 'ended'];
    return <p data-testid="here">{words.filter(Boolean).join(', ')}</p>;
  }
  const { unmount } = render(
    <session.SessionProvider>
      <Here />
    </session.SessionProvider>,
  );
  closing.push(() => database.close());
  return { ...session, ...signingIn, ...tokens, adoptToken, adoptUser, close: unmount };
}

export const here = (words: string) =>
  waitFor(() => expect(screen.getByTestId('here')).toHaveTextContent(new RegExp(`^${words}$`)));
export const asResident = (keep_signed_in: boolean) => ({
  username: 'resident',
  password: 'porchlight',
  keep_signed_in,
});
export const ROBIN = 2;
export const NOOR = 3;
export async function newNetwork(): Promise<void> {
  net = stubNetwork(() => server);
  await server.database.sql`delete from sessions`;
}
