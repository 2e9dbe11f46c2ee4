import { priceOf } from '../../../contract/utilities/billPrice.ts';
import { idIn, type Records } from './ownRecords.ts';

export const RATES = { rate_water: 0.01, rate_electric: 0.1, rate_gas: 1 };
const USAGE = { water_usage: 100, electric_usage: 0, gas_usage: 0 };
const { cents: _, ...COSTS } = priceOf(USAGE, RATES);

/** A point of the curve P-256, as a browser has one. */
const P256DH = 'BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM';

let newcomers = 0;
const newcomer = () => ({
  username: `newcomer${(newcomers += 1)}`,
  password: 'a lamp at dusk',
  firstName: 'Ida',
  lastName: 'Brandt',
  email: `newcomer${newcomers}@example.com`,
});
const token = 'm'.repeat(43);
const post = { announcement: 'A bench', announcement_type: 'General' };
const MONTH = '2030-01-01';
const charge = { amount: 25, due_day: 1, from_month: MONTH };
const LATE_FEE = { from_day: '2030-01-01', kind: 'none', grace_days: 5 };
const ROOMS = [{ name: 'Kitchen', items: [{ name: 'Floor', condition: 'Good', remark: null }] }];
const REGISTER = { measure: 'CCF', digits: 5, multiplier: 1 };
const lost = { amount: 5, description: 'Lost key' };

