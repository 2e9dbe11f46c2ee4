// `npm run build`, then `npx tsx tests/bench/jobs.ts`: plays the jobs of a manager's desk, and counts what each takes.
import type { Locator, Page } from 'playwright';
import { readArguments } from '../../scripts/arguments.mjs';
import { personAs } from '../support/browser/people.ts';
import { DESK, installed, PHONE } from '../support/browser/phone.ts';
import { Product } from '../support/browser/product.ts';
import { onNewPhone, say } from './figure.ts';

/** Hands at a device: each tap, each shortcut, and each text with the key that ends it is one action. */
class Hands {
  actions = 0;
  /** How many screens were opened since the first one; dialogs are of their screen. */
  screens = 0;
  /** Of how many the job was, where it is of many. */
  many = '';
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    let path = new URL(page.url()).pathname;
    page.on('framenavigated', (frame) => {
      const next = new URL(frame.url()).pathname;
      if (frame !== page.mainFrame() || next === path) return;
      path = next;
      this.screens += 1;
    });
  }

  async tap(on: Locator): Promise<void> {
    this.actions += 1;
    await on.filter({ visible: true }).first().click();
  }

  async press(shortcut: string): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.press(shortcut);
  }

  /** Types where the focus is. */
  async type(text: string, end?: 'Enter'): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.type(text);
    if (end) await this.page.keyboard.press(end);
  }
}

interface Job {
  name: string;
  aim: { screens?: number; actions?: number };
  /** Where it begins; the dashboard by default. */
  at?: string;
  /** Ends when what was wanted is on the screen. */
  play: (hands: Hands, desk: boolean) => Promise<void>;
}

const button = ({ page }: Hands, name: string | RegExp) => page.getByRole('button', { name });
const dialogOf = ({ page }: Hands, name: string) => page.getByRole('dialog', { name });

async function openFind(hands: Hands, desk: boolean): Promise<void> {
  if (desk) await hands.press('Control+k');
  else await hands.tap(hands.page.getByRole('button', { name: 'Find', exact: true }));
  await hands.page.getByRole('combobox', { name: 'Find' }).waitFor();
}

const JOBS: Job[] = [
  {
    name: 'Who owes, and since when',
    aim: { screens: 1 },
    play: async (hands) => {
      await hands.tap(hands.page.getByRole('link', { name: 'Payments', exact: true }));
      await hands.page.getByText(/ outstanding from \d+ tenants\.$/).waitFor();
      await hands.page
        .getByText(/ days late$/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'Phone number of 2B',
    aim: { actions: 2 },
    play: async (hands, desk) => {
      await openFind(hands, desk);
      await hands.type('2b');
      await hands.page.getByRole('option', { name: /^Jamie Okafor.*518-555-0110/ }).waitFor();
    },
  },
  {
    name: 'Old request by its words',
    aim: { actions: 2 },
    play: async (hands, desk) => {
      await openFind(hands, desk);
      await hands.type('radiator cold', 'Enter');
      await dialogOf(hands, 'Maintenance Request')
        .getByText(/^Radiator in the living room/)
        .waitFor();
    },
  },
  {
    name: 'Confirm a claim from its notification',
    aim: { actions: 2 },
    at: '/notifications',
    play: async (hands) => {
      await hands.tap(hands.page.getByRole('link', { name: / says they live in unit 4B/ }));
      await hands.tap(button(hands, /^Confirm the unit of Cleo/));
      await hands.page.getByText('Cleo Marsh lives in Linden House, 4B.').waitFor();
    },
  },
  {
    name: 'Remind all who are more than 5 days late',
    aim: { actions: 3 },
    play: async (hands) => {
      await hands.tap(button(hands, 'Remind all over 5 days late'));
      await hands.page.getByText(/^Dear /).waitFor();
      await hands.tap(button(hands, 'Send Reminder'));
      await hands.page.getByText(/people were reminded\.$/).waitFor();
    },
  },
  { name: 'The readings of all homes', aim: { screens: 1 }, play: readMeters },
];

/** Each meter's last usage typed again with the keyboard's Next key, one that has none passed by it, and the bills posted. */
async function readMeters(hands: Hands): Promise<void> {
  const { page } = hands;
  await hands.tap(page.getByRole('link', { name: 'Utilities' }));
  const rows = page.getByRole('group', { name: /^Unit / });
  await page.getByText(/Last [\d,.]+/).first().waitFor(); // prettier-ignore
  const homes = await rows.all();
  hands.many = `, ${homes.length} homes`;
  await hands.tap(rows.first().getByLabel(/^Water/));
  for (const home of homes) {
    const last = [...(await home.innerText()).matchAll(/Last ([\d,.]+)/g)].map(([, usage = '']) => usage);
    // Nothing is known of a home whose first tenant has just come.
    for (const usage of last.length > 0 ? last : ['', '', '']) {
      await hands.type(usage === '0' ? '' : usage.replaceAll(',', ''), 'Enter');
    }
  }
  await hands.tap(button(hands, 'Review & Post Bills'));
  await hands.tap(button(hands, /^Post \d+ Bills$/));
  await page.getByText(/^Successfully created \d+ utility bill/).waitFor();
}

/** Signs a manager in on a device, with a newcomer who claims a home, and plays every job; the next begins where this one ended. */
async function playAll(size: typeof PHONE): Promise<void> {
  const product = await Product.start();
  await onNewPhone(async (phone) => {
    await phone.open();
    const { page, proxy } = await personAs('manager', { phone, product, size });
    await installed(page);
    await register(product);
    for (const { name, aim, at = '/admin/dashboard', play } of JOBS) {
      await page.goto(proxy.address + at);
      await page
        .getByRole('heading', { name: at === '/notifications' ? 'Notifications' : 'Today' })
        .waitFor();
      const hands = new Hands(page);
      await play(hands, size === DESK);
      const { screens, actions, many } = hands;
      const missed = screens > (aim.screens ?? screens) || actions > (aim.actions ?? actions);
      if (missed) process.exitCode = 1;
      say(`| ${[name + many, aimText(aim), screens, actions].join(' | ')} |${missed ? ' missed' : ''}`);
    }
    await proxy.close();
  });
  await product.close();
}

function aimText({ screens, actions }: Job['aim']): string {
  if (screens !== undefined) return screens === 1 ? '1 screen' : `${screens} screens`;
  return `${String(actions)} actions`;
}

async function register(product: Product): Promise<void> {
  const newcomer = {
    firstName: 'Cleo',
    lastName: 'Marsh',
    username: 'cleo.marsh',
    email: 'cleo@example.com',
  };
  const answer = await fetch(`${product.address}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...newcomer, password: 'the porch at 4B', unit: '4B' }),
  });
  if (!answer.ok) throw new Error(`Nobody could register: ${await answer.text()}`);
}

readArguments('npx tsx tests/bench/jobs.ts\n  Counts what the jobs of a manager’s desk take.', {});
for (const [where, size] of [
  ['On a phone', PHONE],
  ['At a desk', DESK],
] as const) {
  say(`${where}\n\n| Job | Aim | Screens | Actions |\n| --- | --- | --- | --- |`);
  await playAll(size);
  say('');
}
