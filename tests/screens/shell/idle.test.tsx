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

/** A screen that asks the server for something; answers it. */
async function asking(client = new QueryClient()): Promise<() => void> {
  let answer = (): void => undefined;
  void client.query({
    queryKey: ['announcements'],
    queryFn: () => new Promise((resolve) => (answer = () => resolve([]))),
  });
  render(
    <QueryClientProvider client={client}>
      <Idle load={load} />
    </QueryClientProvider>,
  );
  await pass(0);
  return () => answer();
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

test('what was loaded is not drawn again as something else is asked for', async () => {
  const client = new QueryClient();
  const answer = await asking(client);
  answer();
  await pass(50);
  await pass(50);
  expect(draw).toHaveBeenCalled();
  draw.mockClear();
  void client.query({ queryKey: ['requests'], queryFn: () => new Promise(() => undefined) });
  await pass(50);
  expect(draw).not.toHaveBeenCalled();
});
