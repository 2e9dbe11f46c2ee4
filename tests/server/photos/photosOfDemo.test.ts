import { expect, test } from 'vitest';
import { demoPhotos } from '../../../server/demo/photoScenes.ts';
import { processPhoto } from '../../../server/photos/process.ts';

test('every photo of the demo is one that a person could have sent', async () => {
  const photos = demoPhotos();
  expect(new Set(photos.map((photo) => photo.name)).size).toBe(photos.length);
  for (const { name, render } of photos) {
    const { width, height } = await processPhoto(await render(), name);
    expect([width, height].sort()).toEqual([1200, 1600]);
  }
}, 30_000);

test('a photo of the demo is the same each time it is made', async () => {
  const [photo] = demoPhotos();
  const first = await photo?.render();
  expect(first?.length).toBeGreaterThan(50_000);
  expect(await photo?.render()).toEqual(first);
});
