import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { chromiumPath, FLAGS } from '../../support/browser/phone.ts';

interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

/**
 * A page of a browser over https://chromedevtools.github.io/devtools-protocol/ with nothing switched on but what is asked for. Playwright
 * switches on the Runtime domain, for which V8 reads a whole script again as the first stack of it is captured: time that nobody's phone takes.
 */
export class DevtoolsPipe {
  private readonly asked = new Map<number, (message: Message) => void>();
  private readonly listeners = new Map<string, (params: never) => void>();
  private unread = '';
  private session: string | undefined;

  private constructor(private readonly browser: ChildProcess) {
    const answers = browser.stdio[4] as Readable;
    answers.setEncoding('utf8').on('data', (text: string) => this.take(text));
  }

  /** Starts Chromium with a profile, and speaks with its page. */
  static async start(profile: string): Promise<DevtoolsPipe> {
    const flags = [...FLAGS, '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'];
    // What is sent and what comes, each message ended by a zero byte.
    const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] as const;
    const pipe = new DevtoolsPipe(spawn(chromiumPath(), flags, { stdio: [...stdio] }));
    const { targetInfos } = await pipe.send<{ targetInfos: { type: string; targetId: string }[] }>(
      'Target.getTargets',
    );
    const targetId = targetInfos.find(({ type }) => type === 'page')?.targetId;
    const attached = await pipe.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    pipe.session = attached.sessionId;
    return pipe;
  }

  on(method: string, listener: (params: never) => void): void {
    this.listeners.set(method, listener);
  }

  async send<Answer>(method: string, params: object = {}): Promise<Answer> {
    const id = this.asked.size + 1;
    const answered = new Promise<Message>((resolve) => this.asked.set(id, resolve));
    const questions = this.browser.stdio[3] as Writable;
    questions.write(`${JSON.stringify({ id, method, params, sessionId: this.session })}\0`);
    const { result, error } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as Answer;
  }

  /** What an expression is in the page. */
  async evaluate(expression: string): Promise<number | undefined> {
    const { result } = await this.send<{ result: { value?: number } }>('Runtime.evaluate', { expression });
    return result.value;
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.browser.once('exit', resolve));
    this.browser.kill();
    await gone;
  }

  private take(text: string): void {
    const messages = (this.unread + text).split('\0');
    this.unread = messages.pop() ?? '';
    for (const each of messages) {
      const message = JSON.parse(each) as Message;
      if (message.id === undefined) this.listeners.get(message.method ?? '')?.(message.params as never);
      else this.asked.get(message.id)?.(message);
    }
  }
}
