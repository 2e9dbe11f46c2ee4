import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { importColumns, IMPORT_TABLES, type ImportTable } from '../../contract/imports/importTables.ts';
import type { ExportedFile } from './exportedFile.ts';
import { importable, rents } from './importable.ts';

/** An import takes 10,000 rows at once, and files of 5 MB. */
const LIMITS = { rows: 9_000, bytes: 4_500_000 };

/** The columns of each file by the names of an import, as headings and in the read-me. */
const COLUMNS = {
  units: {
    property_name: 'The property; one of several of that name with what tells it apart',
    address: 'The property’s address',
    phone_number: 'The property’s phone number',
    unit_number: 'The unit’s number',
    rent_amount: 'What is offered as its monthly rent, in dollars',
    notes: 'What management noted',
  },
  people: {
    first_name: 'First name',
    last_name: 'Last name',
    email: 'Email address; empty for none',
    phone: 'Phone number',
    property_name: 'The property of their unit',
    unit_number: 'Their unit, or that of the lease',
    starts: 'The lease’s first day; the first row of a lease is of who is billed',
    ends: 'The lease’s last day; empty while it is open',
    rent_amount:
      'Dollars a month from the next month on; 0.00 where nothing is charged, or the lease has ended',
    from_month: 'The first month of rent, where it begins later than the next month',
  },
  balances: {
    first_name: 'First name',
    last_name: 'Last name',
    email: 'Email address; empty for none',
    property_name: 'The property of their unit',
    unit_number: 'Their unit',
    effective_on: 'The day since which it is open',
    amount: 'Dollars that are open: positive is owed, negative is to their credit',
    description: 'What it is for',
  },
} as const satisfies Partial<Record<ImportTable, Record<string, string>>>;

/** The files that an import takes as they are, and what does not fit into them. */
export function importFiles(today: string): ExportedFile[] {
  return [
    importFile('units', unitRows),
    importFile('people', peopleRows(today)),
    importFile('balances', balanceRows(today)),
    {
      path: 'left-out',
      says: 'What an import cannot make again from these files, with the reason. It is in the files for reading.',
      columns: [
        { name: 'kind', says: 'A person, a lease or a property' },
        { name: 'id', says: 'Its id in the files for reading' },
        { name: 'who_or_what', says: 'Who or what it is' },
        { name: 'home', says: 'The unit of a lease' },
        { name: 'dollars', says: 'What a person owes' },
        { name: 'why', says: 'Why it is left out' },
      ],
      query: leftOut(today),
      limits: LIMITS,
    },
  ];
}

function importFile(table: keyof typeof COLUMNS, query: Part): ExportedFile {
  return {
    path: `import/${table}`,
    says: IMPORT_TABLES[table].description,
    columns: Object.entries(COLUMNS[table]).map(([name, says]) => ({
      name: importColumns(table)[name]?.label ?? name,
      says,
    })),
    query,
    limits: LIMITS,
  };
}

const unitRows = sqlTag`
  select json_build_array(labels.property_name, properties.address, properties.phone_number, units.unit_number,
    units.rent_amount::text, units.notes) as cells, null as together
  from units join properties on properties.id = units.property_id
  join property_labels as labels on labels.id = properties.id
  order by labels.property_name, properties.id, unit_order(units.unit_number), units.id`;

const peopleRows = (today: string) => sqlTag`
  with ${importable(today)}, ${rents(today)}
  select json_build_array(person.first_name, person.last_name, person.email, person.phone, places.property_name,
    places.unit_number, to_char(starts, 'YYYY-MM-DD'), to_char(ends, 'YYYY-MM-DD'),
    case when lease_id is not null then to_char(rent.amount, 'FM9999999990.00') end,
    to_char(rent.from_month, 'YYYY-MM-DD')) as cells, lease_id::text as together
  from person_rows as row join told_apart as person on person.id = row.user_id
  left join places on places.unit_id = row.unit_id
  left join rents as rent using (lease_id)
  order by places.property_name, places.property_id, unit_order(places.unit_number), places.unit_number, starts, lease_id,
    position, person.id`;

const balanceRows = (today: string) => sqlTag`
  with ${importable(today)}
  select json_build_array(person.first_name, person.last_name, person.email, places.property_name, places.unit_number,
    to_char(least(entry.effective_on, ${today}::date), 'YYYY-MM-DD'),
    (sign(open_amounts.amount) * open_amounts.open)::numeric(12, 2)::text,
    coalesce(nullif(entry.description, ''), entry.type)) as cells, null as together
  from open_amounts join told_apart as person on person.id = open_amounts.user_id
  join (select id, coalesce(effective_on, created_at::date) as effective_on, description, type from transactions) as entry
    on entry.id = open_amounts.transaction_id
  left join places on places.unit_id = person.anchor
  where open_amounts.open > 0 and exists (select from person_rows as row where row.user_id = person.id)
  order by places.property_name, places.property_id, unit_order(places.unit_number), person.id, entry.effective_on, entry.id`;

const leftOut = (today: string) => sqlTag`
  with ${importable(today)}
  select json_build_array('Person', id::text, first_name || ' ' || last_name, null, balance::numeric(14, 2)::text,
    case when email <> '' then 'They are neither in a unit nor in a lease of these files.'
      when anchor is null then 'They have neither an email nor a unit.'
      when not is_known then 'They have no email, and somebody else of their unit has their name.'
      else 'They have no email and left a unit whose lease is left out.' end) as cells, null as together
  from told_apart where not exists (select from person_rows as row where row.user_id = told_apart.id)
  union all
  select json_build_array('Lease', lease_id::text, string_agg(person.first_name || ' ' || person.last_name, ', ' order by position),
    min(places.unit_number || ', ' || places.property_name), null,
    'One of its tenants lives elsewhere, or is told from nobody else by an email, or by a name and unit.'), null
  from tenancies join told_apart as person on person.id = user_id join places using (unit_id)
  where not is_fitting group by lease_id
  union all
  select json_build_array('Property', properties.id::text, property_name, null, null, 'It has no units.'), null
  from properties where not exists (select from units where property_id = properties.id)`;
