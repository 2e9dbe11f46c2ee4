import type { Records } from '../callers.ts';
import { bodies, pathOf, RATES } from '../goodRequests.ts';
import { server } from '../payingWorld.ts';

/**
 * What is answered: to someone who is not signed in; to a resident about what is theirs, what is another resident's and
 * what is not there; to a manager about what is the resident's.
 */
type Row = [
  call: string,
  nobody: number,
  own: number,
  anothers: number | null,
  notThere: number | null,
  manager: number,
];

// prettier-ignore
export const table: Row[] = [
  // call, nobody, own, another's, not there, manager
  ['POST /users/register', 201, 201, null, null, 201],
  ['POST /users/login', 200, 200, null, null, 200],
  ['POST /users/refresh', 401, 200, null, null, 200],
  ['POST /users/logout', 200, 200, null, null, 200],
  ['GET /community', 200, 200, null, null, 200],
  ['PUT /community', 401, 403, null, null, 200],
  // There is a manager.
  ['POST /setup/link', 410, 410, null, null, 410],
  ['POST /setup', 410, 410, null, null, 410],
  ['GET /first-steps', 401, 403, null, null, 200],
  ['PUT /first-steps', 401, 403, null, null, 200],
  ['POST /users', 401, 403, null, null, 201],
  // They have a password.
  ['POST /invitations', 401, 403, 403, 403, 409],
  ['GET /invitations', 401, 403, null, null, 200],
  ['DELETE /users/:id/invitation', 401, 403, 403, 403, 404],
  // By a token that was made here, whoever brings it.
  ['POST /invitation/link', 404, 404, null, null, 404],
  ['POST /invitation', 404, 404, null, null, 404],
  // No mail is set up.
  ['POST /password-reset', 409, 409, null, null, 409],
  ['POST /password-reset/link', 404, 404, null, null, 404],
  ['POST /password-reset/password', 404, 404, null, null, 404],
  // No mail is set up.
  ['POST /email-confirmations', 401, 409, null, null, 409],
  ['POST /email-confirmation', 404, 404, null, null, 404],
  ['GET /users', 401, 403, null, null, 200],
  ['GET /users/:id', 401, 200, 404, 404, 200],
  ['GET /users/:id/unit', 401, 200, 404, 404, 200],
  ['PUT /users/:id', 401, 200, 404, 404, 200],
  ['PUT /users/:id/password', 401, 200, 404, 404, 403],
  ['POST /users/:id/password-reset', 401, 403, 403, 403, 201],
  // They are no managers.
  ['POST /users/:id/removal', 401, 403, 403, 403, 409],
  ['POST /users/:id/removal/confirmation', 401, 403, 403, 403, 409],
  ['DELETE /users/:id/removal', 401, 403, 403, 403, 409],
  ['GET /sessions', 401, 200, null, null, 200],
  ['DELETE /sessions/:id', 401, 200, 404, 404, 404],
  ['DELETE /sessions', 401, 200, null, null, 200],
  ['GET /second-factor', 401, 403, null, null, 200],
  ['POST /second-factor', 401, 403, null, null, 201],
  // The manager has none.
  ['POST /second-factor/confirmation', 401, 403, null, null, 409],
  ['POST /second-factor/recovery-codes', 401, 403, null, null, 409],
  ['POST /second-factor/removal', 401, 403, null, null, 409],
  ['GET /announcements', 401, 200, null, null, 200],
  ['POST /announcements', 401, 403, null, null, 201],
  ['POST /announcements/submit', 401, 201, null, null, 201],
  ['PUT /announcements/:id', 401, 403, 403, 403, 200],
  ['PATCH /announcements/:id/status', 401, 403, 403, 403, 200],
  ['DELETE /announcements/:id', 401, 403, 403, 403, 200],
  ['GET /transactions/my-history', 401, 200, null, null, 200],
  ['GET /transactions/user-history/:id', 401, 403, 403, 403, 200],
  ['GET /transactions/all-balances', 401, 403, null, null, 200],
  ['POST /transactions/charge', 401, 403, 403, 403, 201],
  ['POST /transactions/charges', 401, 403, 403, 403, 201],
  ['POST /transactions/credit', 401, 403, 403, 403, 201],
  ['POST /transactions/record-payment', 401, 403, 403, 403, 201],
  ['POST /transactions/refund', 401, 403, null, null, 400],
  ['POST /receipt-books', 401, 403, null, null, 201],
  ['POST /transactions/:id/reversal', 401, 403, 403, 403, 201],
  ['POST /transactions/:id/return', 401, 403, 403, 403, 409],
  ['GET /transactions/:id/receipt', 401, 200, 404, 404, 200],
  // The manager owes nothing.
  ['POST /stripe_payments/create-payment', 401, 200, null, null, 409],
  ['POST /stripe_payments/create-partial-payment', 401, 409, null, null, 409],
  ['GET /stripe_payments/open', 401, 200, null, null, 200],
  ['GET /stripe_payments/failed', 401, 200, null, null, 200],
  ['GET /autopay', 401, 200, null, null, 200],
  ['POST /autopay/setup', 401, 201, null, null, 201],
  ['POST /autopay/setup/finish', 401, 200, null, null, 200],
  // Neither has set it up.
  ['PUT /autopay', 401, 409, null, null, 409],
  ['DELETE /autopay', 401, 200, null, null, 200],
  ['GET /autopay/users/:id', 401, 403, 403, 403, 200],
  // What the card provider did not sign is no event, whoever brings it.
  ['POST /stripe_payments/webhook', 400, 400, null, null, 400],
  ['GET /maintenance', 401, 200, null, null, 200],
  ['POST /maintenance', 401, 201, null, null, 201],
  ['PUT /maintenance/:id', 401, 200, 404, 404, 200],
  ['DELETE /maintenance/:id', 401, 200, 404, 404, 200],
  ['PUT /maintenance/:id/completion', 401, 403, 403, 403, 200],
  ['PUT /maintenance/:id/photos/:sha256', 401, 200, 404, 404, 200],
  // Without a part.
  ['POST /maintenance/:id/photos/:sha256/parts', 401, 400, 404, 404, 400],
  // Nothing of the photo was sent.
  ['PUT /maintenance/:id/photos/:sha256/attachment', 401, 404, 404, 404, 404],
  ['GET /maintenance/:id/events', 401, 200, 404, 404, 200],
  ['POST /maintenance/:id/events', 401, 201, 404, 404, 201],
  ['PUT /maintenance/:id/seen', 401, 403, 403, 403, 200],
  ['GET /units', 401, 403, null, null, 200],
  ['GET /units/:id', 401, 403, 403, 403, 200],
  ['POST /units', 401, 403, 403, 403, 201],
  ['PATCH /units/:id', 401, 403, 403, 403, 200],
  // It is lived in.
  ['DELETE /units/:id', 401, 403, 403, 403, 409],
  ['GET /leases', 401, 403, null, null, 200],
  ['GET /leases/my-leases', 401, 200, null, null, 200],
  ['POST /leases', 401, 403, 403, 403, 201],
  ['POST /leases/from-units', 401, 403, 403, 403, 201],
  ['GET /leases/posting', 401, 403, null, null, 200],
  ['PUT /leases/posting', 401, 403, null, null, 200],
  ['PUT /leases/:id', 401, 403, 403, 403, 200],
  ['POST /leases/:id/charges', 401, 403, 403, 403, 201],
  ['PUT /leases/:id/charges/:charge', 401, 403, 403, 403, 200],
  ['PUT /leases/:id/charges/:charge/end', 401, 403, 403, 403, 200],
  ['GET /late-fees', 401, 403, null, null, 200],
  ['POST /late-fees/properties/:id', 401, 403, 403, 403, 201],
  ['POST /late-fees/leases/:id', 401, 403, 403, 403, 201],
  ['GET /deposits', 401, 403, null, null, 200],
  ['GET /deposits/rule', 401, 403, null, null, 200],
  ['PUT /deposits/rule', 401, 403, null, null, 200],
  ['GET /leases/:id/deposit', 401, 200, 404, 404, 200],
  ['POST /leases/:id/deposit', 401, 403, 403, 403, 201],
  ['POST /leases/:id/deposit/:entry/take-back', 401, 403, 403, 403, 201],
  ['GET /upkeep', 401, 403, null, null, 200],
  ['POST /upkeep', 401, 403, null, null, 201],
  ['PUT /upkeep/:id', 401, 403, 403, 403, 200],
  ['DELETE /upkeep/:id', 401, 403, 403, 403, 200],
  ['GET /inspections', 401, 403, null, null, 200],
  ['GET /inspections/own', 401, 200, null, null, 200],
  ['GET /units/:id/inspections', 401, 403, 403, 403, 200],
  ['GET /inspections/template', 401, 403, null, null, 200],
  ['PUT /inspections/template', 401, 403, null, null, 200],
  ['PUT /inspections/:id', 401, 403, 403, 403, 200],
  ['DELETE /inspections/:id', 401, 403, 403, 403, 200],
  // A manager is no tenant of the lease.
  ['POST /inspections/:id/remarks', 401, 201, 404, 404, 404],
  ['GET /leases/:id/move', 401, 200, 404, 404, 200],
  ['PUT /leases/:id/keys', 401, 403, 403, 403, 200],
  ['PUT /leases/:id/forwarding-address', 401, 200, 404, 404, 200],
  // Without a file.
  ['POST /imports/preview', 401, 403, null, null, 400],
  ['POST /imports', 401, 403, null, null, 400],
  ['GET /export', 401, 403, null, null, 200],
  ['GET /books/closing', 401, 403, null, null, 200],
  ['PUT /books/months/:month/closing', 401, 403, null, null, 200],
  ['DELETE /books/months/:month/closing', 401, 403, null, null, 200],
  ['GET /books/months/:month', 401, 403, null, null, 200],
  ['GET /books/rent-roll', 401, 403, null, null, 200],
  ['GET /books/vacant-homes', 401, 403, null, null, 200],
  ['GET /books/balances/:day', 401, 403, null, null, 200],
  ['GET /books/journal', 401, 403, null, null, 400],
  ['GET /books/postings', 401, 403, null, null, 400],
  ['GET /properties', 401, 200, null, null, 200],
  ['GET /properties/:id', 401, 403, 403, 403, 200],
  ['POST /properties', 401, 403, null, null, 201],
  ['PATCH /properties/:id', 401, 403, 403, 403, 200],
  // It has units.
  ['DELETE /properties/:id', 401, 403, 403, 403, 409],
  ['GET /settings', 401, 200, null, null, 200],
  ['PUT /settings', 401, 403, null, null, 200],
  ['POST /utilities', 401, 403, 403, 403, 201],
  ['GET /utilities/last-readings', 401, 403, null, null, 200],
  ['GET /meters', 401, 403, null, null, 200],
  ['GET /meters/:id/readings', 401, 403, 403, 403, 200],
  ['POST /units/:id/meters', 401, 403, 403, 403, 201],
  ['PUT /meters/:id', 401, 403, 403, 403, 200],
  ['POST /meters/:id/exchange', 401, 403, 403, 403, 201],
  ['POST /meters/:id/removal', 401, 403, 403, 403, 201],
  ['POST /meters/:id/skips', 401, 403, 403, 403, 201],
  ['GET /utilities/walking-order', 401, 403, null, null, 200],
  ['PUT /properties/:id/walking-order', 401, 403, 403, 403, 200],
  ['GET /audit', 401, 403, 403, 403, 200],
  ['GET /notifications', 401, 200, null, null, 200],
  ['PUT /notifications/read', 401, 200, null, null, 200],
  ['GET /notifications/preferences', 401, 200, null, null, 200],
  ['PUT /notifications/preferences', 401, 200, null, null, 200],
  ['GET /notifications/defaults', 401, 403, null, null, 200],
  ['PUT /notifications/defaults', 401, 403, null, null, 200],
  // Only by a link that the server signed, whoever follows it.
  ['GET /notifications/unsubscribe', 403, 403, null, null, 403],
  ['POST /notifications/unsubscribe', 403, 403, null, null, 403],
  ['GET /push/key', 401, 200, null, null, 200],
  // The server has no public address, so it sends nothing to devices.
  ['PUT /push/subscription', 401, 409, null, null, 409],
  ['DELETE /push/subscription', 401, 200, null, null, 200],
  ['GET /warnings', 401, 403, null, null, 200],
  ['GET /today', 401, 403, null, null, 200],
  ['DELETE /today/snoozes', 401, 403, null, null, 200],
  ['PUT /today/:row/snooze', 401, 403, null, null, 200],
  ['PUT /today/:row/taken', 401, 403, null, null, 200],
  ['GET /notes', 401, 403, 403, 403, 200],
  ['POST /notes', 401, 403, 403, 403, 201],
  ['GET /messages', 401, 200, null, null, 200],
  ['GET /messages/:id', 401, 200, 404, 404, 200],
  // One that is not there is started; another's is refused (`hiddenMessages.test.ts`).
  ['POST /messages/:id', 401, 201, null, null, 201],
  ['PUT /messages/:id/read', 401, 200, 404, 404, 200],
  ['GET /reminders', 401, 403, null, null, 200],
  ['POST /reminders', 401, 403, 403, 403, 200],
  ['GET /changes', 401, 200, null, null, 200],
  ['GET /changes/rows', 401, 400, null, null, 400],
  // Only by an address that a list signed.
  ['GET /photos/:id', 403, 403, 403, 403, 403],
  ['GET /photos/:id/thumbnail', 403, 403, 403, 403, 403],
  ['GET /health', 200, 200, null, null, 200],
  ['GET /ready', 200, 200, null, null, 200],
  ['GET /metrics', 401, 401, null, null, 401],
  ['GET /openapi.json', 200, 200, null, null, 200],
];

export async function asked(call: string, of: Records, as?: string, body = bodies[call]?.(of)) {
  const [method, path = ''] = call.split(' ');
  const answer = await server.call(method as 'GET', pathOf(path, of), {
    ...(as ? { as } : {}),
    ...(body ? { body } : {}),
  });
  return { status: answer.statusCode, told: answer.body.replace(/"request_id":"[^"]*"/, '') };
}
export async function setRates(): Promise<void> {
  await server.database.sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at)
    values (${RATES.rate_water}, ${RATES.rate_electric}, ${RATES.rate_gas}, now() - interval '1 day')`;
}
