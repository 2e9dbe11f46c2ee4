import { addMonths, monthOf } from '../../../contract/values/calendar.ts';
import { workbook } from '../server/workbook.ts';

/** How many units, each with one person who rents it. */
const UNITS = 200;
export const PROPERTY = 'Larch Yard';

/** The person who joins in the test, with what they owe. */
export const RENTER = {
  first: 'Rosa',
  last: 'Lindqvist',
  email: 'rosa@example.com',
  unit: '107',
  owes: 412.5,
};

const FIRST_NAMES = ['Ada', 'Ben', 'Chi', 'Dora', 'Emil', 'Fatima', 'Goran', 'Hana', 'Ivo', 'June'];
const LAST_NAMES = [
  'Abara',
  'Brandt',
  'Costa',
  'Dahl',
  'Eriksen',
  'Fofanah',
  'Greco',
  'Horvat',
  'Ito',
  'Jansen',
];

/** An .xlsx of a community as another program exports it: 200 units, people with leases, and what some of them owe. */
export function spreadsheet(today: string): Buffer {
  const people = Array.from({ length: UNITS }, (_, index) => {
    const unit = String((1 + Math.floor(index / 20)) * 100 + (index % 20) + 1);
    if (unit === RENTER.unit) return RENTER;
    const first = FIRST_NAMES[index % 10] ?? '';
    const last = `${LAST_NAMES[Math.floor(index / 10) % 10] ?? ''}${index < 100 ? '' : '-Moss'}`;
    const email = `tenant${unit}@example.com`;
    return { first, last, email, unit, owes: index % 5 === 0 ? 100 + index : 0 };
  });
  const month = monthOf(today);
  // Nothing is charged meanwhile, so that each owes what the spreadsheet says.
  const next = addMonths(month, 2);
  return Buffer.from(
    workbook({
      Units: [
        ['Property', 'Address', 'Unit', 'Rent'],
        ...people.map(({ unit }) => [PROPERTY, '5 Larch Lane', unit, 1450]),
      ],
      Tenants: [
        ['First name', 'Last name', 'Email', 'Property', 'Unit', 'Lease start', 'First month charged'],
        ...people.map(({ first, last, email, unit }) => [
          first,
          last,
          email,
          PROPERTY,
          unit,
          addMonths(month, -6),
          next,
        ]),
      ],
      Owed: [
        ['Email', 'Date', 'Amount'],
        ...people
          .filter(({ owes }) => owes > 0)
          .map(({ email, owes }) => [email, addMonths(month, -1), owes]),
      ],
    }),
  );
}
