import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Receipt } from '../../../contract/payments/payments.ts';
import { MOST_STROKES, SIGNATURE_TOO_LONG, signaturePath } from '../../../contract/ledger/signature.ts';
import { card, modalClosed, openApp, until, type App } from '../../support/screens/app.tsx';
import {
  history,
  offlineWithBook,
  openBalances,
  openPaymentForm,
  recordPayment,
  tenant,
} from '../../support/screens/doorPayments.ts';
import { drawStroke, pointAt, signatureBox } from '../../support/screens/signature.ts';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

type Form = Awaited<ReturnType<typeof openPaymentForm>>;

const boxOf = (form: Form) =>
  within(form.getByRole('group', { name: 'Signature (optional)' })).getByRole('img');
/** Goes to the step in which the tenant signs. */
async function toSignature(app: App, form: Form): Promise<void> {
  await app.user.click(form.getByRole('button', { name: /Let the tenant sign|Signed/ }));
  await form.findByRole('group', { name: 'Signature (optional)' });
}
const clear = (form: Form) => form.getByRole('button', { name: 'Clear signature' });
const inkOf = (within: Element) => within.querySelector('path')?.getAttribute('d');
/** The signature of the tenant's latest payment, as the server answers it to management. */
async function storedOf(tenantId: number) {
  const [entry] = await history(tenantId);
  const answer = await server.call('GET', `/transactions/${entry!.id}/receipt`, { as: manager });
  return answer.json<Receipt>().signature;
}
const shown = async (caption: string) => inkOf((await screen.findByText(caption)).closest('figure')!);

test('what the tenant draws is on the receipt before and after the payment is sent, for both of them', async () => {
  const captured = signatureBox();
  const id = await tenant('Signing');
  const app = await offlineWithBook('Signing Hale');
  const form = await openPaymentForm(app, 'Signing Hale');
  await app.user.type(form.getByLabelText('Amount'), '521');
  await toSignature(app, form);
  // Who pays how much is in sight, and nothing else.
  expect(form.getByText('Signing Hale')).toBeVisible();
  expect(form.getByText('$521.00')).toBeVisible();
  expect(form.getByLabelText('Amount')).not.toBeVisible();
  const box = boxOf(form);
  expect(box).toHaveAccessibleName('Not signed');
  drawStroke(box, [
    [20, 40],
    [60, 80],
    [100, 60],
  ]);
  // A dot, with a pen; and past the edges, with a mouse.
  drawStroke(box, [[300, 100]], { pointerId: 2, pointerType: 'pen' });
  drawStroke(
    box,
    [
      [590, 190],
      [700, 260],
    ],
    { pointerId: 3, pointerType: 'mouse' },
  );
  const signature = [
    [20, 40, 60, 80, 100, 60],
    [300, 100],
    [590, 190, 600, 200],
  ];
  expect(captured).toEqual([1, 2, 3]);
  expect(box).toHaveAccessibleName('Signed');
  expect(inkOf(box)).toBe(signaturePath(signature));
  await app.user.click(form.getByRole('button', { name: 'Record Payment' }));
  // The receipt opens by itself.
  expect(await screen.findByText('Recorded on this device; unsent')).toBeVisible();
  expect(await shown('Signature of Signing Hale')).toBe(signaturePath(signature));

  app.reconnect();
  await until(() => /^\/payments\/receipt\/\d+$/.test(app.path()));
  expect(await shown('Signature of Signing Hale')).toBe(signaturePath(signature));
  expect(await storedOf(id)).toEqual(signature);
  const at = app.path();
  app.close();
  const [user] = await server.database.sql<{ username: string }>`select username from users where id = ${id}`;
  const own = await openApp(server, { at, as: user!.username });
  expect(await shown('Signature of Signing Hale')).toBe(signaturePath(signature));
  own.close();
});

