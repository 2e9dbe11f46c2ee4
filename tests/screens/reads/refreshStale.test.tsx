import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, onTestFinished, vi } from 'vitest';
import { test } from '../../support/screens/world.ts';

const ROBIN = 2;
const KEY = 'listProperties';

let modules: Awaited<ReturnType<typeof loadModules>>;
beforeEach(async () => {
  // The modules that are loaded may have a closed database.
  vi.resetModules();
  modules = await loadModules();
});

async function loadModules() {
  const { database } = await import('../../../src/offline/engine/database.ts');
  const { DeviceContext } = await import('../../../src/offline/engine/device.ts');
  const { useCachedQuery } = await import('../../../src/offline/hooks/useCachedQuery.ts');
  const { useRefreshStale } = await import('../../../src/offline/hooks/useRefreshStale.ts');
  return { database, DeviceContext, useCachedQuery, useRefreshStale };
}

/** A screen of a list whose requests are answered by hand: they wait in the array that is returned. */
async function openList() {
  const { DeviceContext, useCachedQuery, useRefreshStale } = modules;
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const asked: (() => void)[] = [];
  const network = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    await new Promise<void>((resolve) => asked.push(resolve));
    const headers = { 'Content-Type': 'application/json', 'X-Porchlight': '1' };
    return new Response('[]', { headers });
  });
  onTestFinished(() => network.mockRestore());
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <DeviceContext
        value={{ userId: ROBIN, withToken: (send) => send('token'), requestReplay: () => Promise.resolve() }}
      >
        {children}
      </DeviceContext>
    </QueryClientProvider>
  );
  const { result } = renderHook(() => ({ list: useCachedQuery(KEY, {}), refreshStale: useRefreshStale() }), {
    wrapper,
  });
  await waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.();
  await waitFor(() => expect(result.current.list.data).toEqual([]));
  asked.length = 0;
  return { result, asked };
}

/** Longer than the time within which the app asks for what it was told of. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 700)));

test('what was asked for after it was told to be stale is not asked for again', async () => {
  const { result, asked } = await openList();
  // What was told of waits for most of its time, so that the screen asks first.
  vi.spyOn(Math, 'random').mockReturnValue(0.9);
  await act(async () => {
    result.current.refreshStale([KEY]);
    await new Promise((resolve) => setTimeout(resolve, 2));
    void result.current.list.refresh();
  });
  await waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.();
  await settle();
  expect(asked).toHaveLength(1);
});

test('what was asked for before it was told to be stale is asked for again', async () => {
  const { result, asked } = await openList();
  await act(async () => {
    void result.current.list.refresh();
    await Promise.resolve();
  });
  await waitFor(() => expect(asked).toHaveLength(1));
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    result.current.refreshStale([KEY]);
  });
  await settle();
  asked[0]?.();
  await waitFor(() => expect(asked).toHaveLength(2));
});
