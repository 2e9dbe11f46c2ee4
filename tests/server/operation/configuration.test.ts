import { expect, test } from 'vitest';
import { configurationWarnings, readConfiguration } from '../../../server/configuration/configuration.ts';

const complaint = (environment: Record<string, string>) => {
  try {
    readConfiguration(environment);
  } catch (error) {
    return (error as Error).message.split('\n').slice(1);
  }
  return [];
};

test('without settings the server runs as a demo on the loopback address', () => {
  expect(readConfiguration({})).toMatchObject({
    production: false,
    demo: true,
    PORT: 3000,
    HOST: '127.0.0.1',
    DATA_DIR: './data',
    TIME_ZONE: 'America/New_York',
    TRUST_PROXY: 0,
    CORS_ORIGINS: [],
    MANAGER_SECOND_FACTOR: 'optional',
    SIGN_IN_FAILURES_PER_ACCOUNT: 10,
    SIGN_IN_FAILURES_PER_ACCOUNT_TOTAL: 100,
    SIGN_IN_FAILURES_PER_ADDRESS: 100,
    REGISTRATIONS_PER_ADDRESS: 60,
    CHANGES_PER_RESIDENT: 300,
    PHOTOS_PER_RESIDENT: 300,
    SUGGESTIONS_PER_RESIDENT: 100,
  });
});

test('in production the server has no demo data and listens on all addresses', () => {
  expect(readConfiguration({ NODE_ENV: 'production' })).toMatchObject({ demo: false, HOST: '0.0.0.0' });
});

test('an empty environment variable counts as not set', () => {
  expect(readConfiguration({ PORT: '', DATABASE_URL: '', HOST: '' })).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
  });
});

test('each setting is read from the environment', () => {
  expect(
    readConfiguration({
      PORT: '8080',
      TRUST_PROXY: '2',
      CORS_ORIGINS: 'https://a.example.com, https://b.example.com:8443',
      DEMO: 'false',
      DATABASE_URL: 'postgresql://porchlight@db/porchlight',
    }),
  ).toMatchObject({
    PORT: 8080,
    TRUST_PROXY: 2,
    CORS_ORIGINS: ['https://a.example.com', 'https://b.example.com:8443'],
    demo: false,
  });
  expect(readConfiguration({ TRUST_PROXY: 'true', DEMO: 'false' }).TRUST_PROXY).toBe(1);
});

test.each([
  ['NODE_ENV', 'prod', 'NODE_ENV must be production, development or test.'],
  ['PORT', '80a', 'PORT must be a whole number from 0 to 65535.'],
  ['PORT', '65536', 'PORT must be a whole number from 0 to 65535.'],
  ['PORT', '-1', 'PORT must be a whole number from 0 to 65535.'],
  ['DATABASE_URL', 'mysql://db', 'DATABASE_URL must begin with postgres:// or postgresql://.'],
  ['MANAGER_SECOND_FACTOR', 'yes', 'MANAGER_SECOND_FACTOR must be optional or required.'],
  ['TIME_ZONE', 'Mars/Olympus', 'TIME_ZONE must be an IANA time zone such as America/Chicago.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.'],
  ['CORS_ORIGINS', '*', 'CORS_ORIGINS must list origins such as https://example.com.'],
  ['CORS_ORIGINS', 'https://a.example/', 'CORS_ORIGINS must list origins such as https://example.com.'],
  ['TRUST_PROXY', 'yes', 'TRUST_PROXY must be true, false or the number of proxies.'],
  ['TOKEN_SECRET', 'too short', 'TOKEN_SECRET must have at least 32 characters.'],
  ['DEMO', 'on', 'DEMO must be true or false.'],
  [
    'SIGN_IN_FAILURES_PER_ACCOUNT',
    '0',
    'SIGN_IN_FAILURES_PER_ACCOUNT must be a whole number from 1 to 1000000.',
  ],
  [
    'SIGN_IN_FAILURES_PER_ADDRESS',
    'x',
    'SIGN_IN_FAILURES_PER_ADDRESS must be a whole number from 1 to 1000000.',
  ],
  ['REGISTRATIONS_PER_ADDRESS', '1e3', 'REGISTRATIONS_PER_ADDRESS must be a whole number from 1 to 1000000.'],
  ['PHOTOS_PER_RESIDENT', '9', 'PHOTOS_PER_RESIDENT must be a whole number from 10 to 1000000.'],
  ['S3_ENDPOINT', 'store:9000', 'S3_ENDPOINT must be a URL.'],
  [
    'S3_ENDPOINT',
    'http://store:9000',
    'With S3_ENDPOINT, set S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY too.',
  ],
  [
    'S3_BUCKET',
    'photos',
    'Without S3_ENDPOINT, the other S3_ settings have no effect: set it or remove them.',
  ],
])('%s=%s is told in one line', (name, value, line) => {
  expect(complaint({ [name]: value })).toContain(`  ${line}`);
});

