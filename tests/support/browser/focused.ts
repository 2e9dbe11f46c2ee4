import type { Page } from 'playwright';

/** The focused element's accessible name, and whether its focus is visible. */
export async function focused(page: Page): Promise<{ name: string; visible: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement;
    // After the end of a dialog the focus is in the browser's own controls.
    if (!(element instanceof HTMLElement) || element === document.body) return { name: '', visible: false };
    const labels = element.matches('input, textarea, select') ? (element as HTMLInputElement).labels : null;
    const name = element.getAttribute('aria-label') ?? labels?.[0]?.innerText ?? element.innerText;
    // A file input shows its label instead.
    const shown = element.matches('[type=file]') ? (labels?.[0] ?? element) : element;
    const { outlineStyle, outlineWidth } = getComputedStyle(shown);
    return { name: name.trim(), visible: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 };
  });
}
