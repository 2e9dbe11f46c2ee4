import { render, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { testWith } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { expectConsoleError } from '../../support/setup.ts';

const test = testWith({ LOG_LEVEL: 'error' });

/** The lines of the server's log about the request that this text names. */
function logged(text: string | null): { reqId: string; err: { message: string } }[] {
  const id = /[Rr]equest ([0-9a-f-]+)/.exec(text ?? '')![1]!;
  return server.log
    .map((line) => JSON.parse(line) as { reqId: string; err: { message: string } })
    .filter(({ reqId }) => reqId.startsWith(id));
}

test('a list that fails names the request id that the server logged with the error', async () => {
  await server.database.sql`alter table maintenance_requests rename to away`;
  await openApp(server, { at: '/maintenance', as: 'resident' });
  const words = await screen.findByText(/Something went wrong on our side/);
  await server.database.sql`alter table away rename to maintenance_requests`;
  const [line] = logged(words.textContent);
  expect(line?.err.message).toContain('maintenance_requests');
});

test('the error page names the request id that the server logged with the error', async () => {
  const manager = await server.token('manager');
  await server.database.sql`alter table utility_rates rename to away`;
  const answer = await server.call('GET', '/settings', { as: manager });
  await server.database.sql`alter table away rename to utility_rates`;
  expect(answer.statusCode).toBe(500);

  const { ErrorBoundary } = await import('../../../src/shell/ErrorBoundary.tsx');
  const { ApiError } = await import('../../../src/api/call.ts');
  expectConsoleError(/Something went wrong on our side/);
  function Broken(): never {
    throw new ApiError(500, answer.json());
  }
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  await screen.findByRole('heading', { name: 'Something went wrong' });
  const [line] = logged(screen.getByText(/^Request /).textContent);
  expect(line?.reqId).toBe(answer.json<{ request_id: string }>().request_id);
});
