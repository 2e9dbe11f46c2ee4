import { expect, test } from 'vitest';
import { file, PROPERTY } from '../../support/server/imports/kinds/community.ts';
import { planOf } from '../../support/server/imports/planOf.ts';

const HEADINGS = ['Unit', 'Tenant', 'Status', 'Rent', 'Lease start', 'Lease end', 'Balance'];
const NORA = ['101', 'Nora Fielding', 'Current', 900, '02/13/2025', '02/28/2026', 120];
const OMAR = ['102', 'Omar Lind', 'Notice', 800, '02/13/2026', '12/31/2026', 0];

const asked = ({ preview }: Awaited<ReturnType<typeof planOf>>) =>
  preview.questions.find(({ id }) => id.startsWith('ended:'));

test('the lease of somebody who lives here goes on after its last day, and this is told and can be changed', async () => {
  const plan = await planOf(file([HEADINGS, NORA, OMAR]), PROPERTY);
  expect(plan.leases.map(({ ends, rent }) => [ends, rent])).toEqual([
    [null, 90_000],
    ['2026-12-31', 80_000],
  ]);
  expect(plan.leases[0]!.charges).toHaveLength(1);
  expect(plan.preview.sheets[0]!.rows[0]!.notes).toContain(
    'Its last day, 2026-02-28, is past: the lease goes on from month to month, without a last day.',
  );
  const question = asked(plan)!;
  expect(question).toMatchObject({ answer: 'goes_on', choices: [{ examples: ['Nora Fielding, 101'] }, {}] });
  const ended = await planOf(file([HEADINGS, NORA, OMAR]), { ...PROPERTY, [question.id]: 'ended' });
  expect(ended.leases.map(({ ends }) => ends)).toEqual(['2026-02-28', '2026-12-31']);
});

test('who has left, or was followed by another lease of the unit, has a lease that has ended', async () => {
  const left = ['101', 'Nora Fielding', 'Past', 900, '02/13/2025', '02/28/2026', 0];
  const next = ['101', 'Jo Roe', 'Current', 950, '03/01/2026', '02/28/2027', 0];
  expect((await planOf(file([HEADINGS, left]), PROPERTY)).leases.map(({ ends }) => ends)).toEqual([
    '2026-02-28',
  ]);
  const plan = await planOf(file([HEADINGS, NORA, next]), PROPERTY);
  expect(plan.preview.sheets[0]!.errors).toEqual([]);
  expect(plan.leases.map(({ ends }) => ends).toSorted()).toEqual(['2026-02-28', '2027-02-28']);
});

test('a list of people is asked about too, and leases that have ended have ended unless somebody says otherwise', async () => {
  const people = file([
    ['Name', 'Email', 'Property', 'Unit', 'Lease start', 'Lease end', 'Monthly rent'],
    ['Nora Fielding', 'nora@example.org', 'Cedar Row', '101', '2025-02-13', '2026-02-28', 900],
  ]);
  const address = { 'address:cedar row': '5 Cedar Street' };
  const plan = await planOf(people, address);
  expect([plan.leases[0]!.ends, asked(plan)?.answer]).toEqual(['2026-02-28', 'ended']);
  const told = await planOf(people, { ...address, [asked(plan)!.id]: 'goes_on' });
  expect(told.leases[0]!.ends).toBe(null);
});
