import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import type { PageTarget, PageText } from './pageQueries.ts';

/** In milliseconds, for anything that a page shows. */
const PATIENCE = 60_000;

type Patterns<T> = { [Key in keyof T]: T[Key] extends PageText | undefined ? string | RegExp : T[Key] };

/** What to look for, as `PageTarget`, with patterns as regular expressions. */
export interface Target extends Patterns<Omit<PageTarget, 'within'>> {
  within?: Patterns<NonNullable<PageTarget['within']>>;
}

/** What each engine's driver does with an element. */
export interface EngineElement {
  click(): Promise<void>;
  type(text: string): Promise<void>;
  upload(files: string[]): Promise<void>;
}

/** What each engine's driver does with a tab. */
export interface EngineTab {
  goto(address: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
  /** Evaluates an expression in the page; what it promises is awaited, and its value is JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** The element that an expression evaluates to, if it is one. */
  element(expression: string): Promise<EngineElement | undefined>;
}

/** A tab as a person uses it: everything is found by its role and name, its label or its text. */
export class Tab {
  private readonly engine: EngineTab;

  constructor(engine: EngineTab) {
    this.engine = engine;
  }

  async goto(address: string): Promise<void> {
    await this.engine.goto(address);
  }

  async reload(): Promise<void> {
    await this.engine.reload();
  }

  async back(): Promise<void> {
    await this.engine.back();
  }

  async close(): Promise<void> {
    await this.engine.close();
  }

  /** Runs a function in the page, with arguments that are JSON. */
  async evaluate<A extends unknown[], T>(work: (...args: A) => T, ...args: A): Promise<Awaited<T>> {
    const given = args.map((each) => JSON.stringify(each)).join();
    return (await this.engine.evaluate(`(${String(work)})(${given})`)) as Awaited<T>;
  }

  /** Waits until a function in the page returns true. */
  async until<A extends unknown[]>(isTrue: (...args: A) => boolean, ...args: A): Promise<void> {
    await this.waitFor(String(isTrue), () => this.evaluate(isTrue, ...args));
  }

  async see(what: string | RegExp | Target): Promise<void> {
    await this.waitFor(describe(what), async () => (await this.count(what)) > 0);
  }

  async seeNo(what: string | RegExp | Target): Promise<void> {
    await this.waitFor(`no ${describe(what)}`, async () => (await this.count(what)) === 0);
  }

  async count(what: string | RegExp | Target): Promise<number> {
    return Number(await this.query(`find(${targetOf(what)}).length`));
  }

  /** Presses an element. Where the page moves under it so that the press meets something else, it is pressed again. */
  async click(what: Target): Promise<void> {
    const until = performance.now() + PATIENCE;
    do {
      const element = await this.pressable(what);
      await element.click();
      if (!(await this.missed())) return;
    } while (performance.now() < until);
    throw new Error(`Each press of ${describe(what)} met something else.`);
  }

  /** Whether the last press surely did not meet the element that was found for it. */
  private async missed(): Promise<boolean> {
    try {
      return (await this.engine.evaluate('globalThis.pageQueries?.missed() === true')) === true;
    } catch {
      // The press led to another document.
      return false;
    }
  }

  /** Replaces the text of a field, key by key. */
  async fill(label: string | RegExp, text: string, within?: Target['within']): Promise<void> {
    const target = { label, ...(within ? { within } : {}) };
    const field = await this.pressable(target);
    await this.query(`find(${targetOf(target)})[0].select()`);
    await field.type(text);
  }

  async valueOf(label: string | RegExp): Promise<string> {
    return String(await this.query(`find(${targetOf({ label })})[0]?.value`));
  }

  /** Chooses files of this machine in the file field of this label, or in the last one of the page. */
  async upload(files: string[], label?: string | RegExp): Promise<void> {
    const inputs = targetOf(label === undefined ? { css: 'input[type=file]' } : { label });
    const element = await this.waitForElement('a file field', `find(${inputs}).at(-1)`);
    await element.upload(files);
  }

  async text(): Promise<string> {
    return String(await this.engine.evaluate('document.body.innerText'));
  }

  private async pressable(what: Target): Promise<EngineElement> {
    return this.waitForElement(describe(what), `findPressable(${targetOf(what)})`);
  }

  private async waitForElement(name: string, expression: string): Promise<EngineElement> {
    let element: EngineElement | undefined;
    await this.waitFor(name, async () => {
      await this.installQueries();
      element = await this.engine.element(`pageQueries.${expression}`);
      return element !== undefined;
    });
    return element!;
  }

  private async query(expression: string): Promise<unknown> {
    await this.installQueries();
    return this.engine.evaluate(`pageQueries.${expression}`);
  }

  /** Each document needs its own. */
  private async installQueries(): Promise<void> {
    if (await this.engine.evaluate('typeof pageQueries === "object"')) return;
    await this.engine.evaluate(`(() => { ${await pageQueries()}; globalThis.pageQueries = pageQueries })()`);
  }

  /** Asks until it is true. A page that is just being replaced cannot answer, and is asked again. */
  private async waitFor(name: string, isTrue: () => Promise<boolean>): Promise<void> {
    const until = performance.now() + PATIENCE;
    let failure: unknown;
    while (performance.now() < until) {
      try {
        if (await isTrue()) return;
        failure = undefined;
      } catch (error) {
        failure = error;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const shows = await this.text().catch((error: unknown) => String(error));
    throw new Error(`After ${PATIENCE} ms there is not: ${name}. The page shows:\n${shows}`, {
      cause: failure,
    });
  }
}

let bundled: Promise<string> | undefined;

function pageQueries(): Promise<string> {
  bundled ??= build({
    entryPoints: [fileURLToPath(new URL('pageQueries.ts', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    globalName: 'pageQueries',
    platform: 'browser',
    define: { 'process.env': '{}' },
  }).then(({ outputFiles }) => outputFiles[0]!.text);
  return bundled;
}

function targetOf(what: string | RegExp | Target): string {
  const target = typeof what === 'string' || what instanceof RegExp ? { text: what } : what;
  return JSON.stringify(target, (_key, value: unknown) =>
    value instanceof RegExp ? ({ source: value.source, flags: value.flags } satisfies PageText) : value,
  );
}

function describe(what: string | RegExp | Target): string {
  return typeof what === 'string' || what instanceof RegExp ? `"${String(what)}"` : targetOf(what);
}
