import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { fieldMessages } from '../../contract/http/failure.ts';
import type { Route } from '../../contract/http/route.ts';
import { routes } from '../../contract/routes.ts';

interface NamedField {
  /** Such as `register.email`. */
  name: string;
  schema: z.ZodMiniType;
}

/** The fields of a schema, also of those within it. */
function fieldsOf(schema: z.ZodMiniType, path: string): NamedField[] {
  const { def } = schema._zod as unknown as {
    def: { innerType?: z.ZodMiniType; in?: z.ZodMiniType; element?: z.ZodMiniType; shape?: object };
  };
  const inner = def.innerType ?? def.in ?? def.element;
  if (inner) return fieldsOf(inner, path);
  return Object.entries((def.shape ?? {}) as Record<string, z.ZodMiniType>).flatMap(([key, field]) => {
    const name = `${path}.${key}`;
    return [{ name, schema: field }, ...fieldsOf(field, name)];
  });
}

const fields = Object.entries<Route>(routes).flatMap(([name, { body }]) =>
  body ? fieldsOf(body, name) : [],
);

/** Whether a field is one of addresses: it takes one, and refuses words and a web address. */
function takesAddresses({ schema }: NamedField): boolean {
  const takes = (text: string) => schema.safeParse(text).success;
  return takes('name@example.com') && !takes('name') && !takes('https://example.com/');
}

const emails = fields.filter(takesAddresses);
// Signing in compares with what is stored, in every form of it (`signIn.test.ts`).
const usernames = fields.filter(({ name }) => name.endsWith('.username') && name !== 'login.username');

/** What becomes of a text: what is stored, or the words of its refusal. */
function outcome(schema: z.ZodMiniType, text: string): unknown {
  const parsed = schema.safeParse(text);
  return parsed.success ? parsed.data : Object.values(fieldMessages(parsed.error));
}

test('every call that takes an email address or a username is looked at', () => {
  expect(emails.map(({ name }) => name).toSorted()).toEqual(
    fields
      .map(({ name }) => name)
      .filter((name) => /email$/i.test(name) && !/\.kinds\.|by_email$/.test(name))
      .toSorted(),
  );
  expect(emails.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'register.email',
      'updateCommunity.email',
      'createPerson.email',
      'completeSetup.email',
    ]),
  );
  expect(usernames.map(({ name }) => name).toSorted()).toEqual([
    'acceptInvitation.username',
    'completeSetup.username',
    'register.username',
    'updateUser.username',
  ]);
});

test.each([
  ['an invisible character', 'jo\u200b@example.com'],
  ['a soft hyphen', 'jo@exam\u00adple.com'],
  ['a mark of order', '\ufeffjo@example.com\u200e'],
  ['a space that does not break', '\u00a0jo@example.com\u00a0'],
  ['a line separator', 'jo@example.com\u2028'],
  ['mailto:', 'mailto:jo@example.com'],
  ['MAILTO: and a subject', 'MAILTO:jo@example.com?subject=Hello'],
  ['angle brackets', '<jo@example.com>'],
  ['a name before it', '"Hale, Jo" <jo@example.com>'],
  ['brackets', '(jo@example.com)'],
  ['square brackets', '[jo@example.com]'],
  ['a trailing comma', 'jo@example.com,'],
  ['a trailing semicolon', 'jo@example.com; '],
  ['a trailing point', 'jo@example.com.'],
  ['quotes', '“jo@example.com”'],
  ['letters of full width', 'ｊｏ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
])('an email address that was pasted with %s is cleaned in every field', (_, pasted) => {
  for (const { name, schema } of emails) expect(outcome(schema, pasted), name).toBe('jo@example.com');
});

test.each([
  'jo@example.com,al@example.com',
  'jo hale@example.com',
  'jo\u2028hale@example.com',
  'jo<b>@example.com',
  'jo(home)@example.com',
  'jo@[192.0.2.1]',
  'jo:hale@example.com',
  'jo;hale@example.com',
  'jo\\hale@example.com',
  '"jo hale"@example.com',
  'jo@@example.com',
  'jo@example..com',
  '\u200b',
])('%j, which is no address, is refused in words in every field', (typed) => {
  for (const { name, schema } of emails) {
    expect(outcome(schema, typed), name).toEqual([
      expect.stringMatching(/^(Please enter an email address like name@example\.com\.|Email is required)$/),
    ]);
  }
});

/** Every control character but NUL, which no text may contain. */
const CONTROLS = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter((character) =>
  /[^\P{Cc}\0]/u.test(character),
);

test('no control character makes another address of one: it goes at the ends, and is refused within', () => {
  expect(CONTROLS).toHaveLength(64);
  for (const { name, schema } of emails) {
    for (const control of CONTROLS) {
      const said = `${name} ${JSON.stringify(control)}`;
      for (const typed of [
        `${control}jo@example.com`,
        `jo@example.com${control}`,
        `<jo@example.com${control}>`,
      ])
        expect(outcome(schema, typed), said).toBe('jo@example.com');
      for (const typed of [
        `jo${control}@example.com`,
        `jo@${control}example.com`,
        `jo@example.c${control}om`,
      ])
        expect(outcome(schema, typed), said).toEqual([
          'Please enter an email address like name@example.com.',
        ]);
    }
  }
});

test.each([
  ['an address as it is', 'Jo.Hale+home@mail.example.co.uk'],
  ['an apostrophe', "d'arcy@example.com"],
  ['letters of another alphabet', 'марія@пошта.укр'],
  ['marks of Devanagari', 'देवी@उदाहरण.भारत'],
])('%s is kept', (_, typed) => {
  for (const { name, schema } of emails) expect(outcome(schema, typed), name).toBe(typed);
});

test('what looks the same is the same username and the same address, in each form of Unicode', () => {
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) {
    for (const { name, schema } of usernames)
      expect(outcome(schema, 'zoë ﬁnch'.normalize(form)), `${name} ${form}`).toBe('zoë finch');
    for (const { name, schema } of emails)
      expect(outcome(schema, 'zoë@example.com'.normalize(form)), `${name} ${form}`).toBe('zoë@example.com');
  }
});

/** Every character that separates words, and those that look like a space. */
const SPACES = [
  ...['\u00a0', '\u1680', '\u2000', '\u2003', '\u2007', '\u2009', '\u200a', '\u2028', '\u2029'],
  ...['\u202f', '\u205f', '\u3000', '  ', '\u00a0 '],
];

test.each(SPACES)('a username with the space %j is the one with an ordinary space', (space) => {
  for (const { name, schema } of usernames) {
    expect(outcome(schema, `jo${space}hale`), name).toBe('jo hale');
    expect(outcome(schema, `${space}jo hale${space}`), name).toBe('jo hale');
  }
});

test('a text of a megabyte is refused before it is cleaned', () => {
  for (const text of ['<', '\u200b', 'mailto:', 'ﷺ', ', ', 'x\u2028'].map((part) => part.repeat(1_000_000))) {
    const started = performance.now();
    for (const { schema } of [...emails, ...usernames]) expect(schema.safeParse(text).success).toBe(false);
    expect(performance.now() - started).toBeLessThan(2000);
  }
});
