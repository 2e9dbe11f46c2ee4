import { expect } from 'vitest';
import { withPhotoFiles } from './photoFiles.ts';
import { eventually, SAVED, type World } from './world.ts';

const PATH = '/maintenance';
const NEW = `${PATH}?new=1`;

export async function mainJob(world: World): Promise<void> {
  const text = 'Water is coming up through the garage floor.';
  const { proxy } = world;
  await withPhotoFiles(2, async (files, digests) => {
    let tab = await world.open(PATH);
    await tab.see({ role: 'button', name: 'View / Edit' });

    proxy.mode = 'cut';
    await tab.click({ role: 'button', name: 'New Request' });
    await tab.fill('Issue', text);
    await tab.upload(files);
    await tab.see({ role: 'img', name: 'Photo 2 of 2', within: { role: 'dialog' } });
    await tab.click({ role: 'button', name: 'Submit Request' });
    await tab.see(SAVED);
    await world.kill();

    tab = await world.open(PATH);
    await tab.see({ text: 'Unsent', within: { role: 'article', text } });
    expect(await world.requestsWith(text)).toHaveLength(0);
    await world.reconnect();
    await world.arrivesOnce(text);
    expect(await world.photosOf(text, digests.length)).toEqual(digests);
    await tab.seeNo({ text: 'Unsent', within: { role: 'article', text } });
    tab = await world.open('/outbox');
    await tab.see('Everything is sent.');
    expect(proxy.count('POST /api/maintenance')).toBe(1);
    expect(await world.requestsWith(text)).toHaveLength(1);
  });
}

export async function photosAfterKills(world: World): Promise<void> {
  const text = 'The ceiling of the laundry room comes down.';
  const { proxy } = world;
  const parts = () => proxy.passed.filter((call) => /^POST .*\/parts$/.test(call)).length;
  await withPhotoFiles(4, async (files, digests) => {
    const tab = await world.open(NEW);
    await tab.upload(files);
    await tab.see({ role: 'img', name: 'Photo 4 of 4', within: { role: 'dialog' } });
    await tab.fill('Issue', text);
    proxy.latency = 300;
    await tab.click({ role: 'button', name: 'Submit Request' });
    for (let kill = 0; kill < 3; kill += 1) {
      const before = parts();
      await eventually(
        () => Promise.resolve(parts()),
        (sent) => sent > before,
      );
      await world.kill();
      await world.open(PATH);
    }
    proxy.latency = 0;
    expect(await world.photosOf(text, digests.length)).toEqual(digests);
    expect(await world.requestsWith(text)).toHaveLength(1);
  });
}

export async function loads(world: World): Promise<void> {
  const pages = {
    '/maintenance': 'View / Edit',
    '/announcements': 'Posted by',
    '/ledger': 'Rent for',
    '/dashboard/resident': 'View All Requests',
  };
  // The device has each page before it is asked for without a network.
  await world.visit(pages);
  for (let round = 0; round < 5; round += 1) {
    for (const [index, [path, shows]] of Object.entries(pages).entries()) {
      // The page before was left while it saved what the server answered. Without a network this one has nothing but what
      // the device answers.
      const alone = (round + index) % 2 === 1;
      world.proxy.mode = alone ? 'cut' : 'open';
      const tab = await world.open(path);
      await tab.until((text) => document.body.innerText.includes(text), shows);
      if (alone) await tab.until(() => !document.body.innerText.includes('Loading'));
    }
  }
}

export async function drafts(world: World): Promise<void> {
  const text = 'The stairwell smells of gas.';
  await withPhotoFiles(1, async (files, digests) => {
    let tab = await world.open(NEW);
    await tab.upload(files);
    await tab.see({ role: 'img', name: 'Photo 1 of 1', within: { role: 'dialog' } });
    await tab.fill('Issue', text);
    // A second, since storing takes longer beside other browsers; tests/browser/readings.test.ts kills at the last key.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await world.kill();

    tab = await world.open(NEW);
    await tab.see('We kept what you wrote.');
    expect(await tab.valueOf('Issue')).toBe(text);
    await tab.see({ role: 'img', name: 'Photo 1 of 1', within: { role: 'dialog' } });
    await tab.click({ role: 'button', name: 'Submit Request' });
    await world.arrivesOnce(text);
    expect(await world.photosOf(text, digests.length)).toEqual(digests);
  });
}
