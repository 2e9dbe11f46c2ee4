// Bundled and run inside a page: finds elements as Testing Library does, by what a person sees.
import { queryAllByLabelText, queryAllByRole, queryAllByText } from '@testing-library/dom';

/** A part of a text, or a pattern. */
export type PageText = string | { source: string; flags: string };

export interface PageTarget {
  role?: string;
  /** The accessible name of a `role`. */
  name?: PageText;
  /** The label of a field. */
  label?: PageText;
  text?: PageText;
  /** A selector, for what a person cannot see. */
  css?: string;
  /** Only inside of elements of this role that contain this text, or of the one at this position. */
  within?: { role: string; name?: PageText; text?: string; nth?: number };
}

function matcher(text: PageText): (content: string) => boolean {
  if (typeof text === 'string') return (content) => content.includes(text);
  const pattern = new RegExp(text.source, text.flags);
  return (content) => pattern.test(content);
}

function inside(root: HTMLElement, { role, name, label, text, css }: PageTarget): HTMLElement[] {
  if (role !== undefined) {
    return queryAllByRole(root, role, name === undefined ? {} : { name: matcher(name) });
  }
  if (label !== undefined) return queryAllByLabelText(root, matcher(label));
  if (css !== undefined) return [...root.querySelectorAll<HTMLElement>(css)];
  return text === undefined ? [] : queryAllByText(root, matcher(text)).filter(isVisible);
}

const isVisible = (element: HTMLElement) => element.getClientRects().length > 0;

/** All elements that match. */
export function find(target: PageTarget): HTMLElement[] {
  const { within } = target;
  if (!within) return inside(document.body, target);
  const { text = '', nth, ...group } = within;
  return inside(document.body, group)
    .filter((each) => each.textContent.includes(text))
    .filter((_each, index) => nth === undefined || index === nth)
    .flatMap((each) => inside(each, target));
}

/** The element to press: enabled and covered by nothing, scrolled into view. */
export function findPressable(target: PageTarget): HTMLElement | undefined {
  const element = find(target).find((each) => isVisible(each) && !each.matches(':disabled'));
  if (!element) return undefined;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!there || !(element.contains(there) || there.contains(element))) return undefined;
  awaited = element;
  met = [];
  return element;
}

let awaited: HTMLElement | undefined;
let met: EventTarget[] = [];
addEventListener('click', ({ target }) => target && met.push(target), { capture: true });

/** Whether the element that was found to be pressed is still there, and was not met by a click since. */
export function missed(): boolean {
  const element = awaited;
  if (!element?.isConnected) return false;
  return !met.some((each) => each instanceof Node && (element.contains(each) || each.contains(element)));
}
