import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The minified build of axe; it sets `window.axe`. */
const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The serious and critical findings of axe on the page; in dark mode colours only, since nothing else differs. */
export async function axeFindings(page: Page): Promise<string[]> {
  for (const frame of page.frames()) {
    // Loaded once for a page that is looked at in several sizes.
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
  }
  const light = await audit(page, 'light');
  const dark = await audit(page, 'dark', ['color-contrast']);
  const looked = light.passes < 10 ? [`axe looked at next to nothing: ${String(light.passes)} rules`] : [];
  return [...looked, ...light.found, ...dark.found];
}

async function audit(page: Page, colorScheme: 'light' | 'dark', rules?: string[]) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const { violations, passes } = await page.evaluate(
    // Passed rules are only counted.
    (runOnly) =>
      window.axe.run({
        resultTypes: ['violations'],
        // Off by default: whoever speaks to their device says what they see.
        ...(runOnly ? { runOnly } : { rules: { 'label-content-name-mismatch': { enabled: true } } }),
      }),
    rules,
  );
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const found = grave.flatMap(({ id, impact, nodes }) =>
    nodes.map(
      ({ html, failureSummary = '' }) =>
        `${colorScheme}: ${id} (${String(impact)}) at ${html}\n${failureSummary}`,
    ),
  );
  return { found, passes: passes.length };
}
