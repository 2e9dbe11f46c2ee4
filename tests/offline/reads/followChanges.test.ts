import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';
import { followChanges, openStaleChannel } from '../../../src/offline/engine/reads/followChanges.ts';
import { Unreachable } from '../../../src/api/call.ts';
import { test } from '../../support/offline/world.ts';
import { restoreTimers } from '../../support/restoreTimers.ts';

const USER = 2;

/** A server whose open streams a test writes to and cuts. */
function streamingServer() {
  const streams: { away: number; write: (text: string) => void; cut: () => void; isOpen: () => boolean }[] =
    [];
  let up = true;
  const open = (away: number, signal: AbortSignal) => {
    if (!up) return Promise.reject(new Unreachable());
    let isOpen = true;
    return Promise.resolve(
      new ReadableStream<Uint8Array>({
        start(controller) {
          const cut = () => {
            if (isOpen) controller.error(new TypeError('network error'));
            isOpen = false;
          };
          signal.addEventListener('abort', cut);
          const write = (text: string) => controller.enqueue(new TextEncoder().encode(text));
          streams.push({ away, write, cut, isOpen: () => isOpen });
          write(':\n\n');
        },
        cancel: () => void (isOpen = false),
      }),
    );
  };
  const stale = (...reads: string[]) => `event: stale\ndata: ${JSON.stringify(reads)}\n\n`;
  return { streams, open, stale, setUp: (value: boolean) => void (up = value) };
}

/** A tab, as the page makes it of the two modules. */
function tab(open: ReturnType<typeof streamingServer>['open']) {
  const told: string[][] = [];
  const leaving = new AbortController();
  const channel = openStaleChannel(USER, (reads) => told.push(reads));
  const onStale = (reads: string[]) => {
    channel.notify(reads);
    told.push(reads);
  };
  const ended = followChanges({ userId: USER, open, onStale, signal: leaving.signal });
  const close = async () => {
    leaving.abort();
    channel.close();
    await ended;
  };
  onTestFinished(close);
  return { told, close };
}

test('two tabs share one connection, and both are told', async () => {
  const server = streamingServer();
  const [first, second] = [tab(server.open), tab(server.open)];
  await vi.waitFor(() => expect(server.streams).toHaveLength(1), 30_000);
  server.streams[0]?.write(server.stale('listMaintenance'));
  await vi.waitFor(
    () => expect([first.told, second.told]).toEqual([[['listMaintenance']], [['listMaintenance']]]),
    30_000,
  );
  await pause(100);
  expect(server.streams).toHaveLength(1);
});

test('when the connected tab is closed or hidden, another one connects', async () => {
  const server = streamingServer();
  const first = tab(server.open);
  await vi.waitFor(() => expect(server.streams).toHaveLength(1), 30_000);
  const second = tab(server.open);
  await first.close();
  await vi.waitFor(() => expect(server.streams).toHaveLength(2), 30_000);
  expect(server.streams.map(({ isOpen }) => isOpen())).toEqual([false, true]);
  server.streams[1]?.write(server.stale('listUnits'));
  await vi.waitFor(() => expect(second.told).toEqual([['listUnits']]), 30_000);
});

test('a tab that waits and is hidden leaves the queue', async () => {
  const server = streamingServer();
  const first = tab(server.open);
  await vi.waitFor(() => expect(server.streams).toHaveLength(1), 30_000);
  const second = tab(server.open);
  await second.close();
  await first.close();
  await pause(50);
  expect(server.streams).toHaveLength(1);
});

test('the first stream asks for what changed since the page read its first screen', async () => {
  const server = streamingServer();
  const since = performance.now() - 7_000;
  const following = new AbortController();
  onTestFinished(() => following.abort());
  void followChanges({
    userId: 2,
    open: server.open,
    onStale: () => undefined,
    signal: following.signal,
    since,
  });
  await vi.waitFor(() => expect(server.streams[0]?.away).toBeGreaterThanOrEqual(8), 30_000);
});

test('a stream that is cut is opened again later and later, and says for how long nothing was known', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => restoreTimers());
  const server = streamingServer();
  tab(server.open);
  const settle = () => vi.advanceTimersByTimeAsync(0);
  await vi.waitFor(() => expect(server.streams).toHaveLength(1), 30_000);
  await settle();
  expect(server.streams[0]?.away).toBe(1);
  server.setUp(false);
  server.streams[0]?.cut();
  await settle();
  await vi.advanceTimersByTimeAsync(100_000);
  server.setUp(true);
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(() => expect(server.streams).toHaveLength(2), 30_000);
  expect(server.streams[1]?.away).toBeGreaterThanOrEqual(100);
  expect(server.streams[1]?.away).toBeLessThanOrEqual(161);
});

test('a stream that falls silent is opened again, and heartbeats alone tell nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => restoreTimers());
  const server = streamingServer();
  const { told } = tab(server.open);
  await vi.waitFor(() => expect(server.streams).toHaveLength(1), 30_000);
  for (let beat = 0; beat < 10; beat += 1) {
    server.streams[0]?.write(':\n\n');
    await vi.advanceTimersByTimeAsync(25_000);
  }
  expect(server.streams).toHaveLength(1);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(65_000);
  await vi.waitFor(() => expect(server.streams).toHaveLength(2), 30_000);
});
