import { act, render, renderHook, waitFor } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { beforeEach, expect, vi } from 'vitest';
import { test } from '../../support/screens/world.ts';

let modules: Awaited<ReturnType<typeof loadModules>>;
beforeEach(async () => {
  // The modules that are loaded may have a closed database.
  vi.resetModules();
  modules = await loadModules();
});

/** On a database that no app of another test writes to. */
async function loadModules() {
  const { DeviceDatabase } = await import('../../../src/offline/engine/database.ts');
  const hooks = await import('../../../src/offline/hooks/useSharedLiveQuery.ts');
  return { database: new DeviceDatabase(`live-${crypto.randomUUID()}`), ...hooks };
}

async function put(value: number): Promise<void> {
  await modules.database.device.put({ key: 'changes', value });
  // Dexie tells of what was written in a task of its own.
  await new Promise((resolve) => setTimeout(resolve, 10));
}

function countReads() {
  const query = vi.fn(
    async () => (await modules.database.device.get('changes'))?.value as number | undefined,
  );
  const show = () => renderHook(() => modules.useSharedLiveQuery('changes', query));
  return { query, show };
}

test('a live query that two components show runs once for both, again after a change, and for neither once they are gone', async () => {
  await put(1);
  const { query, show } = countReads();
  const first = show();
  const second = show();
  await waitFor(() => expect([first.result.current, second.result.current]).toEqual([1, 1]));
  expect(query).toHaveBeenCalledOnce();

  await act(() => put(2));
  await waitFor(() => expect([first.result.current, second.result.current]).toEqual([2, 2]));
  expect(query).toHaveBeenCalledTimes(2);

  first.unmount();
  await act(() => put(3));
  await waitFor(() => expect(second.result.current).toBe(3));
  expect(query).toHaveBeenCalledTimes(3);

  second.unmount();
  await put(4);
  const third = show();
  expect(third.result.current).toBeUndefined();
  await waitFor(() => expect(third.result.current).toBe(4));
  expect(query).toHaveBeenCalledTimes(4);
});

test('a component that joins a live query shows its last result at once', async () => {
  await put(1);
  const { query, show } = countReads();
  const first = show();
  await waitFor(() => expect(first.result.current).toBe(1));
  const drawn: unknown[] = [];
  renderHook(() => drawn.push(modules.useSharedLiveQuery('changes', query)));
  expect(drawn).toEqual([1]);
  expect(query).toHaveBeenCalledOnce();
});

test('a live query that fails does so in every component that shows it, and is read again by the next', async () => {
  // React prints what a component throws.
  vi.spyOn(console, 'error').mockReturnValue();
  const query = vi.fn(() => Promise.reject(new Error('It cannot be read.')));
  function Shown() {
    return <>{modules.useSharedLiveQuery('failing', query)}</>;
  }
  const show = () => render(<Boundary children={<Shown />} />);
  const first = show();
  const second = show();
  await waitFor(() => expect(first.container).toHaveTextContent('It cannot be read.'));
  await waitFor(() => expect(second.container).toHaveTextContent('It cannot be read.'));
  expect(query).toHaveBeenCalledOnce();

  const third = show();
  await waitFor(() => expect(third.container).toHaveTextContent('It cannot be read.'));
  expect(query).toHaveBeenCalledTimes(2);
});

class Boundary extends Component<{ children: ReactNode }, { failure?: Error }> {
  override state: { failure?: Error } = {};

  static getDerivedStateFromError(failure: Error) {
    return { failure };
  }

  override render() {
    return this.state.failure?.message ?? this.props.children;
  }
}

test('who waits for what is read ahead has it, although a component shows it before it is there', async () => {
  await put(1);
  const { query, show } = countReads();
  const ahead = modules.runAhead('changes', query);
  const another = modules.runAhead('changes', query);
  const shown = show();
  await Promise.all([ahead, another]);
  await waitFor(() => expect(shown.result.current).toBe(1));
  expect(query).toHaveBeenCalledOnce();
  // It ends with the component.
  shown.unmount();
  await put(2);
  expect(query).toHaveBeenCalledOnce();
});

test('what was read before the first screen is drawn with it at once, and what was written since follows', async () => {
  await put(2);
  const { query } = countReads();
  modules.showAhead('changes', 1);
  const drawn: unknown[] = [];
  const shown = renderHook(() => drawn.push(modules.useSharedLiveQuery('changes', query)));
  expect(drawn).toEqual([1]);
  await waitFor(() => expect(drawn.at(-1)).toBe(2));
  await act(() => put(3));
  await waitFor(() => expect(drawn.at(-1)).toBe(3));
  shown.unmount();
});

test('what was read before the first screen, and has not changed since, is drawn once', async () => {
  const answer = { rows: [{ id: 1 }] };
  const query = vi.fn(() => Promise.resolve({ rows: [{ id: 1 }] }));
  modules.showAhead('rows', answer);
  const drawn: unknown[] = [];
  renderHook(() => drawn.push(modules.useSharedLiveQuery('rows', query)));
  await waitFor(() => expect(query).toHaveBeenCalledOnce());
  await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  expect(drawn).toEqual([answer]);
});
