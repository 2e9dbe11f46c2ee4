import { createHash } from 'node:crypto';
import type { Page } from 'playwright';
import { type FaultProxy } from '../../support/browser/faultProxy.ts';
import { type PhoneBrowser, signIn } from '../../support/browser/phone.ts';
import { type photographs } from '../../support/photographs.ts';
import { type Product } from '../../support/browser/product.ts';
import type { BrowserStep } from './browserSchedule.ts';
import { readOutbox, type Unsent } from './browserOutbox.ts';
import type { RunResult } from '../invariants.ts';
import { waitUntil } from './waitUntil.ts';

/** A report as its author expects it; after a kill or a race several texts are accepted. */
interface WrittenReport {
  name: string;
  texts: string[];
  /** Digests. */
  photos: string[];
  cancelled: boolean;
  changes: number;
}

interface Environment {
  product: Product;
  proxy: FaultProxy;
  phone: PhoneBrowser;
  pictures: Awaited<ReturnType<typeof photographs>>;
}

export class BrowserScenario {
  private readonly environment: Environment;
  private readonly tag: string;
  private readonly reports: WrittenReport[] = [];
  private page: Page | undefined;

  constructor(environment: Environment, tag: string) {
    this.environment = environment;
    this.tag = tag;
  }

  async run(steps: BrowserStep[]): Promise<RunResult> {
    const { proxy, phone } = this.environment;
    proxy.mode = 'open';
    try {
      for (const step of steps) await this.step(step);
      proxy.closeConnections();
      proxy.mode = 'open';
      return await this.checkInvariants(await this.drainOutbox());
    } finally {
      // Also after one that failed: the next one starts a browser on the same profile.
      await phone.close();
    }
  }

  private async step(step: BrowserStep): Promise<void> {
    switch (step.type) {
      case 'report':
        return this.report(step.photos, false);
      case 'report, and the browser is killed at once':
        return this.report(1, true);
      case 'edit':
        return this.edit();
      case 'cancel':
        return this.cancel();
      case 'network':
        this.environment.proxy.mode = step.is;
        return;
      case 'kill':
        return this.kill(step.what);
      case 'open a second tab': {
        await this.tab();
        const second = await this.environment.phone.context.newPage();
        await second.goto(`${this.environment.proxy.address}/maintenance`);
        return;
      }
    }
  }

  /** The tab in front, of a browser that is started where it does not run. */
  private async tab(): Promise<Page> {
    if (!this.page || this.page.isClosed()) {
      const running = this.page !== undefined;
      this.page = running
        ? await this.environment.phone.context.newPage()
        : await this.environment.phone.open();
    }
    return this.page;
  }

  private async goTo(path: string): Promise<Page> {
    const page = await this.tab();
    await page.goto(this.environment.proxy.address + path);
    return page;
  }

  private async report(photos: number, killed: boolean): Promise<void> {
    const name = `Report ${this.tag}.${this.reports.length + 1}.`;
    const files = this.environment.pictures.slice(0, photos);
    const page = await this.openForm();
    await page.getByLabel('Issue').fill(name);
    if (photos > 0) await page.locator('input[type=file]').last().setInputFiles(files);
    if (photos > 0) {
      const last = { name: `Photo ${photos} of ${photos}` };
      await page.getByRole('dialog').getByRole('img', last).waitFor();
    }
    // What is typed is on the phone before a thumb gets from the last key to the button.
    await page.waitForTimeout(200);
    this.reports.push({
      ...{ name, texts: [name], cancelled: false, changes: 1 },
      photos: files.map(({ buffer }) => createHash('sha256').update(buffer).digest('hex')),
    });
    await page.getByRole('button', { name: 'Submit Request' }).click();
    if (killed) return this.kill('browser');
    await this.waitUntilStored(page, name);
  }

  /** Opens an empty form; what a kill left in it is submitted first, as it is there. */
  private async openForm(): Promise<Page> {
    const page = await this.goTo('/maintenance?new=1');
    const issue = page.getByLabel('Issue');
    await issue
      .or(page.getByRole('link', { name: 'Login' }))
      .first()
      .waitFor();
    if (!(await issue.isVisible())) {
      // A kill within half a minute of a sign-in may cost the cookie, and never what was written.
      await signIn(page, this.environment.proxy.address, 'resident');
      await this.goTo('/maintenance?new=1');
      await issue.waitFor();
    }
    const draft = await issue.inputValue();
    if (!draft.startsWith('Report ')) return page;
    await page.getByRole('button', { name: 'Submit Request' }).click();
    await this.waitUntilStored(page, draft);
    return this.openForm();
  }

