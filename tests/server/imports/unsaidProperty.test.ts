import { expect, test as quick } from 'vitest';
import { counts } from '../../support/server/imports/imports.ts';
import { file, us } from '../../support/server/imports/kinds/community.ts';
import { planOf } from '../../support/server/imports/planOf.ts';
import { csv, errorsOf, importFiles, preview, sendImport } from '../../support/server/sheets.ts';
import { isolatedTest as test, server } from '../../support/server/world.ts';

/** Units that are here already, in two properties, below the title of a third one. */
const ROLL = csv(
  'roll.csv',
  'Birch Apartments',
  'Rent Roll',
  'As of 11/01/2026',
  '',
  'Unit,Resident,Rent,Lease From,Lease To,Balance',
  '102,"Fielding, Nora",1100,02/13/2026,,0',
  '201,VACANT,,,,0',
  '999,"Lind, Omar",980,02/13/2026,,0',
);
const UNTITLED = { ...ROLL, content: String(ROLL.content).replace('Birch Apartments', '') };
const ID = 'property:birch apartments';
const ADDRESS = 'property_address:birch apartments';

test('a rent roll that names no property is asked about, and no row is put into a property by its number', async () => {
  for (const [roll, id] of [
    [ROLL, ID],
    [UNTITLED, 'property'],
  ] as const) {
    const shown = await preview([roll]);
    expect(errorsOf(shown)).toEqual([]);
    expect(shown.questions.map((question) => [question.id, question.answer])).toEqual([[id, null]]);
    expect(shown.sheets[0]!.rows.map(({ values }) => values.property_name)).toEqual(Array(3).fill(undefined));
    expect(shown.sheets[0]!.rows.flatMap(({ notes }) => notes)).not.toContain('A new property.');
    const before = await counts();
    expect((await sendImport([roll])).statusCode).toBe(400);
    expect(await counts()).toEqual(before);
  }
});

test('a title above the headings is offered as the property, and whose address is asked for', async () => {
  const { questions } = await preview([ROLL]);
  expect(questions[0]!.inputs).toMatchObject([
    { id: ID, answer: null, suggestion: 'Birch Apartments', is_required: true },
    { id: ADDRESS, answer: null, is_required: true },
  ]);
  expect((await preview([UNTITLED])).questions[0]!.inputs[0]).toMatchObject({ suggestion: null });
});

test('the answer counts for every row, also where another property has a unit of that number', async () => {
  const answers = JSON.stringify({ [ID]: 'Birch Apartments', [ADDRESS]: '7 Birch Street' });
  const shown = await preview([ROLL], { answers });
  expect(errorsOf(shown)).toEqual([]);
  expect(shown.sheets[0]!.rows.map(({ values }) => values.property_name)).toEqual(
    Array(3).fill('Birch Apartments'),
  );
  expect((await importFiles([ROLL], { answers })).adds).toMatchObject({ properties: 1, units: 3, people: 2 });
  // The title names a property that is here from now on.
  const before = await counts();
  const again = await preview([ROLL]);
  expect(again.questions.filter(({ answer }) => answer === null)).toEqual([]);
  await importFiles([ROLL]);
  expect(await counts()).toEqual(before);
});

test('a property that is here is an answer without an address, and its units are found in it', async () => {
  const answers = JSON.stringify({ [ID]: 'maple court' });
  const shown = await preview([ROLL], { answers });
  expect(errorsOf(shown)).toEqual([]);
  expect(shown.questions.map(({ answer }) => answer)).toEqual(['given']);
  expect(shown.adds).toMatchObject({ properties: 0, units: 2 });
});

test('a list of people below the title of a new property is asked about too', async () => {
  const people = csv('people.csv', 'Birch Apartments', 'Name,Email,Unit', 'Jo Roe,jo@example.com,102');
  const shown = await preview([people]);
  expect(errorsOf(shown)).toEqual([]);
  expect(shown.questions).toMatchObject([{ id: ID, answer: null }]);
});

quick.each([
  'Rent Roll',
  'As of 11/01/2026',
  'Printed Nov 1, 2026',
  'Prepared by: Ada',
  'Fielding Property Management LLC',
  'All Properties',
  'November 2026',
])('“%s” above the headings is not offered as a property', async (title) => {
  const { preview: shown } = await planOf(
    file([[title], ['Unit', 'Tenant', 'Rent', 'Lease start'], ['1', 'Nora Fielding', 900, us('2026-02-13')]]),
  );
  expect(shown.questions.map(({ id, inputs }) => [id, inputs[0]?.suggestion])).toEqual([['property', null]]);
});

