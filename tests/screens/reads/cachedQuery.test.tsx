import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import Dexie from 'dexie';
import type { ReactNode } from 'react';
import { beforeEach, expect, onTestFinished, vi } from 'vitest';
import { Unreachable } from '../../../src/api/call.ts';
import type { Device } from '../../../src/offline/engine/device.ts';
import type { CachedQuery } from '../../../src/offline/hooks/useCachedQuery.ts';
import { noteTransactions } from '../../support/offline/transactions.ts';
import { test } from '../../support/screens/world.ts';
import { storeRead } from '../../support/offline/readTables.ts';

const ROBIN = 2;
const failure = new Unreachable();

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
  return { database, DeviceContext, useCachedQuery };
}

/** What is around a hook that reads: its queries, and how its calls are answered. */
function surroundings(withToken: Device['withToken']) {
  const { DeviceContext } = modules;
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <DeviceContext value={{ userId: ROBIN, withToken, requestReplay: () => Promise.resolve() }}>
        {children}
      </DeviceContext>
    </QueryClientProvider>
  );
  return { queries, wrapper };
}

/** Reads a list that the server does not answer, on a device whose cached reads can be read once `release` was called. */
async function readFailing() {
  const { database, useCachedQuery } = modules;
  let unlock: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (unlock = resolve));
  const holding = database.transaction('rw', database.readParts, () => Dexie.waitFor(held));
  onTestFinished(() => unlock());
  const shown: Pick<CachedQuery<unknown>, 'data' | 'error' | 'isPending'>[] = [];
  const { queries, wrapper } = surroundings(() => Promise.reject(failure));
  renderHook(
    () => {
      const { data, error, isPending } = useCachedQuery('listProperties', {});
      shown.push({ data, error, isPending });
    },
    { wrapper },
  );
  await waitFor(() => expect(queries.getQueryState([ROBIN, 'listProperties'])?.status).toBe('error'));
  const release = async () => {
    unlock();
    await act(() => holding);
  };
  return { shown, release };
}

test('a failed read is loading until this device’s copy was looked for, and only then an error', async () => {
  const { shown, release } = await readFailing();
  expect(shown.at(-1)).toEqual({ data: undefined, error: undefined, isPending: true });
  await release();
  await waitFor(() => expect(shown.at(-1)).toEqual({ data: undefined, error: failure, isPending: false }));
  expect(shown.filter(({ error, isPending }) => !error && !isPending)).toEqual([]);
});

test('a read that has been answered is loading until its answer is read from this device', async () => {
  const { database, useCachedQuery } = modules;
  await database.device.put({ key: 'user', value: { id: ROBIN } });
  const shown: Pick<CachedQuery<unknown>, 'data' | 'isPending'>[] = [];
  const { wrapper } = surroundings(() =>
    Promise.resolve({ kind: 'whole', answer: [], asOf: new Date() } as never),
  );
  renderHook(
    () => {
      const { data, isPending } = useCachedQuery('listProperties', {});
      shown.push({ data, isPending });
    },
    { wrapper },
  );
  await waitFor(() => expect(shown.at(-1)).toEqual({ data: [], isPending: false }));
  expect(shown.filter(({ data, isPending }) => data === undefined && !isPending)).toEqual([]);
});

test('a failed read of which this device has a copy is never an error', async () => {
  await storeRead(modules.database, { userId: ROBIN, key: 'listProperties', answer: [] });
  const { shown, release } = await readFailing();
  await release();
  await waitFor(() => expect(shown.at(-1)).toEqual({ data: [], error: undefined, isPending: false }));
  expect(shown.filter(({ error }) => error)).toEqual([]);
});

test('what the device deletes to make room stays on the screen that shows it, also without a connection', async () => {
  const { database } = modules;
  await database.device.put({ key: 'user', value: { id: ROBIN } });
  await storeRead(database, { userId: ROBIN, key: 'listProperties', answer: [] });
  const { shown, release } = await readFailing();
  await release();
  await waitFor(() => expect(shown.at(-1)?.data).toEqual([]));
  await Promise.all([database.reads.clear(), database.readParts.clear()]);
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(shown.at(-1)).toEqual({ data: [], error: undefined, isPending: false });
});

const unit = (id: number) => ({
  ...{ id, property_id: 1, property_name: 'Maple Court', unit_number: `${id}` },
  ...{ rent_amount: null, notes: null, tenants: null, tenant_info: [] },
});

test('a row that changed is written, read again and drawn once', async () => {
  const { database, useCachedQuery } = modules;
  const { contractHash } = await import('../../../src/offline/engine/contractHash.ts');
  const transactions = await noteTransactions(database);
  await database.device.put({ key: 'user', value: { id: ROBIN } });
  await storeRead(database, {
    userId: ROBIN,
    key: 'listUnits',
    answer: [unit(1), unit(2)],
    asOf: new Date(0),
    cursor: 'first',
    contract: contractHash(),
  });
  const answers: object[] = [
    { cursor: 'first', lists: {} },
    {
      cursor: 'second',
      lists: { listUnits: { changed: [{ after: 1, row: { ...unit(2), notes: 'New' } }], left: [] } },
    },
  ];
  const { wrapper } = surroundings(() => Promise.resolve(answers.shift() as never));
  let drawn = 0;
  const { result } = renderHook(
    () => {
      drawn += 1;
      return useCachedQuery('listUnits', {});
    },
    { wrapper },
  );
  const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  await waitFor(() => expect(result.current.data).toHaveLength(2));
  await settle();
  expect(answers).toHaveLength(1);

  drawn = 0;
  transactions.length = 0;
  await act(() => result.current.refresh());
  await waitFor(() => expect(result.current.data?.[1]).toEqual({ ...unit(2), notes: 'New' }));
  await settle();
  expect(drawn).toBe(1);
  expect(transactions).toEqual(['readonly', 'readwrite', 'readonly']);
});