  /** Waits until a text is in the outbox, or sent already, after which its form closes. */
  private async waitUntilStored(page: Page, stored: string): Promise<void> {
    await Promise.race([
      page.getByRole('dialog').waitFor({ state: 'detached' }),
      waitUntil(async () => (await readOutbox(page)).some(({ text }) => text === stored)),
    ]);
  }

  /** Changes the newest report, unsent or not. */
  private async edit(): Promise<void> {
    const report = this.reports.findLast(({ cancelled }) => !cancelled);
    const page = await this.tab();
    if (!report) return;
    const unsent = (await this.unsentOf(report)).at(-1);
    if (!unsent || unsent.refused) return;
    await this.goTo(`/maintenance?unsent=${unsent.id}&edit=1`);
    const text = `${report.name} Changed ${report.changes}.`;
    const issue = page.getByRole('dialog').getByLabel('Issue');
    // It may have been sent just now, and then this address leads nowhere.
    if (
      !(await issue.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      ))
    )
      return;
    await issue.fill(text);
    report.texts.push(text);
    await page.getByRole('button', { name: 'Save' }).click();
    await this.waitUntilStored(page, text);
    report.texts = [text];
    report.changes += 1;
  }

  private async cancel(): Promise<void> {
    const report = this.reports.findLast(({ cancelled }) => !cancelled);
    if (!report || (await this.unsentOf(report)).length === 0) return;
    const page = await this.goTo('/outbox');
    // What may be left by now is an edit alone, and to discard that takes nothing back.
    const discard = page
      .getByRole('article')
      .filter({ hasText: report.name })
      .filter({ hasText: 'New maintenance request' })
      .getByRole('button', { name: 'Discard' });
    if (
      !(await discard.click({ timeout: 5000 }).then(
        () => true,
        () => false,
      ))
    )
      return;
    const ids = async () => String((await readOutbox(page)).map(({ id }) => id));
    const before = await ids();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    // It stands there as waiting until it is taken back, and nobody leaves before.
    await waitUntil(async () => (await ids()) !== before);
    report.cancelled = true;
    report.changes += 1;
  }

  private async unsentOf({ name }: WrittenReport): Promise<Unsent[]> {
    const page = await this.goTo('/maintenance');
    return (await readOutbox(page)).filter(({ text }) => text.startsWith(name));
  }

  private async kill(what: 'worker' | 'tab' | 'browser'): Promise<void> {
    const { phone } = this.environment;
    const page = await this.tab();
    if (what === 'worker') await phone.stopWorker();
    if (what === 'tab') await page.close();
    if (what !== 'browser') return;
    await phone.kill();
    this.page = undefined;
  }

  /** Opens the app once more, waits until it has sent what it can, and returns what is left in the outbox. */
  private async drainOutbox(): Promise<Unsent[]> {
    const page = await this.openForm();
    await this.goTo('/outbox');
    await waitUntil(async () => (await readOutbox(page)).every(({ refused }) => refused));
    return readOutbox(page);
  }

  private async checkInvariants(left: Unsent[]): Promise<RunResult> {
    const requests = await this.environment.product.requests();
    const result: RunResult = { submitted: 0, made: 0, waiting: 0, lost: [], repeated: [], wrong: [] };
    for (const { name, texts, photos, cancelled, changes } of this.reports) {
      const there = requests.filter(({ information }) => information.startsWith(name));
      const waiting = left.filter(({ text }) => text.startsWith(name)).length;
      const [one] = there;
      result.submitted += changes;
      result.waiting += waiting;
      result.made += changes - waiting;
      if (there.length > 1) result.repeated.push(`${name} was made ${there.length} times`);
      if (waiting > 0 || there.length > 1) continue;
      const digests = one?.photos.map(({ sha256 }) => sha256);
      const right = cancelled
        ? !one
        : one && texts.includes(one.information) && String(digests) === String(photos);
      if (right) continue;
      result.made -= 1;
      result.lost.push(
        `${name} should be ${cancelled ? 'gone' : texts.join(' or ')}: ${JSON.stringify(one)}`,
      );
    }
    return result;
  }
}