test('DEMO=true is refused in production', () => {
  expect(complaint({ NODE_ENV: 'production', DEMO: 'true' })).toEqual([
    '  DEMO=true is refused in production: its passwords are public.',
  ]);
});

test('all wrong settings are reported at once, without their values', () => {
  const lines = complaint({ PORT: 'x', LOG_LEVEL: 'loud', TOKEN_SECRET: 'hunter2' });
  expect(lines).toHaveLength(3);
  expect(lines.join()).not.toContain('hunter2');
});

test.each([
  ['HOST', '0.0.0.0'],
  ['HOST', '192.168.1.20'],
  ['HOST', '::'],
  ['TRUST_PROXY', '1'],
])('a demo open to others by %s=%s is refused unless DEMO=true', (name, value) => {
  const environment = { [name]: value };
  expect(complaint(environment)).toEqual([
    '  HOST or TRUST_PROXY lets others in, and the demo’s passwords are public: set NODE_ENV=production, or DEMO=true where it is meant to be public.',
  ]);
  expect(complaint({ ...environment, DEMO: 'true' })).toEqual([]);
  expect(complaint({ ...environment, DEMO: 'false' })).toEqual([]);
  expect(complaint({ ...environment, NODE_ENV: 'production' })).toEqual([]);
  // What an earlier start left in the database counts as well.
  expect(readConfiguration({ ...environment, DEMO: 'false' }).refusesDemo).toBe(true);
  expect(readConfiguration({ ...environment, DEMO: 'true' }).refusesDemo).toBe(false);
});

test.each(['localhost', '127.0.0.1', '::1'])('a demo on the loopback host %s is accepted', (HOST) => {
  expect(complaint({ HOST })).toEqual([]);
  expect(readConfiguration({ HOST, DEMO: 'false' }).refusesDemo).toBe(false);
});

test('Stripe’s test keys are warned of in production only', () => {
  const keys = (mode: string) => ({
    STRIPE_SECRET_KEY: `sk_${mode}_1`,
    STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1`,
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  });
  const doubts = (environment: Record<string, string>) =>
    configurationWarnings(readConfiguration(environment));
  expect(doubts({ NODE_ENV: 'production', ...keys('test') })).toEqual([
    'STRIPE_SECRET_KEY is a test key: card payments are recorded in the ledger and nobody is charged.',
  ]);
  expect(doubts({ NODE_ENV: 'production', ...keys('live') })).toEqual([]);
  expect(doubts({ NODE_ENV: 'production' })).toEqual([]);
  expect(doubts(keys('test'))).toEqual([]);
});

test.each([
  ['postgres://porchlight:hush@db.example.com/porchlight', 'DATABASE_URL'],
  ['postgresql://10.0.0.7:5433/porchlight?sslmode=disable', 'DATABASE_URL'],
  ['postgres://db.example.com/porchlight?sslmode=verify-full', undefined],
  ['postgres://porchlight@localhost:5433/porchlight', undefined],
  ['postgres://127.0.0.1/porchlight', undefined],
  ['postgres:///porchlight?host=/var/run/postgresql', undefined],
  ['http://store:9000', 'S3_ENDPOINT'],
  ['https://s3.eu-central-1.amazonaws.com', undefined],
  ['http://localhost:9000', undefined],
  ['http://[::1]:9000', undefined],
])('at the start %s is warned of where it leaves this machine in plain text', (address, named) => {
  const s3 = { S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'hush' };
  const configuration = address.startsWith('http')
    ? { S3_ENDPOINT: address, ...s3 }
    : { DATABASE_URL: address };
  const warnings = configurationWarnings(readConfiguration(configuration));
  expect(warnings.map((warning) => warning.split(' ')[0])).toEqual(named ? [named] : []);
  expect(warnings.join(' ')).not.toContain('hush');
});
