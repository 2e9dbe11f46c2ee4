import { PhoneBrowser } from '../support/browser/phone.ts';
import type { Product } from '../support/browser/product.ts';

/** One line of docs/figures.md. */
export interface Figure {
  what: string;
  /** Empty where there is none. */
  aim: string;
  found: string;
}

/** Measures one subject of the running product, and leaves it running as it found it. */
export type Measure = (product: Product) => Promise<Figure[]>;

/** The one in the middle, which a round that was disturbed does not move. */
export function middle(numbers: number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

export function say(words: string): void {
  process.stdout.write(`${words}\n`);
}

/** Works on a device that nothing is known of, and throws it away. */
export async function onNewPhone<T>(work: (phone: PhoneBrowser) => Promise<T>): Promise<T> {
  const phone = await PhoneBrowser.create();
  try {
    return await work(phone);
  } finally {
    await phone.destroy();
  }
}
