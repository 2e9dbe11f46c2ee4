import { expect, test, vi } from 'vitest';
import { fetchSideBySide } from '../../sw/fetchSideBySide.ts';

const files = Array.from({ length: 20 }, (_, at) => ({ url: `assets/part-${at}.js`, revision: null }));

test('an installation fetches its files six at a time, and goes on where one does not come', async () => {
  const asked: string[] = [];
  let open = 0;
  let most = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    most = Math.max(most, (open += 1));
    await new Promise((resolve) => setTimeout(resolve));
    open -= 1;
    if (url === 'assets/part-3.js') throw new TypeError('Failed to fetch');
    return new Response('');
  });
  await fetchSideBySide([...files, { url: 'index.html', revision: 'changes with each version' }]);
  expect(most).toBe(6);
  // Workbox asks for the page itself, past the browser's HTTP cache.
  expect(asked).toEqual(files.map(({ url }) => url));
});