test('a stroke shows while it is drawn, and one pointer draws at a time', async () => {
  signatureBox();
  await tenant('Palm');
  const app = await openBalances();
  const form = await openPaymentForm(app, 'Palm Hale');
  await app.user.type(form.getByLabelText('Amount'), '520');
  await toSignature(app, form);
  const box = boxOf(form);
  fireEvent.pointerDown(box, pointAt([10, 10], { button: 2 }));
  fireEvent.pointerMove(box, pointAt([20, 20]));
  expect(inkOf(box)).toBe('');
  fireEvent.pointerDown(box, pointAt([10, 10], { pointerType: 'pen' }));
  fireEvent.pointerDown(box, pointAt([400, 180], { pointerId: 2 }));
  fireEvent.pointerMove(box, pointAt([500, 180], { pointerId: 2 }));
  fireEvent.pointerUp(box, pointAt([500, 180], { pointerId: 2 }));
  fireEvent.pointerMove(box, pointAt([50, 10], { pointerType: 'pen' }));
  // A pen that rests adds no points.
  fireEvent.pointerMove(box, pointAt([51, 10], { pointerType: 'pen' }));
  expect(inkOf(box)).toBe('M10 10L50 10');
  // The system may take the pointer away; what was drawn stays.
  fireEvent.pointerCancel(box, pointAt([50, 10], { pointerType: 'pen' }));
  fireEvent.lostPointerCapture(box, pointAt([50, 10], { pointerType: 'pen' }));
  await waitFor(() => expect(box).toHaveAccessibleName('Signed'));
  expect(inkOf(box)).toBe('M10 10L50 10');
});

test('a signature is kept in the draft, and is there after a reload', async () => {
  signatureBox();
  const id = await tenant('Kept');
  const app = await openBalances();
  const form = await openPaymentForm(app, 'Kept Hale');
  await app.user.type(form.getByLabelText('Amount'), '522');
  await toSignature(app, form);
  drawStroke(boxOf(form), [
    [10, 10],
    [90, 90],
  ]);
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  await until(async () =>
    JSON.stringify(await withDatabase((db) => db.drafts.toArray())).includes('[[10,10,90,90]]'),
  );
  app.close();
  const again = await openBalances();
  const kept = await openPaymentForm(again, 'Kept Hale');
  expect(kept.getByText('We kept what you wrote.')).toBeVisible();
  await toSignature(again, kept);
  expect(inkOf(boxOf(kept))).toBe('M10 10L90 90');
  drawStroke(boxOf(kept), [[200, 100]]);
  await again.user.click(kept.getByRole('button', { name: 'Record Payment' }));
  await screen.findByText('Signature of Kept Hale');
  expect(await storedOf(id)).toEqual([
    [10, 10, 90, 90],
    [200, 100],
  ]);
});

test('a cleared signature is not sent, and a payment needs none', async () => {
  signatureBox();
  const id = await tenant('Cleared');
  const app = await openBalances();
  const form = await openPaymentForm(app, 'Cleared Hale');
  await app.user.type(form.getByLabelText('Amount'), '523');
  await toSignature(app, form);
  drawStroke(boxOf(form), [[10, 10]]);
  await app.user.click(clear(form));
  expect(boxOf(form)).toHaveAccessibleName('Not signed');
  expect(inkOf(boxOf(form))).toBe('');
  await app.user.click(form.getByRole('button', { name: 'Record Payment' }));
  await modalClosed();
  await screen.findByText('Payment of $523.00 recorded for Cleared Hale.');
  expect(await storedOf(id)).toBeNull();
  await app.user.click((await screen.findAllByRole('link', { name: 'Show receipt' }))[0]!);
  expect(within(await screen.findByRole('article', { name: /^Receipt/ })).queryByRole('figure')).toBeNull();
});

