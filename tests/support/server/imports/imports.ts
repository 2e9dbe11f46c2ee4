import { addMonths, monthOf } from '../../../../contract/values/calendar.ts';
import { communityDay } from '../../days.ts';
import { csv } from '../sheets.ts';
import { manager, server } from '../world.ts';

export const NEXT_MONTH = addMonths(monthOf(communityDay()), 1);

const UNITS = csv(
  'units.csv',
  'Property,Address,Phone,Unit,Monthly rent,Notes',
  'Oak Hall,9 Oak Street,555-010-0009,1A,"$1,450.00",Corner',
  'Oak Hall,,,1B,1500,',
  'Maple Court,,,007,900,',
);
const PEOPLE = csv(
  'people.csv',
  'First name,Last name,Email,Property,Unit,Lease start,Lease end,Monthly rent,First month charged',
  'Jane,Doe,jane@example.com,Oak Hall,1a,2026-05-01,,1425,',
  'John,Doe,,Oak Hall,1A,2026-05-01,,,',
  'Ana,Lima,ana@example.com,,007,,,,',
);
const BALANCES = csv(
  'balances.csv',
  'Email,Name,Unit,Date,Amount,Description',
  'jane@example.com,,,2026-10-01,125.50,Rent for October',
  ',John Doe,1A,2026-10-03,(20.00),',
  'resident@example.com,,,2026-10-01,0,',
);
export const FILES = [UNITS, PEOPLE, BALANCES];

export const list = async <T>(path: string) => (await server.call('GET', path, { as: manager })).json<T[]>();
export const counts = async () => {
  const { sql } = server.database;
  const [row] = await sql<Record<string, number>>`
    select (select count(*) from properties) as properties, (select count(*) from units) as units,
      (select count(*) from users) as users, (select count(*) from leases) as leases,
      (select count(*) from transactions) as transactions, (select count(*) from audit) as audit`;
  return row!;
};
