import type { ToPage } from '../src/offline/engine/workerMessages.ts';

/** How long to wait for a tab's answer, in milliseconds; a frozen tab does not answer. */
const TAB_PATIENCE = 1500;

/** Asks a tab; undefined if it does not answer. */
export function ask<Answer>(tab: Client, question: ToPage): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(undefined), TAB_PATIENCE);
    port1.onmessage = (event: MessageEvent<Answer>) => {
      clearTimeout(timer);
      resolve(event.data);
    };
    tab.postMessage(question, [port2]);
  });
}