test('a signature stays when an unsent payment is edited, and can be cleared there', async () => {
  signatureBox();
  const id = await tenant('Corrected');
  const app = await offlineWithBook('Corrected Hale');
  const form = await openPaymentForm(app, 'Corrected Hale');
  await app.user.type(form.getByLabelText('Amount'), '524');
  await toSignature(app, form);
  drawStroke(boxOf(form), [[10, 10]]);
  await app.user.click(form.getByRole('button', { name: 'Record Payment' }));
  await screen.findByText('Signature of Corrected Hale');
  await app.user.click(screen.getByRole('link', { name: /^Back to/ }));
  const edit = async () => {
    await app.user.click((await card('$524.00 from Corrected Hale')).getByRole('button', { name: 'Edit' }));
    await screen.findByLabelText('Amount');
    return within(screen.getByRole('dialog', { name: 'Edit Payment' }));
  };
  const first = await edit();
  await toSignature(app, first);
  expect(inkOf(boxOf(first))).toBe('M10 10h0');
  await app.user.click(first.getByRole('button', { name: 'Back' }));
  await app.user.type(first.getByLabelText('Description (optional)'), 'May');
  await app.user.click(first.getByRole('button', { name: 'Save' }));
  await modalClosed();
  const second = await edit();
  expect(second.getByLabelText('Description (optional)')).toHaveValue('May');
  await toSignature(app, second);
  expect(inkOf(boxOf(second))).toBe('M10 10h0');
  await app.user.click(clear(second));
  await app.user.click(second.getByRole('button', { name: 'Save' }));
  await modalClosed();
  app.reconnect();
  await until(async () => (await history(id)).length === 2);
  expect(await storedOf(id)).toBeNull();
});

test('a signature is for its amount: another amount is signed again', async () => {
  signatureBox();
  const id = await tenant('Anew');
  const app = await openBalances();
  const form = await openPaymentForm(app, 'Anew Hale');
  await app.user.type(form.getByLabelText('Amount'), '52');
  await toSignature(app, form);
  drawStroke(boxOf(form), [[10, 10]]);
  await waitFor(() => expect(boxOf(form)).toHaveAccessibleName('Signed'));
  await app.user.click(form.getByRole('button', { name: 'Back' }));
  await app.user.type(form.getByLabelText('Amount'), '6');
  await form.findByText('The amount was changed after it was signed. Let the tenant sign again.');
  await toSignature(app, form);
  expect(boxOf(form)).toHaveAccessibleName('Not signed');
  drawStroke(boxOf(form), [[20, 20]]);
  await app.user.click(form.getByRole('button', { name: 'Record Payment' }));
  await screen.findByText('Signature of Anew Hale');
  expect(await storedOf(id)).toEqual([[20, 20]]);
});

test('a signature that is too long is refused in words, with the focus on Clear', async () => {
  signatureBox();
  await tenant('Scribble');
  const app = await openBalances();
  const form = await openPaymentForm(app, 'Scribble Hale');
  await app.user.type(form.getByLabelText('Amount'), '525');
  await toSignature(app, form);
  for (let stroke = 0; stroke <= MOST_STROKES; stroke += 1) drawStroke(boxOf(form), [[stroke, 10]]);
  await app.user.click(form.getByRole('button', { name: 'Record Payment' }));
  expect(await form.findByText(SIGNATURE_TOO_LONG)).toBeVisible();
  expect(clear(form)).toHaveFocus();
  expect(clear(form)).toHaveAccessibleDescription(expect.stringContaining(SIGNATURE_TOO_LONG));
  await app.user.click(clear(form));
  expect(form.queryByText(SIGNATURE_TOO_LONG)).toBeNull();
});

test('a payment that the version before queued has a receipt without a signature', async () => {
  await tenant('Before');
  const app = await offlineWithBook('Before Hale');
  await recordPayment(app, 'Before Hale', '526');
  await modalClosed();
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  await withDatabase((db) =>
    db.outbox.toCollection().modify((item) => {
      Reflect.deleteProperty(item.input.body as object, 'signature');
    }),
  );
  await app.user.click((await screen.findAllByRole('link', { name: 'Show receipt' }))[0]!);
  expect(within(await screen.findByRole('article', { name: /^Receipt/ })).queryByRole('figure')).toBeNull();
});
