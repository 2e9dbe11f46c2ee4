import { expect, test } from 'vitest';
import { fieldMessages } from '../../contract/http/failure.ts';
import type { Route } from '../../contract/http/route.ts';
import { routes } from '../../contract/routes.ts';

/** The message of each field, as form and server show it. */
function told(route: Route, body: unknown): Record<string, string> {
  const parsed = route.body!.safeParse(body);
  return parsed.success ? {} : fieldMessages(parsed.error);
}

const good = {
  username: 'ida',
  password: 'a lamp at dusk',
  firstName: 'Ida',
  lastName: 'Brandt',
  email: 'ida@example.com',
};

test.each([
  ['firstName', ' ', 'First name is required'],
  ['lastName', '', 'Last name is required'],
  ['username', '\t', 'Username is required'],
  ['email', undefined, 'Email is required'],
  ['password', '123456', 'Password must be at least 7 characters'],
  ['password', undefined, 'Password is required'],
])('a registration with %s as %j is refused with the message of that field', (field, value, message) => {
  expect(told(routes.register, { ...good, [field]: value })).toEqual({ [field]: message });
});

test('a report without an issue is refused with “Please describe the issue.”', () => {
  expect(told(routes.createMaintenance, { information: '  ' })).toEqual({
    information: 'Please describe the issue.',
  });
});

test.each(['ida', 'ida@', '@example.com', 'ida@example', 'i da@example.com'])(
  '“%s” is refused as an email address',
  (email) => {
    expect(told(routes.register, { ...good, email })).toEqual({
      email: 'Please enter an email address like name@example.com.',
    });
  },
);

test('text is trimmed, and a password is not', () => {
  const parsed = routes.register.body.parse({ ...good, firstName: ' Ida ', password: ' a lamp ' });
  expect(parsed).toMatchObject({ firstName: 'Ida', password: ' a lamp ' });
});

const wrong = [undefined, null, '', ' ', 'x\0', 'x'.repeat(10_000), -1, 0, 1.5, 1e300, true, [], [1], {}];

test.each(Object.entries<Route>(routes).filter(([, route]) => route.body))(
  'any wrong input of %s gets a message of ours, never the library’s',
  (_, route) => {
    // A body is an object or a list of objects.
    const body = route.body as unknown as { shape?: object; def: { element?: { shape: object } } };
    const { element } = body.def;
    for (const name of Object.keys(body.shape ?? element?.shape ?? {})) {
      for (const value of wrong) {
        const record = { ...good, information: 'Leak', [name]: value };
        const message = element ? told(route, [record])[`0.${name}`] : told(route, record)[name];
        expect(message ?? '', `${name}: ${JSON.stringify(value)}`).not.toMatch(/invalid|expected/i);
      }
    }
    if (!element) return;
    for (const value of wrong)
      expect(Object.values(told(route, value)).join()).not.toMatch(/invalid|expected/i);
    for (const value of wrong)
      expect(Object.values(told(route, [value])).join()).not.toMatch(/invalid|expected/i);
  },
);

test('an email address of a megabyte of dots is refused by its length before the pattern runs', () => {
  const email = `a@${'.'.repeat(1_000_000)}@`;
  const parsed = routes.register.body.safeParse({ ...good, email });
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual(['Please use at most 254 characters.']);
});

test.each(['jo@example', 'jo@.com', 'jo@example..com', '@example.com', 'jo hale@example.com'])(
  '“%s” is refused as an email address',
  (email) => {
    expect(told(routes.register, { ...good, email })).toEqual({
      email: 'Please enter an email address like name@example.com.',
    });
  },
);
