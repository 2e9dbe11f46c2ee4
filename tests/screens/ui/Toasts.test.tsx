import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ToastProvider, useToast, type ToastRequest } from '../../../src/ui/feedback/Toasts.tsx';
import { restoreTimers } from '../../support/restoreTimers.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});

afterEach(() => {
  restoreTimers();
});

function Speaker({ toast }: { toast: ToastRequest }) {
  const { show } = useToast();
  return (
    <button type="button" onClick={() => show(toast)}>
      Say it
    </button>
  );
}

async function said(toast: ToastRequest) {
  render(
    <ToastProvider>
      <Speaker toast={toast} />
    </ToastProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Say it' }));
  await vi.dynamicImportSettled();
  await act(() => vi.advanceTimersByTimeAsync(0));
  const list = screen.getByRole('list', { hidden: true });
  return within(list).getByText(toast.message);
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test.each([
  ['success', 5000],
  ['info', 5000],
  ['warning', 6000],
  ['error', 7000],
] as const)('a toast of type %s stays for %i ms', async (type, duration) => {
  const toast = await said({ message: 'Successfully logged in!', type });
  await pass(duration - 100);
  expect(toast).toBeInTheDocument();
  await pass(200);
  expect(toast).not.toBeInTheDocument();
});

test.each([0, -1])('a toast with a duration of %i stays until it is closed', async (duration) => {
  const toast = await said({ message: 'Still here', duration });
  await pass(60_000);
  expect(toast).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Close notification', hidden: true }));
  await pass(0);
  expect(toast).not.toBeInTheDocument();
});

test('each type of toast has its own icon', async () => {
  await said({ message: 'Could not initiate payment. Please try again later.', type: 'error' });
  expect(screen.getByRole('img', { name: 'Error', hidden: true })).toBeInTheDocument();
});
