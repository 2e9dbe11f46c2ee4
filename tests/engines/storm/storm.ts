import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FaultProxy } from '../../support/browser/faultProxy.ts';
import { Product } from '../../support/browser/product.ts';
import type { RunResult } from '../../faults/invariants.ts';
import type { RunSchedule } from '../../faults/runSeed.ts';
import { tinyPhoto } from '../../faults/tinyPhoto.ts';
import type { Tab } from '../driver/tab.ts';
import { WebKitDevice } from '../driver/webkitDevice.ts';
import { eventually, World } from '../scenarios/world.ts';
import type { StormStep } from './stormSchedule.ts';

const NEW = '/maintenance?new=1';
const PREFIX = 'Storm ';
/** What the schedules leave for, with what it shows. */
const PAGES = { '/maintenance': 'View / Edit', '/announcements': 'Posted by', '/ledger': 'Rent for' };

/** Names the report; `photo` is the digest of its photo. */
interface WrittenReport {
  text: string;
  photo: string | undefined;
}

/** The built product and WebKit with a network between them, for any number of schedules. */
export async function openStorm(): Promise<{
  runSchedule: RunSchedule<StormStep[]>;
  close: () => Promise<void>;
}> {
  const product = await Product.start();
  const proxy = await FaultProxy.inFrontOf(product);
  const device = await WebKitDevice.create();
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-storm-'));
  const world = new World(product, proxy, device);
  await world.prepare('resident');
  await world.visit(PAGES);
  await world.kill();
  return {
    async runSchedule(steps, tag) {
      proxy.reset();
      const storm = new Storm(world, device, folder, tag);
      try {
        for (const step of steps) await storm.step(step);
        return await storm.end();
      } finally {
        proxy.closeConnections();
        await world.kill();
      }
    },
    async close() {
      await device.destroy();
      await rm(folder, { recursive: true });
      await proxy.close();
      await product.close();
    },
  };
}

class Storm {
  private readonly world: World;
  private readonly device: WebKitDevice;
  private readonly folder: string;
  private readonly tag: string;
  private readonly reports: WrittenReport[] = [];

  constructor(world: World, device: WebKitDevice, folder: string, tag: string) {
    this.world = world;
    this.device = device;
    this.folder = folder;
    this.tag = tag;
  }

  async step(step: StormStep): Promise<void> {
    await pause(step.after);
    switch (step.type) {
      case 'report':
        return this.report(step.photo, step.killed);
      case 'leave': {
        // Without waiting, so that the page is left in the middle of its work.
        const tab = await this.world.current(NEW);
        await tab.evaluate((to) => void (location.href = to), step.path);
        return this.look(tab, step.look);
      }
      case 'back': {
        const tab = await this.world.current('/maintenance');
        await tab.evaluate(() => void (history.length > 2 && history.back()));
        return this.look(tab, step.look);
      }
      case 'freeze':
        return this.device.freeze(step.milliseconds);
      case 'hide':
        await this.world.current('/maintenance');
        return this.device.hide(step.milliseconds);
      case 'kill':
        return this.world.kill();
      case 'network':
        // What a silent network holds stays without an answer.
        if (this.world.proxy.mode === 'silent') this.world.proxy.closeConnections();
        this.world.proxy.mode = step.is;
        return;
    }
  }

  /** Sends what is left, and compares the server with what was written. */
  async end(): Promise<RunResult> {
    const { proxy, product } = this.world;
    proxy.closeConnections();
    proxy.mode = 'open';
    await this.openForm();
    const tab = await this.world.open('/outbox');
    await tab.see('Everything is sent.');
    const requests = await eventually(
      () => product.requests(),
      () => true,
    );
    const result: RunResult = {
      submitted: this.reports.length,
      made: 0,
      waiting: 0,
      lost: [],
      repeated: [],
      wrong: [],
    };
    for (const { text, photo } of this.reports) {
      const [one, ...others] = requests.filter(({ information }) => information === text);
      if (others.length > 0) result.repeated.push(`${text} was made ${others.length + 1} times`);
      else if (one?.photos[0]?.sha256 !== photo) result.lost.push(`the photo of ${text}`);
      if (one) result.made += 1;
      else result.lost.push(text);
      // A long list would slow down the next schedules.
      if (one) await product.call('manager', 'DELETE', `/maintenance/${one.id}`);
    }
    return result;
  }

  private async look(tab: Tab, patiently: boolean): Promise<void> {
    if (!patiently) return;
    await tab.until(() => {
      const shown = document.querySelector('main, dialog[open]')?.textContent ?? '';
      return shown !== '' && !shown.includes('Loading');
    });
  }

  private async report(photo: boolean, killed: boolean): Promise<void> {
    const text = `${PREFIX}${this.tag}.${this.reports.length + 1}`;
    const tab = await this.openForm();
    await tab.fill('Issue', text);
    let digest: string | undefined;
    if (photo) {
      const bytes = await tinyPhoto();
      digest = createHash('sha256').update(bytes).digest('hex');
      const file = path.join(this.folder, `${this.tag}.${this.reports.length}.jpg`);
      await writeFile(file, bytes);
      await tab.upload([file]);
      await tab.see({ role: 'img', name: 'Photo 1 of 1', within: { role: 'dialog' } });
    }
    // What is typed is on the phone before a thumb gets from the last key to the button.
    await pause(200);
    this.reports.push({ text, photo: digest });
    await tab.click({ role: 'button', name: 'Submit Request' });
    if (killed) return this.world.kill();
    await tab.seeNo({ role: 'dialog' });
  }

  /** Opens an empty form; what a kill left in it is submitted first, as it is there. */
  private async openForm(): Promise<Tab> {
    const tab = await this.world.open(NEW);
    await tab.see({ css: 'textarea, a[href="/login"]' });
    if ((await tab.count({ label: 'Issue' })) === 0) {
      throw new Error('The device is not signed in any more.');
    }
    if (!(await tab.valueOf('Issue')).startsWith(PREFIX)) return tab;
    await tab.click({ role: 'button', name: 'Submit Request' });
    await tab.seeNo({ role: 'dialog' });
    return this.openForm();
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
