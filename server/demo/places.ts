import type { Sql } from '../database/database.ts';
import type { Calendar } from './calendar.ts';

interface DemoUnit {
  number: string;
  /** Dollars a month. */
  rent: number;
  notes?: string;
  /** Without gas: its gas meter reads zero. */
  allElectric?: true;
}

interface DemoProperty {
  name: string;
  address: string;
  phone: string;
  units: DemoUnit[];
}

const properties: DemoProperty[] = [
  {
    name: 'Alder Court',
    address: '480 Alder Lane, Marlow Falls, NY',
    phone: '5185550142',
    units: [
      { number: '101', rent: 1325, notes: 'Step-free entrance; grab bars in the bathroom.' },
      { number: '102', rent: 1325 },
      { number: '103', rent: 1540, notes: 'Two bedrooms. One cat on the lease.' },
      { number: '104', rent: 1350, notes: 'Vacant: new flooring, walls to be painted.' },
      { number: '201', rent: 1395 },
      { number: '202', rent: 1395, notes: 'Water shut-off is behind the washer.' },
      { number: '203', rent: 1575 },
      { number: '204', rent: 1410, notes: 'Balcony door replaced last fall.' },
      { number: '301', rent: 1610, notes: 'Two bedrooms. Renewed until next June.' },
      { number: '302', rent: 1450 },
      { number: '303', rent: 1450, notes: 'Vacant: ready to show.' },
      { number: '304', rent: 1462.5 },
      { number: '401', rent: 1980, notes: 'Top floor, three bedrooms, two covered spaces.' },
      { number: '402', rent: 1725 },
    ],
  },
  {
    name: 'Linden House',
    address: '17 Linden Terrace, Marlow Falls, NY',
    phone: '5185550187',
    units: [
      // Two properties have a 102 on purpose: see residents.ts.
      { number: '101', rent: 1890, notes: 'Garden cottage, own yard.' },
      { number: '102', rent: 1890, notes: 'Garden cottage. Vacant: roof work until the end of the month.' },
      { number: '1A', rent: 1280, allElectric: true },
      { number: '1B', rent: 1345.75, allElectric: true },
      { number: '2A', rent: 1295, allElectric: true },
      { number: '2B', rent: 1480, notes: 'Washer hookup in the hall closet.' },
      { number: '3A', rent: 1310, allElectric: true },
      { number: '3B', rent: 1310, allElectric: true, notes: 'Studio.' },
      { number: '4A', rent: 1520 },
      { number: '4B', rent: 1520, notes: 'Vacant: waiting for the inspection.' },
    ],
  },
];

/** How the demo names a unit: `Linden House 2B`. */
export type UnitName = string;

/** The inserted rows' ids, by name. */
export interface DemoIds {
  unitIds: ReadonlyMap<UnitName, number>;
  userIds: ReadonlyMap<string, number>;
  manager: number;
}

/** Every unit by its name. */
export const units = new Map<UnitName, DemoUnit>(
  properties.flatMap(({ name, units }) => units.map((unit) => [`${name} ${unit.number}`, unit] as const)),
);

/** Inserts the properties and their units with their tenants. Returns the units' ids. */
export async function insertPlaces(
  sql: Sql,
  calendar: Calendar,
  tenantsOf: (unit: UnitName) => string | null,
): Promise<Map<UnitName, number>> {
  const created = calendar.inMonth(13, 2, '09:00');
  await sql`
    insert into properties (property_name, address, phone_number, total_units, created_at)
    select name, address, phone, jsonb_array_length(units), ${created}::timestamp at time zone ${calendar.zone}
    from jsonb_to_recordset(${properties}::jsonb) as row(name text, address text, phone text, units jsonb)`;
  const rows = properties
    .flatMap(({ name, units }) =>
      units.map((unit) => ({ property: name, ...unit, tenants: tenantsOf(`${name} ${unit.number}`) })),
    )
    .map((row, position) => ({ ...row, position }));
  await sql`
    insert into units (property_id, unit_number, rent_amount, notes, tenants, created_at)
    select properties.id, row.number, row.rent, row.notes, row.tenants,
      ${created}::timestamp at time zone ${calendar.zone}
    from jsonb_to_recordset(${rows}::jsonb)
      as row(property text, number text, rent numeric, notes text, tenants text, position int)
    join properties on properties.property_name = row.property
    order by row.position`;
  const inserted = await sql<{ id: number; name: UnitName }>`
    select units.id, property_name || ' ' || unit_number as name
    from units join properties on properties.id = property_id`;
  return new Map(inserted.map(({ id, name }) => [name, id]));
}
