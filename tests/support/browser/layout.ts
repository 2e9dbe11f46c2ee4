import type { Page } from 'playwright';

/** Changes the size of the window and waits until the page has followed. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/**
 * What each region of the page is made of: the kinds of visible elements within, each with its parent's and its classes. Two
 * sizes at which these are the same have the same structure, only placed otherwise.
 */
export async function regions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = [...document.querySelectorAll('header, nav, main, footer, dialog[open]')];
    // The error page is one.
    return (found.length > 0 ? found : [document.body])
      .filter((region) => region.checkVisibility())
      .map((region) => {
        const kinds = [...region.querySelectorAll('*')]
          .filter((element) => element.checkVisibility())
          .map((element) => {
            const [role, style] = ['role', 'class'].map((name) => element.getAttribute(name) ?? '');
            return `${element.parentElement?.tagName ?? ''} > ${element.tagName} ${role} ${style}`;
          });
        return [region.tagName, ...new Set(kinds)].join('\n');
      });
  });
}

/** In pixels: how far the page, or a dialog over it, is wider than the window. */
export async function overflow(page: Page): Promise<number> {
  const over = await page.evaluate(() => {
    const dialogs = [...document.querySelectorAll('dialog[open], dialog[open] > :not(.sr-only)')];
    const boxes = [document.documentElement, ...dialogs];
    return Math.max(...boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
  // The browser rounds both widths to whole pixels.
  return over > 1 ? over : 0;
}

/** What is lost with text at 200 %: a page wider than the window, and short words that are broken for lack of room. */
export async function lostWhenLarge(page: Page): Promise<string[]> {
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const over = await overflow(page);
  const lost = [...(over > 0 ? [`${String(over)} px too wide`] : []), ...(await brokenWords(page))];
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  return lost;
}

/** The words of up to eight letters that stand on several lines. */
async function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement: box } = text;
      if (!box?.checkVisibility() || box.closest('.sr-only, script, style, [role=status], option')) continue;
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/(?<!\S)\p{L}{2,8}(?!\S)/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.add(`a word is broken in ${box.outerHTML.slice(0, 100)}`);
      }
    }
    return [...broken];
  });
}

/** The spacing that a person may set by themselves, of WCAG 2.2's criterion 1.4.12. */
const SPACED = `* {
  line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important
}
p { margin-bottom: 2em !important }`;

/** What is lost where a person spaces the text: the texts that a box cuts off, and a page wider than the window. */
export async function lostWhenSpaced(page: Page): Promise<string[]> {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, SPACED);
  const over = await overflow(page);
  const lost = [...(over > 0 ? [`${String(over)} px too wide`] : []), ...(await cutTexts(page))];
  await page.evaluate(() => (document.adoptedStyleSheets = []));
  return lost;
}

/** The texts that a box cuts off; what ends in an ellipsis by design is whole on its own screen. */
async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((box) => {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box);
        const cuts = [overflowX, overflowY].some((each) => each === 'hidden' || each === 'clip');
        const byDesign =
          textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || box.matches('.sr-only, [role=status]');
        const spills = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
        return cuts && !byDesign && spills && box.checkVisibility() && box.innerText.trim() !== '';
      })
      .map((box) => box.outerHTML.slice(0, 100)),
  );
}

/** The controls that are smaller than 44 pixels in either direction; links within a text are not meant. */
export async function smallControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'button, a[href], input, select, textarea, summary, [role=button]',
      ),
    ]
      .filter(
        (control) =>
          control.checkVisibility() && !control.closest('.sr-only, p, dd') && !control.matches('.sr-only'),
      )
      .flatMap((control) => {
        // The label of a checkbox is pressed as well.
        const pressed = control.matches('[type=checkbox]') ? (control.closest('label') ?? control) : control;
        const { width, height } = pressed.getBoundingClientRect();
        if (width === 0 || getComputedStyle(control).clipPath !== 'none') return [];
        return width >= 43.5 && height >= 43.5
          ? []
          : [`${control.outerHTML.slice(0, 80)} ${width.toFixed()} × ${height.toFixed()}`];
      }),
  );
}
