import { compareNaturally } from '../../../ui/data/naturalOrder.ts';

/** Each of the texts once, in the order in which people count. */
export function inOrder(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort(compareNaturally);
}

/** What is chosen stays among the choices, though the requests that have it are gone or not here yet. */
export function withChosen(choices: readonly string[], chosen: string): string[] {
  return chosen === '' || choices.includes(chosen) ? [...choices] : inOrder([...choices, chosen]);
}
