import { expect } from 'vitest';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { csv, sendImport, sendPreview } from '../../support/server/sheets.ts';
import { test, server } from '../../support/server/world.ts';

/** Together 2,000 rows. */
const UNITS = 700;
const PEOPLE = 700;
const BALANCES = 600;

const range = <T>(count: number, of: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => of(index));
const files = [
  csv(
    'units.csv',
    'Property,Address,Unit,Rent',
    ...range(UNITS, (index) => `Oak Hall,9 Oak Street,U${index},1${index}.50`),
  ),
  csv(
    'people.csv',
    'First name,Last name,Email,Property,Unit,Lease start,Lease end',
    ...range(PEOPLE, (index) => `Jo${index},Roe,jo${index}@example.com,Oak Hall,U${index},2026-01-01,`),
  ),
  csv(
    'balances.csv',
    'Email,Date,Amount',
    ...range(BALANCES, (index) => `jo${index}@example.com,2026-10-01,${index + 1}.25`),
  ),
];

test('2,000 rows are shown and imported in less than ten seconds, and again in less', async () => {
  const seconds: Record<string, number> = {};
  async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const answer = await work();
    seconds[name] = Math.round(performance.now() - began) / 1000;
    return answer;
  }
  const preview = await timed('preview', () => sendPreview(files));
  expect(preview.json<{ adds: object }>().adds).toEqual({
    properties: 1,
    units: 700,
    people: 700,
    leases: 700,
    entries: 600,
    moved: 0,
  });
  const imported = await timed('import', () => sendImport(files));
  expect(imported.statusCode).toBe(201);
  const again = await timed('again', () => sendImport(files));
  expect(again.json<{ message: string }>().message).toContain('Nothing was changed');
  process.stdout.write(`2,000 rows on ${server.database.kind}: ${JSON.stringify(seconds)}\n`);
  expect(Math.max(...Object.values(seconds))).toBeLessThan(10);
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

test('thousands of rows with the same mistake are answered soon, and shortly', async () => {
  const ROWS = 4900;
  const wrong = (first: (index: number) => string, second: (index: number) => string) => [
    csv('units.csv', 'Property,Address,Unit', ...range(ROWS, first)),
    csv('people.csv', 'Name,Unit', ...range(ROWS, second)),
  ];
  const began = performance.now();
  const nowhere = await sendPreview(
    wrong(
      (index) => `Elm Hall,9 Elm Street,0${index}`,
      (index) => `Jo${index} Roe,X${index}`,
    ),
  );
  expect(performance.now() - began).toBeLessThan(5000);
  expect(nowhere.body).toContain('There is no unit X4899, here or in the files.');
  const anywhere = await sendPreview(
    wrong(
      (index) => `Hall ${index},9 Elm Street,1`,
      (index) => `Jo${index} Roe,1`,
    ),
  );
  expect(anywhere.body).toContain(
    'Unit 1 is in Hall 0 and Hall 1 and Hall 2 and Hall 3 and Hall 4 and 4895 others. Please name the property.',
  );
  expect(anywhere.body.length).toBeLessThan(5_000_000);
});
