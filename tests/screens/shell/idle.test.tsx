import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { restoreTimers } from '../../support/restoreTimers.ts';
import { Idle } from '../../../src/shell/Idle.tsx';

const draw = vi.fn(() => <p>Later</p>);
const load = vi.fn(() => Promise.resolve(draw));

beforeEach(() => {
  load.mockClear();
  draw.mockClear();
  vi.useFakeTimers();
  onTestFinished(restoreTimers);
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Asks the server for something; the returned function answers it. */
function ask(client: QueryClient, queryKey: string): () => void {
  let answer = (): void => undefined;
  const queryFn = () => new Promise((resolve) => (answer = () => resolve([])));
  void client.query({ queryKey: [queryKey], queryFn });
  return () => answer();
}

/** A screen that asks the server for something; the returned function answers it. */
async function asking(client = new QueryClient()): Promise<() => void> {
  const answer = ask(client, 'announcements');
  render(
    <QueryClientProvider client={client}>
      <Idle load={load} />
    </QueryClientProvider>,
  );
  await pass(0);
  return answer;
}

test('what is for later is loaded once the answers that a screen asked for are there', async () => {
  const answer = await asking();
  await pass(1_900);
  expect(load).not.toHaveBeenCalled();
  answer();
  await pass(50);
  expect(load).toHaveBeenCalledOnce();
  expect(screen.getByText('Later')).toBeVisible();
});

test('what is for later is loaded after two seconds also where no answer comes', async () => {
  await asking();
  await pass(1_900);
  expect(load).not.toHaveBeenCalled();
  await pass(150);
  await pass(50);
  expect(load).toHaveBeenCalledOnce();
});

test('what is for later waits two seconds in all where a busy page asks again and again', async () => {
  vi.stubGlobal('requestIdleCallback', () => 0);
  vi.stubGlobal('cancelIdleCallback', () => undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const client = new QueryClient();
  const answer = await asking(client);
  await pass(1_000);
  answer();
  await pass(500);
  ask(client, 'requests');
  await pass(400);
  expect(load).not.toHaveBeenCalled();
  await pass(150);
  await pass(50);
  expect(load).toHaveBeenCalledOnce();
});

test('what was loaded is not drawn again as something else is asked for', async () => {
  const client = new QueryClient();
  const answer = await asking(client);
  answer();
  await pass(50);
  await pass(50);
  expect(draw).toHaveBeenCalled();
  draw.mockClear();
  ask(client, 'requests');
  await pass(50);
  expect(draw).not.toHaveBeenCalled();
});
