import { expect } from 'vitest';

/** The texts that were translated, each with its words then. */
const translated = new Map<Element, { text: Text; words: string }>();

/** Translates the page as browsers do: each text is taken out, and `<font><font>` with a new one stands in its place. */
export function translatePage(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const parent = text.parentElement;
    if (!parent || text.data.trim() === '' || parent.closest('font, script, style, textarea, option'))
      continue;
    const outer = fontElement();
    const inner = fontElement();
    outer.append(inner);
    inner.append(`«${text.data}»`);
    text.replaceWith(outer);
    translated.set(outer, { text, words: text.data });
  }
}

/** What translators make, though it is deprecated. */
export function fontElement(): HTMLElement {
  return document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
}

/** Where the page still shows the translation of words that the app has changed since. */
function outdatedTranslations(): string[] {
  return [...translated].flatMap(([font, { text, words }]) =>
    font.isConnected && text.data !== words ? [`“${words}” is now “${text.data}”`] : [],
  );
}

/** Expects that the app goes on, and that what it changed since it was translated is seen. */
export function expectWhole(): void {
  expect(document.body.textContent).not.toContain('Something went wrong');
  expect(outdatedTranslations()).toEqual([]);
}
