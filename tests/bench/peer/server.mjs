// The peer of the bench: what one would build with Express 5 and Prisma 7, in the fewest lines: the same answers, without sign-in,
// validation and audit log. A change with a key claims it, and stores its answer, in one transaction with the change.
import { createHash } from 'node:crypto';
import express from 'express';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.js';

const prisma = new PrismaClient({
  adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 10 }),
});
const app = express();
app.use(express.json());
app.use(express.text({ type: 'multipart/form-data' }));

const RESIDENT = 1;
const dayOf = (date) => date?.toISOString().slice(0, 10) ?? null;
const inZone = new Intl.DateTimeFormat('en-CA', { timeZone: process.env.TIME_ZONE, dateStyle: 'short' });
const dueOf = ({ entry: { created_at, effective_on, bill } }) =>
  dayOf(bill?.due_date ?? effective_on) ?? inZone.format(created_at);
const numbersOf = (row, fields) => Object.fromEntries(fields.map((field) => [field, Number(row[field])]));

const PAYMENTS = new Set(['Check', 'Cash', 'Money Order', 'Other', 'Card Payment', 'Bank Payment']);
const receiptOf = ({ id, receipt_number }) => receipt_number ?? `PL-${String(id).padStart(6, '0')}`;

const WITH_ENTRY = {
  reversed_by: { select: { id: true } },
  bill: true,
  card: true,
  posting: { include: { charge: true } },
  late_fee: { include: { rent: true } },
  pays: { orderBy: { charge_id: 'asc' } },
  payer: { select: { id: true, first_name: true, last_name: true } },
};

function entryOf(entry) {
  const { bill, card, posting, late_fee, pays, payer, ...rest } = entry;
  delete rest.created_by;
  delete rest.paid_by;
  const net = new Map();
  for (const { charge_id, amount } of pays) net.set(charge_id, (net.get(charge_id) ?? 0) + Number(amount));
  return {
    ...rest,
    amount: Number(entry.amount),
    effective_on: dayOf(entry.effective_on),
    payer: payer && { id: payer.id, name: `${payer.first_name} ${payer.last_name}` },
    reversed_by: entry.reversed_by?.id ?? null,
    utility: bill && {
      ...numbersOf(bill, [
        'water_usage',
        'electric_usage',
        'gas_usage',
        'rate_water',
        'rate_electric',
        'rate_gas',
      ]),
      ...numbersOf(bill, ['water_cost', 'electric_cost', 'gas_cost']),
      due_date: dayOf(bill.due_date),
      month: dayOf(bill.month),
      // No home of the bench has meters.
      readings: null,
      working: bill.working,
    },
    card: card && {
      last4: card.last4,
      brand: card.brand,
      receipt_number: receiptOf(entry),
      payment: card.stripe_id,
    },
    lease: posting && {
      month: dayOf(posting.month),
      full_amount: Number(posting.charge.amount),
      days: posting.days,
      proration: posting.proration,
    },
    pays:
      entry.amount < 0
        ? [...net].map(([id, amount]) => ({ id, amount })).filter(({ amount }) => amount > 0)
        : null,
    late_fee: late_fee && {
      rent: late_fee.rent.transaction_id,
      unpaid: Number(late_fee.unpaid),
      late_on: dayOf(late_fee.late_on),
    },
    receipt_number: PAYMENTS.has(entry.type) && entry.reverses === null ? receiptOf(entry) : null,
  };
}

app.get('/api/transactions/my-history', async (_, response) => {
  const entries = await prisma.transaction.findMany({
    where: { user_id: RESIDENT },
    include: WITH_ENTRY,
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
  });
  response.json(entries.map(entryOf));
});

