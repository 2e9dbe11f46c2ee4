import type { FromFinder, ToFinder } from '../../../src/find/messages.ts';

/** jsdom has no workers: what finds runs in the page. It gets copies, and answers later, as a worker does. */
class WorkerInPage extends EventTarget {
  #ended = false;
  // Of the modules of the app that is open.
  readonly #receive = import('../../../src/find/serveFind.ts').then(({ serveFind }) =>
    serveFind({ postMessage: (message) => this.#answer(message) }),
  );

  postMessage(message: ToFinder): void {
    const copy = structuredClone(message);
    void this.#receive.then((receive) => {
      if (!this.#ended) receive(copy);
    });
  }

  terminate(): void {
    this.#ended = true;
  }

  #answer(message: FromFinder): void {
    const data = structuredClone(message);
    setTimeout(() => {
      if (!this.#ended) this.dispatchEvent(new MessageEvent('message', { data }));
    });
  }
}

Object.assign(globalThis, { Worker: WorkerInPage });