/** What is sent along with each call that takes a body, of whose records; the contract allows it. */
export const bodies: Record<string, (of: Records) => object> = {
  'POST /users/register': newcomer,
  'POST /users/login': ({ username }) => ({ username, password: 'porchlight' }),
  'PUT /community': () => ({ name: 'Linden Grove' }),
  'PUT /first-steps': () => ({ hidden: true }),
  'POST /setup/link': () => ({ token }),
  'POST /setup': () => ({
    ...newcomer(),
    token,
    communityName: 'Linden Grove',
    timeZone: 'America/Denver',
    propertyName: 'Elm Row',
    address: '2 Elm',
  }),
  'POST /users': () => ({ firstName: 'Ida', lastName: 'Brandt' }),
  'POST /invitations': ({ user }) => ({ user_ids: [user], by_email: false }),
  'PUT /users/:id/invitation': () => ({ by_email: false }),
  'POST /invitation/link': () => ({ token }),
  'POST /invitation': () => ({ token, username: 'ida', password: 'a lamp at dusk' }),
  'POST /password-reset': () => ({ email: 'ida@example.com' }),
  'POST /password-reset/link': () => ({ token }),
  'POST /email-confirmation': () => ({ token }),
  'POST /password-reset/password': () => ({ token, password: 'a lamp at dusk' }),
  'PUT /users/:id': () => ({ firstName: 'Robyn' }),
  'PUT /users/:id/access': ({ unit }) => ({ unit, sign_in_ends: false }),
  'PUT /users/:id/password': () => ({ current_password: 'porchlight', new_password: 'a lamp at dusk' }),
  'POST /second-factor': () => ({ current_password: 'porchlight' }),
  'POST /second-factor/confirmation': () => ({ code: '123456' }),
  'POST /second-factor/recovery-codes': () => ({ current_password: 'porchlight', code: '123456' }),
  'POST /second-factor/removal': () => ({ current_password: 'porchlight', code: '123456' }),
  'POST /announcements': () => post,
  'POST /announcements/submit': () => post,
  'PUT /announcements/:id': () => post,
  'PATCH /announcements/:id/status': () => ({ status: 'approved' }),
  'POST /transactions/charge': ({ user }) => ({ userId: user, ...lost }),
  'POST /transactions/charges': ({ user }) => ({ tenants: [{ userId: user }], ...lost }),
  'POST /transactions/credit': ({ user }) => ({ userId: user, amount: 5, reason: 'A cold week' }),
  'POST /transactions/refund': ({ user }) => ({ userId: user, amount: 5 }),
  'POST /transactions/record-payment': ({ user }) => ({ userId: user, ...lost }),
  'POST /transactions/:id/return': () => ({ reason: 'Bounced' }),
  'POST /transactions/:id/reversal': () => ({ reason: 'Found it' }),
  'POST /stripe_payments/create-partial-payment': () => ({ amount: 5 }),
  'POST /autopay/setup': () => ({ charge_day: 1, max_amount: 100, consent_version: 2 }),
  'PUT /autopay': () => ({ max_amount: 100 }),
  'POST /stripe_payments/webhook': () => ({ type: 'payment_intent.succeeded' }),
  'POST /maintenance': ({ unit }) => ({ information: 'Leak', unit_id: unit }),
  'PUT /maintenance/:id': () => ({ information: 'Leak' }),
  'PUT /maintenance/:id/completion': () => ({ completed: true }),
  'POST /maintenance/:id/events': () => ({ kind: 'reply', text: 'Thank you' }),
  'POST /entry-notices': ({ unit }) => ({
    ...{
      unit_id: unit,
      purpose: 'Inspection',
      entry_on: '2030-05-01',
      entry_from: '09:00',
      entry_to: '11:00',
    },
  }),
  'POST /entry-notices/:id/answers': () => ({ answer: 'fine' }),
  'PUT /maintenance/:id/photos/:sha256': () => ({ filename: 'sink.jpg', bytes: 1000 }),
  'POST /maintenance/:id/photos/:sha256/parts': () => ({}),
  'PUT /records/:kind/:id/photos/:sha256': () => ({ filename: 'sink.jpg', bytes: 1000 }),
  'POST /records/:kind/:id/photos/:sha256/parts': () => ({}),
  'POST /units': ({ property }) => ({ propertyId: property, unitNumber: 'New' }),
  'PATCH /units/:id': () => ({ notes: 'Corner' }),
  'POST /leases': ({ user, unit }) => ({
    unit_id: unit,
    starts: MONTH,
    proration: 'actual_days',
    tenant_ids: [user],
    charges: [{ kind: 'rent', ...charge }],
  }),
  'POST /leases/from-units': ({ unit }) => ({
    unit_ids: [unit],
    from_month: MONTH,
    due_day: 1,
    proration: 'actual_days',
  }),
  'PUT /leases/posting': () => ({ paused: false }),
  'PUT /leases/:id': () => ({ paused: true }),
  'PUT /leases/:id/last-day': () => ({ ends: '2098-12-31' }),
  'POST /leases/:id/charges': () => ({ kind: 'pet', ...charge }),
  'PUT /leases/:id/charges/:charge': () => charge,
  'PUT /leases/:id/charges/:charge/end': () => ({ from_month: MONTH }),
  'POST /late-fees/properties/:id': () => LATE_FEE,
  'POST /late-fees/leases/:id': () => LATE_FEE,
  'PUT /deposits/rule': () => ({ return_days: 21, interest: 'simple', percent: 2 }),
  'PUT /deposits/rules/:id': () => ({ return_days: 21, interest: 'simple', percent: 2 }),
  'POST /leases/:id/deposit': () => ({ kind: 'Received', amount: 500 }),
  'POST /leases/:id/deposit/:entry/take-back': () => ({ reason: 'Typed twice' }),
  'POST /upkeep': ({ property }) => plan(property),
  'PUT /upkeep/:id': ({ property }) => plan(property),
  'PUT /inspections/template': () => ({
    remark_days: 14,
    rooms: [{ name: 'Kitchen', items: [{ name: 'Floor' }] }],
  }),
  'PUT /inspections/:id': ({ unit, lease }) => ({
    ...{ unit_id: unit, lease_id: lease, kind: 'Move-out', day: '2026-05-26', rooms: ROOMS, signatures: [] },
    ...{ finalized: false, copy: '7c9e6679-7425-40de-944b-e07fc1f90ae7', version: 1 },
  }),
  'PUT /leases/:id/keys': () => ({ keys: 'handed over', done: true }),
  'PUT /leases/:id/forwarding-address': () => ({ forwarding_address: '9 Quay' }),
  'POST /inspections/:id/remarks': () => ({ text: 'The floor was scratched before' }),
  'POST /properties': () => ({ propertyName: 'Elm Row', address: '2 Elm' }),
  'PATCH /properties/:id': () => ({ address: '3 Elm' }),
  'PUT /notifications/read': () => ({ up_to: 1 }),
  'PUT /notifications/preferences': () => ({ kinds: [{ kind: 'charge_posted', email: false }] }),
  'PUT /notifications/defaults': () => ({ kinds: [{ kind: 'charge_posted', email: false }] }),
  'PUT /settings': () => RATES,
  'PUT /push/subscription': () => ({
    endpoint: 'https://push.example.com/send/1',
    keys: { p256dh: P256DH, auth: 'B'.repeat(22) },
  }),
  'PUT /today/:row/snooze': () => ({ until: '2030-01-01' }),
  'PUT /today/:row/taken': () => ({ taken: true }),
  'POST /messages/:id': () => ({ text: 'Is the pool open?' }),
  'PUT /messages/:id/read': () => ({ up_to: 1 }),
  'POST /notes': ({ user }) => ({ user_id: user, text: 'Has a dog' }),
  'POST /reminders': ({ user }) => ({ user_ids: [user], words: '{amount} since {since}' }),
  'POST /units/:id/meters': ({ unit }) => ({
    kind: 'gas',
    serial_number: `G-${unit}`,
    ...REGISTER,
    first_value: 10,
  }),
  'PUT /meters/:id': ({ meter }) => ({ serial_number: `C-${meter}`, ...REGISTER, place: 'Hall' }),
  'POST /meters/:id/exchange': ({ meter }) => ({
    last_value: 1100,
    ...{ serial_number: `N-${meter}`, digits: 5, multiplier: 1, first_value: 0 },
  }),
  'POST /meters/:id/removal': () => ({ last_value: 1100 }),
  'POST /meters/:id/readings': () => ({ value: 1100 }),
  'PUT /meters/:id/readings/:reading': () => ({ value: 1001 }),
  'POST /meters/:id/skips': () => ({ reason: 'Nobody was there' }),
  'POST /meter-readings/requests': ({ unit }) => ({ unit_ids: [unit] }),
  'POST /meters/:id/sent-readings': () => ({ value: 1010, read_on: '2026-05-03' }),
  'PUT /meter-readings/sent/:id': () => ({ approved: true }),
  'POST /tariffs': ({ property }) => ({
    ...{
      kind: 'gas',
      property_id: property,
      valid_from: '2099-01-01',
      fixed_fee: 5,
      minimum: 0,
      tax_percent: 6,
    },
    tiers: [{ up_to: null, rate: 1.2 }],
  }),
  'POST /properties/:id/common-meters': ({ unit }) => ({
    ...{ kind: 'water', serial_number: `N-${unit}`, ...REGISTER, first_value: 0 },
    ...{ shared_by: 'equally', unit_ids: [unit] },
  }),
  'PUT /common-meters/:id': ({ unit }) => ({ shared_by: 'people', unit_ids: [unit] }),
  'POST /common-meters/:id/exchange': ({ unit }) => ({
    ...{ last_value: 1200, serial_number: `X-${unit}`, digits: 6, multiplier: 1, first_value: 0 },
  }),
  'POST /common-meters/:id/removal': () => ({ last_value: 1200 }),
  'POST /common-meters/:id/readings': () => ({ value: 1200 }),
  'PUT /common-meters/:id/readings/:reading': () => ({ value: 1090 }),
  // 100 gal at the rate of these records.
  'POST /common-meters/:id/readings/:reading/bill': ({ unit }) => ({
    shares: [{ unit_id: unit, amount: 1 }],
  }),
  'PUT /properties/:id/walking-order': ({ unit }) => ({ unit_ids: [unit] }),
  'POST /utilities': ({ user }) => [{ user_id: user, ...USAGE, ...COSTS, due_date: '2026-12-31' }],
};

const plan = (property_id: number) => ({
  ...{ information: 'New filters', property_id, every_months: 3, next_on: '2030-01-01' },
});

/** The path of a route, with the ids of these records and this day. */
export function pathOf(path: string, of: Records, day = '2026-05-01'): string {
  if (path === '/notifications/unsubscribe') return `${path}?token=2.announcement_published.forged`;
  if (path === '/notes') return `/notes?user=${of.user}`;
  if (path === '/audit') return `/audit?subject=user&id=${of.user}`;
  if (path.endsWith('/photos/:sha256/parts')) return `${pathOf(path.replace('/parts', ''), of)}/parts?from=0`;
  return path
    .replace(':sha256', 'd'.repeat(64))
    .replace(':kind', 'event')
    .replace(':id', String(idIn(path, of)))
    .replace(':charge', String(of.leaseCharge))
    .replace(':entry', String(of.depositEntry))
    .replace(':reading', String(path.startsWith('/common-meters') ? of.commonReading : of.reading))
    .replace(':row', `claim:${String(of.user)}`)
    .replace(/:(?:month|day)/, day);
}