app.get('/api/transactions/all-balances', async (_, response) => {
  const people = await prisma.user.findMany({
    where: {
      OR: [
        { balance: { balance: { not: 0 } } },
        { unit: { not: null }, is_current_user: true, is_manager: false },
      ],
    },
    include: {
      balance: true,
      unit_of: { include: { property: true } },
      open_charges: {
        where: { open: { gt: 0 }, amount: { gt: 0 } },
        select: {
          entry: { select: { created_at: true, effective_on: true, bill: { select: { due_date: true } } } },
        },
      },
    },
    orderBy: [{ last_name: 'asc' }, { first_name: 'asc' }, { id: 'asc' }],
  });
  response.json(
    people.map((person) => ({
      user_id: person.id,
      unit_id: person.unit,
      first_name: person.first_name,
      last_name: person.last_name,
      unit_number: person.unit_of?.unit_number ?? null,
      property_name: person.unit_of?.property.property_name ?? null,
      balance: Number(person.balance?.balance ?? 0),
      accepts_payments: true,
      accepts_payments_from: null,
      owed_since: person.balance?.balance > 0 ? (person.open_charges.map(dueOf).sort()[0] ?? null) : null,
      former: person.unit === null || !person.is_current_user,
    })),
  );
});

app.get('/api/announcements', async (_, response) => {
  const now = new Date();
  const posts = await prisma.announcement.findMany({
    where: {
      OR: [
        { user_id: RESIDENT },
        { status: 'approved', publish_at: { lte: now } },
        { status: 'approved', publish_at: null, created_at: { lte: now } },
      ],
    },
    include: { author: { select: { first_name: true, last_name: true } } },
    orderBy: [{ publish_at: 'desc' }, { id: 'desc' }],
  });
  response.json(
    posts.map(({ author, ...post }) => ({
      ...post,
      // Prisma reads a list that is null as an empty one.
      property_ids: post.property_ids.length > 0 ? post.property_ids : null,
      first_name: author.first_name,
      last_name: author.last_name,
    })),
  );
});

const WITH_REQUEST = {
  reporter: { select: { first_name: true, last_name: true, unit_claim: true } },
  unit: { include: { property: true } },
  photos: {
    where: { removed_at: null },
    orderBy: { position: 'asc' },
    select: { id: true, width: true, height: true, sha256: true },
  },
};

function requestOf(request) {
  const { reporter, unit, ...rest } = request;
  delete rest.cancelled_at;
  return {
    ...rest,
    awaited_photos: rest.awaited_photos.length,
    first_name: reporter.first_name,
    last_name: reporter.last_name,
    unit_number: unit?.unit_number ?? null,
    property_name: unit?.property.property_name ?? null,
    unit_claim: rest.unit_id === null ? reporter.unit_claim : null,
  };
}

app.get('/api/maintenance', async (_, response) => {
  const requests = await prisma.maintenanceRequest.findMany({
    where: { completed: false, cancelled_at: null },
    include: WITH_REQUEST,
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
  });
  response.json(requests.map(requestOf));
});

/** Makes a change, and once only where the request has a key. */
async function change(request, work) {
  const key = request.get('idempotency-key');
  if (!key) return work(prisma);
  const id = { user_id: RESIDENT, route: `peer ${request.method} ${request.path}`, key };
  const request_digest = createHash('sha256').update(JSON.stringify(request.body)).digest();
  return prisma.$transaction(async (transaction) => {
    await transaction.idempotencyKey.create({ data: { ...id, request_digest } });
    const answer = await work(transaction);
    await transaction.idempotencyKey.update({
      where: { user_id_route_key: id },
      data: { status: 201, answer: JSON.stringify(answer) },
    });
    return answer;
  });
}

app.post('/api/transactions/charge', async (request, response) => {
  const { userId, unitId, amount, type, description } = request.body;
  const entry = await change(request, ({ transaction }) =>
    transaction.create({
      data: { user_id: userId, unit_id: unitId, amount, type, description },
      include: WITH_ENTRY,
    }),
  );
  response.json(entryOf(entry));
});

app.post('/api/maintenance', async (request, response) => {
  const made = await change(request, ({ maintenanceRequest }) =>
    maintenanceRequest.create({
      data: { user_id: 1, unit_id: 1, information: 'The tap in the kitchen drips.' },
      include: WITH_REQUEST,
    }),
  );
  response.json(requestOf(made));
});

const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Peer at http://127.0.0.1:${server.address().port}\n`);
});
