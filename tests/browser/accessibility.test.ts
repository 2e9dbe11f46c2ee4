import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personAs, type Person, type Who } from '../support/people.ts';
import { DESK, Phone, PHONE } from '../support/phone.ts';
import { Product } from '../support/product.ts';
import { screens } from '../support/screens.ts';

let product: Product;
let phone: Phone;

beforeAll(async () => {
  product = await Product.start();
  phone = await Phone.create();
  await phone.open();
});

afterAll(async () => {
  await phone.destroy();
  await product.close();
});

/** What axe finds of consequence on the page as it stands; dark differs from light in its colours alone. */
async function findings(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { colorScheme, rules } of [
    { colorScheme: 'light' as const },
    { colorScheme: 'dark' as const, rules: ['color-contrast'] },
  ]) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // What passes is only counted.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    const { violations, passes } = await (rules ? axe.withRules(rules) : axe).analyze();
    if (!rules && passes.length < 10)
      found.push(`axe looked at next to nothing: ${String(passes.length)} rules`);
    for (const { id, impact, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      for (const { html, failureSummary = '' } of nodes) {
        found.push(`${colorScheme}: ${id} (${impact}) at ${html}\n${failureSummary}`);
      }
    }
  }
  return found;
}

describe.each([
  ['a phone', PHONE],
  ['a desk', DESK],
] as const)('on %s, axe has nothing serious to say about', (_, size) => {
  const people = new Map<Who, Person>();

  afterAll(async () => {
    for (const { page, gate } of people.values()) {
      await page.context().close();
      await gate.close();
    }
  });

  async function personOf(who: Who): Promise<Person> {
    const known = people.get(who);
    if (known) return known;
    const person = await personAs(who, { phone, product, size });
    people.set(who, person);
    return person;
  }

  test.each(screens)('$name ($who)', async ({ who, path, shows, then }) => {
    const person = await personOf(who);
    const { page, gate } = person;
    await page.goto(gate.address + path);
    await page.getByText(shows).first().waitFor();
    await then?.(person);
    expect(await findings(page)).toEqual([]);
  });
});

test('a label that is missing is found', async () => {
  const page = await phone.another(PHONE);
  await page.setContent('<html lang="en"><title>A form</title><main><h1>A form</h1><input></main></html>');
  expect((await findings(page)).join()).toContain('label (critical)');
});

test('a text that only the dark makes hard to read is found', async () => {
  const page = await phone.another(PHONE);
  await page.setContent(`<html lang="en"><title>A page</title>
    <style>@media (prefers-color-scheme: dark) { body { background: #222; color: #444 } }</style>
    <main><h1>A page</h1><p>Words</p></main></html>`);
  expect((await findings(page)).join()).toContain('dark: color-contrast (serious)');
});
