import { expect, test } from 'vitest';
import { fieldMessages } from '../../../contract/http/failure.ts';
import { NewPerson, ProfileEdit, Register, UserUpdate } from '../../../contract/users/account.ts';
import { phoneParts } from '../../../contract/values/phoneParts.ts';

/** What becomes of a number that is typed: what is stored, or the words of its refusal. */
function outcome(phone: unknown): unknown {
  const parsed = UserUpdate.safeParse({ phone });
  return parsed.success ? parsed.data.phone : fieldMessages(parsed.error).phone;
}

test.each([
  '555-0142',
  '518-555-0142',
  '(518) 555-0142',
  '+1 518.555.0142',
  '+44 (0)20 7946 0958',
  '518-555-0142 ext. 12',
  '518-555-0142x12',
  '518 555 0142 extension 12',
  '518-555-0142, #12',
])('the phone number %j is kept as it is typed', (typed) => {
  expect(outcome(typed)).toBe(typed);
});

test.each([
  ['  518-555-0142 ', '518-555-0142'],
  ['\u202a+1\u00a0518\u00a0555\u00a00142\u202c', '+1 518 555 0142'],
  ['518\u2010555\u20100142', '518\u2010555\u20100142'],
])('the phone number %j is kept without what cannot be seen around it', (typed, kept) => {
  expect(outcome(typed)).toBe(kept);
});

test.each(['', '   ', null])('who types %j as a phone number has none', (typed) => {
  expect(outcome(typed)).toBeNull();
});

const TOO_SHORT = 'Please enter the whole phone number: it has at least 7 digits, such as 555-123-4567.';
const LETTERS = 'A phone number has digits, and no letters but an extension, such as 555-123-4567 ext. 12.';

test.each([
  ['12345', TOO_SHORT],
  ['555-014', TOO_SHORT],
  // Of an extension alone no call is made.
  ['ext. 1234567', TOO_SHORT],
  ['555-01 ext. 12345', TOO_SHORT],
  ['call me', LETTERS],
  ['518-555-0142 home', LETTERS],
  ['518-555-CALL-NOW', LETTERS],
  ['518-555-0142 <b>', LETTERS],
  ['5'.repeat(41), 'Please use at most 40 characters.'],
  [5_185_550_142, 'Phone must be text.'],
])('the phone number %j is refused in words', (typed, words) => {
  expect(outcome(typed)).toBe(words);
});

test('each form that takes a person takes a phone number by the same rule, and goes without one', () => {
  const names = { firstName: 'Ida', lastName: 'Brandt', email: 'ida@example.com' };
  const forms = [
    [Register, { ...names, username: 'ida', password: 'a lamp at dusk' }],
    [NewPerson, names],
    [UserUpdate, names],
    [ProfileEdit, names],
  ] as const;
  for (const [schema, person] of forms) {
    expect(schema.safeParse(person).success).toBe(true);
    expect(schema.parse({ ...person, phone: ' 518-555-0142 ' })).toMatchObject({ phone: '518-555-0142' });
    expect(fieldMessages(schema.safeParse({ ...person, phone: 'no' }).error!)).toEqual({ phone: LETTERS });
  }
});

test.each([
  ['518-555-0142 ext. 12', '518-555-0142', '12'],
  ['518-555-0142x12', '518-555-0142', '12'],
  ['518-555-0142', '518-555-0142', undefined],
])('of %j the extension is told apart', (typed, number, extension) => {
  expect(phoneParts(typed)).toEqual({ number, extension });
});