test('the only property that is here is offered, and no row is put into it before somebody says so', async () => {
  await server.database.sql`update units set property_id = 1 where property_id = 2 and unit_number not in (
    select unit_number from units where property_id = 1)`;
  await server.database.sql`delete from units where property_id = 2`;
  await server.database.sql`delete from properties where id = 2`;
  const { questions } = await preview([UNTITLED]);
  expect(questions).toMatchObject([
    {
      id: 'property',
      answer: null,
      inputs: [{ answer: null, suggestion: 'Maple Court' }, { is_required: false }],
    },
  ]);
  expect((await sendImport([UNTITLED])).statusCode).toBe(400);
  const asked = await preview([UNTITLED], { answers: JSON.stringify({ property: 'Birch Apartments' }) });
  expect(asked.questions).toMatchObject([{ answer: null, inputs: [{}, { is_required: true }] }]);
  const answers = JSON.stringify({ property: 'Maple Court' });
  expect((await importFiles([UNTITLED], { answers })).adds).toMatchObject({ properties: 0, people: 2 });
});

test('the question whether units are made names them, and their property where it is one', async () => {
  const asked = async (...rows: string[]) =>
    (await preview([csv('people.csv', 'Name,Property,Unit', ...rows)])).questions.map(({ text }) => text);
  const of = (...numbers: number[]) => numbers.map((number) => `Jo Roe,Maple Court,${number}`);
  expect(await asked(...of(901))).toEqual(['Unit 901 of Maple Court is not here. Shall it be made?']);
  expect(await asked(...of(901, 902, 903, 904))).toEqual([
    'Units 901, 902, 903 and 1 more of Maple Court are not here. Shall they be made?',
  ]);
  expect(await asked(...of(901), 'Al Roe,Harbor House,902')).toEqual([
    'Units 901 and 902 are not here. Shall they be made?',
  ]);
});

test('the address of a new property that stands in a list of people is not asked for', async () => {
  const people = csv(
    'people.csv',
    'Name,Email,Unit,Property,Property address,Address',
    'Jo Roe,jo@example.com,1,Cedar Row,5 Cedar Street,PO Box 9',
  );
  const shown = await preview([people]);
  expect(errorsOf(shown)).toEqual([]);
  expect(shown.questions).toEqual([]);
  await importFiles([people]);
  expect(await server.database.sql`select address from properties where property_name = 'Cedar Row'`).toEqual(
    [{ address: '5 Cedar Street' }],
  );
});

test('the property that was said of a sheet is offered again for the next one with its headings', async () => {
  const answers = JSON.stringify({ property: 'Birch Apartments', property_address: '7 Birch Street' });
  await importFiles([UNTITLED], { answers });
  const next = { ...UNTITLED, content: UNTITLED.content.replace('Lind, Omar', 'Moss, Cy') };
  const [question, ...more] = (await preview([next])).questions;
  expect(more).toEqual([]);
  expect(question).toMatchObject({
    id: 'property',
    answer: null,
    inputs: [
      { id: 'property', answer: null, suggestion: 'Birch Apartments', is_required: true },
      { id: 'property_address', is_required: false },
    ],
  });
  const said = await preview([next], { answers: JSON.stringify({ property: 'Birch Apartments' }) });
  expect(said.questions.filter(({ answer }) => answer === null)).toEqual([]);
  // A sheet with other headings is offered none.
  const other = csv('other.csv', 'Unit,Resident,Rent,Balance', '1,Ada Bee,900,0');
  const asked = (await preview([other])).questions.find(({ id }) => id === 'property');
  expect(asked!.inputs[0]).toMatchObject({ suggestion: null });
});

test('rows of units that are not here have one error, which says that the question settles it', async () => {
  const file = csv(
    'people.csv',
    'Name,Email,Property,Unit',
    'Al Poe,al@example.com,Maple Court,901',
    'Bo Lind,bo@example.com,Maple Court,902',
  );
  const SETTLED = 'unit_number: This unit is not here. The question above settles whether it is made.';
  expect(errorsOf(await preview([file]))).toEqual([`2 ${SETTLED}`, `3 ${SETTLED}`]);
  // Who says that they are not made has the numbers to correct.
  const not = await preview([file], { answers: JSON.stringify({ units: 'not' }) });
  expect(errorsOf(not)[0]).toBe('2 unit_number: There is no unit 901 in Maple Court, here or in the files.');
  expect(errorsOf(await preview([file], { answers: JSON.stringify({ units: 'make' }) }))).toEqual([]);
});
