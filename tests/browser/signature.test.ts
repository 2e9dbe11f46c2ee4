import { expect } from 'vitest';
import { PHONE, signIn } from '../support/browser/phone.ts';
import { selectFirst } from '../support/browser/screenActions.ts';
import { phone, product, test } from '../support/browser/world.ts';

test('a finger draws a signature under itself, and scrolls nothing', async () => {
  const page = await phone.another(PHONE);
  await signIn(page, product.address, 'manager');
  await page.goto(`${product.address}/admin/payments`);
  await selectFirst(page, /^Record Payment of/);
  await page
    .getByRole('button', { name: /^Record Payment of/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Record Payment' });
  await dialog.getByLabel('Amount').fill('31');
  await dialog.getByRole('button', { name: 'Let the tenant sign' }).click();
  const box = dialog.getByRole('img', { name: 'Not signed' });
  await box.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await box.boundingBox())!;
  expect(width / height).toBeCloseTo(3, 1);

  // From the middle at the left upwards, far out of the box, and back down.
  const points = [0.1, 0.3, 0.5, 0.7, 0.9].map((share, place) => ({
    x: x + share * width,
    y: y + height * (place === 2 ? -0.5 : 0.5),
  }));
  const touch = await page.context().newCDPSession(page);
  for (const [place, point] of points.entries()) {
    const type = place === 0 ? 'touchStart' : 'touchMove';
    await touch.send('Input.dispatchTouchEvent', { type, touchPoints: [point] });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const signed = dialog.getByRole('img', { name: 'Signed' });
  await signed.waitFor();
  expect(await signed.boundingBox()).toEqual({ x, y, width, height });
  const path = (await signed.locator('path').getAttribute('d')) ?? '';
  const [first, ...rest] = [...path.matchAll(/[MQL](\d+) (\d+)/g)].map(([, left, top]) => [
    Number(left),
    Number(top),
  ]);
  expect(first).toEqual([60, 100]);
  expect(rest.at(-1)).toEqual([540, 100]);
  expect(Math.min(...rest.map(([, top = 200]) => top))).toBe(0);
  await page.context().close();
});
