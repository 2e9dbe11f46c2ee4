import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { Route } from '../../contract/http/route.ts';
import { routes } from '../../contract/routes.ts';
import { doorNumberOf, isSameDoor } from '../../contract/units/doorNumber.ts';
import * as cleanText from '../../contract/values/cleanText.ts';
import { isStorable, requiredText, UNSTORABLE } from '../../contract/values/text.ts';
import { isOfOneScript } from '../../contract/values/unicodeScripts.ts';
import { expectLinear } from '../support/hostileTexts.ts';

const words = requiredText('Please write something.', 4);

test('text is trimmed before its length is checked', () => {
  expect(words.parse('  four  ')).toBe('four');
});

test('length is counted in UTF-16 units, as JavaScript does', () => {
  expect(words.safeParse('🏠🏠').success).toBe(true);
  const tooLong = words.safeParse('🏠🏠🏠');
  expect(tooLong.error?.issues[0]?.message).toBe('Please use at most 4 characters.');
});

test.each(['', '   ', undefined, 5])(
  'the missing text %j is refused with the message of the field',
  (value) => {
    expect(words.safeParse(value).error?.issues[0]?.message).toBe('Please write something.');
  },
);

/** What some field of text accepts: words, an address, a month, a password. */
const ordinary = ['Some ordinary words', 'name@example.com', 'https://example.com/', '2026-01', '5551234567'];

/** The fields of a schema that accept an ordinary text, with that text. */
function textFields(schema: z.ZodMiniType): { field: z.ZodMiniType; name: string; text: string }[] {
  const { def } = schema._zod as unknown as {
    def: { innerType?: z.ZodMiniType; in?: z.ZodMiniType; element?: z.ZodMiniType; shape?: object };
  };
  const inner = def.innerType ?? def.in ?? def.element;
  if (inner) return textFields(inner);
  return Object.entries((def.shape ?? {}) as Record<string, z.ZodMiniType>).flatMap(([name, field]) => {
    const text = ordinary.find((each) => field.safeParse(each).success);
    return text ? [{ field, name, text }] : textFields(field);
  });
}

test('no field of any route accepts half a surrogate pair or a NUL', () => {
  const fields = Object.entries<Route>(routes).flatMap(([route, { body }]) =>
    (body ? textFields(body) : []).map((each) => ({ ...each, name: `${route}.${each.name}` })),
  );
  const names = fields.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['register.firstName', 'createMaintenance.information']));
  for (const character of ['\ud83c', '\udfe0', '\0']) {
    const accepting = fields.filter(
      ({ field, text }) => field.safeParse(`${text.slice(0, 4)}${character}${text.slice(4)}`).success,
    );
    expect(accepting.map(({ name }) => name).toSorted()).toEqual([
      // Only compared with the stored one.
      'changePassword.current_password',
      'login.password',
      'removeSecondFactor.current_password',
      'renewRecoveryCodes.current_password',
      'startSecondFactor.current_password',
      // Ignored.
      'updateAnnouncement.date',
    ]);
  }
});

test('a character outside the basic plane is kept, and half of one is refused in words', () => {
  expect(requiredText('Please write something.').parse('🏠')).toBe('🏠');
  const half = requiredText('Please write something.').safeParse('🏠'.slice(0, 1));
  expect(half.error?.issues[0]?.message).toBe(UNSTORABLE);
});

const registered = (fields: object) =>
  routes.register.body.safeParse({
    username: 'zoe',
    firstName: 'Zoë',
    lastName: 'Hale',
    email: 'zoe@example.com',
    password: 'a long enough one',
    ...fields,
  });

test.each(['\u200b', '\u200d', '\u00ad', '\u202e', '\ufeff', '\u3164', '\u2800', '\u0007', '\n'])(
  'the invisible character %j is refused within a name and a username',
  (invisible) => {
    for (const field of ['username', 'firstName', 'lastName']) {
      const { error } = registered({ [field]: `10${invisible}1` });
      expect(error?.issues.map(({ path, message }) => [...path, message])).toEqual([
        [field, 'Please leave out characters that cannot be seen.'],
      ]);
    }
  },
);

test.each(['mаnager', 'mαnager', 'Αlpha', 'ｓ한ａ'])(
  'the username %j of two scripts is refused',
  (username) => {
    expect(registered({ username }).error?.issues[0]?.message).toBe(
      'Please use the letters of one alphabet.',
    );
  },
);

test.each([
  'zoe.hale-2',
  'zoë',
  'zoe\u0308',
  'марія',
  'Ελένη',
  '山田さん',
  '김철수',
  'محمد',
  'देवी',
  '101',
  '🏠',
])('the username %j is accepted', (username) => {
  expect(registered({ username }).error).toBeUndefined();
});

test.each(['Nuño-Ó Briain', "D'Arcy Jr.", 'Лена Smith', 'Mary  Ann', '山田 太郎'])(
  'the name %j is accepted',
  (firstName) => {
    expect(registered({ firstName }).error).toBeUndefined();
  },
);

// Every function of `cleanText.ts`, also one that is added to it.
const cleaning: Record<string, (text: string) => unknown> = {
  ...cleanText,
  doorNumberOf,
  isSameDoor: (text) => isSameDoor(text, text),
  isStorable,
  isOfOneScript,
};

test.each(Object.entries(cleaning))(
  '%s takes any text of 10,000 characters in a time that grows no faster than its length, so that nobody waits for it',
  (_, clean) => expectLinear(clean),
);

test('an address is looked for in a text that is as long as an address may be, and in no longer one', () => {
  expect(cleanText.cleanEmail(`${' '.repeat(240)}jo@example.com`)).toBe('jo@example.com');
  const longer = `${' '.repeat(241)}jo@example.com`;
  expect(cleanText.cleanEmail(longer)).toBe(longer);
  // However many layers are around it.
  expect(cleanText.cleanEmail(`${'('.repeat(120)}jo@x.com${')'.repeat(120)}`)).toBe('jo@x.com');
});
