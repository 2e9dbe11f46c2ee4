import { expect } from 'vitest';
import type { InstalledMeter } from '../../../contract/utilities/installedMeter.ts';
import { csv, importFiles, preview } from '../../support/server/sheets.ts';
import { list } from '../../support/server/imports/imports.ts';
import { isolatedTest as test, server } from '../../support/server/world.ts';

const HEADINGS = 'Property,Unit,Kind,Serial number,Counts in,Digits,Multiplier,Place,Since,First value';
const meters = (...lines: string[]) => [csv('meters.csv', HEADINGS, ...lines)];

test('meters are imported with their units, kinds and first values, and the same file again changes nothing', async () => {
  const files = [
    csv('units.csv', 'Property,Address,Unit', 'Oak Hall,9 Oak Street,1A'),
    ...meters(
      'Oak Hall,1a,Electricity,E-1,,6,,Hall,2026-05-01,"1,204.5"',
      'Maple Court,101,water,W-1,HCF,,,,,88',
    ),
  ];
  const answer = await importFiles(files);
  expect(answer.adds).toMatchObject({ units: 1, meters: 2 });
  expect(answer.message).toBe('Imported: 1 property, 1 unit, 2 meters.');
  expect(await list<InstalledMeter>('/meters')).toMatchObject([
    {
      ...{ kind: 'electric', serial_number: 'E-1', measure: 'kWh', digits: 6, multiplier: 1, place: 'Hall' },
      ...{ installed_on: '2026-05-01', last: { value: 1204.5, read_on: '2026-05-01' } },
    },
    {
      unit_id: 1,
      kind: 'water',
      measure: 'CCF',
      digits: 5,
      multiplier: 748.0519,
      place: null,
      last: { value: 88 },
    },
  ]);
  const again = await importFiles(files);
  expect(again.message).toBe('Everything in these files is here already. Nothing was changed.');
  expect(await list('/meters')).toHaveLength(2);
  expect(await server.database.sql`select id from audit where subject = 'meter'`).toHaveLength(2);
});

test('what is wrong with a meter is told at its cell', async () => {
  await importFiles(meters('Maple Court,101,Water,W-1,gal,5,1,,,1000'));
  const [sheet] = (
    await preview(
      meters(
        'Maple Court,102,Water,w-1,gal,5,1,,,1000',
        'Maple Court,101,Steam,S-1,,,,,,1',
        'Maple Court,101,Water,W-2,kWh,,,,,1',
        'Maple Court,101,Water,W-3,gal,3,1,,,1000',
        'Maple Court,101,Water,W-4,gal,5,0,,2099-01-01,',
        'Maple Court,101,Gas,G-1,therms,5,1,,,7',
        'Maple Court,102,Gas,G-1,therms,5,1,,,7',
        'Maple Court,909,Gas,G-2,therms,5,1,,,7',
      ),
    )
  ).sheets;
  expect(sheet?.table).toBe('meters');
  expect(sheet?.errors.map(({ line, column, message }) => [line, column, message])).toEqual([
    [2, 'serial_number', 'Unit 101 of Maple Court has this meter.'],
    [3, 'meter_kind', 'A meter is for water, electric or gas.'],
    [4, 'measure', 'A meter for water counts in gal, kgal, ft³, CCF, m³.'],
    [5, 'first_value', 'This meter has 3 digits.'],
    [6, 'installed_on', 'This day has not come yet.'],
    [6, 'multiplier', 'A multiplier is a number above zero, with at most 4 decimals.'],
    [6, 'first_value', 'Please enter what the meter shows, such as 4521.'],
    [8, 'serial_number', 'Line 7 has this meter already.'],
    [9, 'unit_number', 'There is no unit 909 in Maple Court, here or in the files.'],
  ]);
});

test('headings that other programs give their lists of meters are understood', async () => {
  const [sheet] = (
    await preview([
      csv(
        'list.csv',
        'Building,Apt,Utility Type,Meter Number,UOM,Location,Current Reading',
        'Maple Court,101,Gas,G-7,Therms,Cellar,12',
      ),
    ])
  ).sheets;
  expect(sheet).toMatchObject({ table: 'meters', errors: [] });
  expect(sheet?.rows).toMatchObject([
    {
      outcome: 'new',
      values: { serial_number: 'G-7', place: 'Cellar', first_value: '12', measure: 'therms' },
    },
  ]);
});
