import * as z from 'zod/mini';
import { MAX_PHOTOS } from '../../contract/maintenance/maintenance.ts';
import { isTimeZone } from '../../contract/values/timeZone.ts';

function wholeNumber(name: string, least: number, most: number, otherwise: number) {
  const message = `${name} must be a whole number from ${least} to ${most}.`;
  return z.pipe(
    z._default(z.string(), String(otherwise)),
    z.pipe(
      z.string().check(z.regex(/^\d+$/, message)),
      z.pipe(z.transform(Number), z.number().check(z.minimum(least, message), z.maximum(most, message))),
    ),
  );
}

/** The number of proxies before the server. Only the addresses that they added to X-Forwarded-For are trusted. */
const proxies = z.pipe(
  z._default(
    z
      .string()
      .check(z.regex(/^(true|false|[0-9])$/, 'TRUST_PROXY must be true, false or the number of proxies.')),
    'false',
  ),
  z.transform((text) => (text === 'true' ? 1 : Number(text) || 0)),
);

const origin = /^https?:\/\/[^/\s]+$/;

/** An address, or a name with the address in angle brackets. */
const sender = /^(?:[^<>"\p{Cc}]+<[^\s@<>"]+@[^\s@<>"]+>|[^\s@<>"]+@[^\s@<>"]+)$/u;

const matching = (pattern: RegExp, message: string) =>
  z.optional(z.string().check(z.regex(pattern, message)));

/** Every setting by its name in the environment; `.env.example` lists the same. */
export const Environment = z
  .object({
    NODE_ENV: z._default(
      z.enum(['production', 'development', 'test'], 'NODE_ENV must be production, development or test.'),
      'development',
    ),
    PORT: wholeNumber('PORT', 0, 65535, 3000),
    HOST: z.optional(z.string()),
    DATA_DIR: z._default(z.string().check(z.minLength(1, 'DATA_DIR must name a directory.')), './data'),
    DATABASE_URL: matching(
      /^postgres(ql)?:\/\/\S+$/,
      'DATABASE_URL must begin with postgres:// or postgresql://.',
    ),
    TIME_ZONE: z._default(
      z.string().check(z.refine(isTimeZone, 'TIME_ZONE must be an IANA time zone such as America/Chicago.')),
      'America/New_York',
    ),
    LOG_LEVEL: z._default(
      z.enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.',
      ),
      'info',
    ),
    CORS_ORIGINS: z.pipe(
      z._default(z.string(), ''),
      z.pipe(
        z.transform((text: string) =>
          text
            .split(',')
            .map((part) => part.trim())
            .filter(Boolean),
        ),
        z.array(
          z.string().check(z.regex(origin, 'CORS_ORIGINS must list origins such as https://example.com.')),
        ),
      ),
    ),
    TRUST_PROXY: proxies,
    PUBLIC_URL: matching(origin, 'PUBLIC_URL must be an origin such as https://portal.example.com.'),
    SMTP_URL: matching(
      /^smtps?:\/\/[^\s/]+\S*$/,
      'SMTP_URL must be an address such as smtps://name:password@mail.example.com.',
    ),
    MAIL_FROM: matching(
      sender,
      'MAIL_FROM must be an address, or a name with one: Maple Court <office@example.com>.',
    ),
    TOKEN_SECRET: z.optional(
      z.string().check(z.minLength(32, 'TOKEN_SECRET must have at least 32 characters.')),
    ),
    METRICS_TOKEN: matching(/^\S{16,}$/, 'METRICS_TOKEN must have at least 16 characters, none a space.'),
    DEMO: z.optional(z.enum(['true', 'false'], 'DEMO must be true or false.')),
    SOURCE_MAPS: z.optional(z.enum(['true', 'false'], 'SOURCE_MAPS must be true or false.')),
    MANAGER_SECOND_FACTOR: z._default(
      z.enum(['optional', 'required'], 'MANAGER_SECOND_FACTOR must be optional or required.'),
      'optional',
    ),
    SIGN_IN_FAILURES_PER_ACCOUNT: wholeNumber('SIGN_IN_FAILURES_PER_ACCOUNT', 1, 1_000_000, 10),
    SIGN_IN_FAILURES_PER_ACCOUNT_TOTAL: wholeNumber('SIGN_IN_FAILURES_PER_ACCOUNT_TOTAL', 1, 1_000_000, 100),
    SIGN_IN_FAILURES_PER_ADDRESS: wholeNumber('SIGN_IN_FAILURES_PER_ADDRESS', 1, 1_000_000, 100),
    REGISTRATIONS_PER_ADDRESS: wholeNumber('REGISTRATIONS_PER_ADDRESS', 1, 1_000_000, 60),
    CHANGES_PER_RESIDENT: wholeNumber('CHANGES_PER_RESIDENT', 1, 1_000_000, 300),
    SUGGESTIONS_PER_RESIDENT: wholeNumber('SUGGESTIONS_PER_RESIDENT', 1, 1_000_000, 100),
    // A single request may bring ten.
    PHOTOS_PER_RESIDENT: wholeNumber('PHOTOS_PER_RESIDENT', MAX_PHOTOS, 1_000_000, 300),
    S3_ENDPOINT: matching(/^https?:\/\/\S+$/, 'S3_ENDPOINT must be a URL.'),
    S3_BUCKET: z.optional(z.string()),
    S3_REGION: z._default(z.string(), 'us-east-1'),
    S3_ACCESS_KEY_ID: z.optional(z.string()),
    S3_SECRET_ACCESS_KEY: z.optional(z.string()),
    BACKUP_S3_ENDPOINT: matching(/^https?:\/\/\S+$/, 'BACKUP_S3_ENDPOINT must be a URL.'),
    BACKUP_S3_BUCKET: z.optional(z.string()),
    BACKUP_S3_REGION: z._default(z.string(), 'us-east-1'),
    BACKUP_S3_ACCESS_KEY_ID: z.optional(z.string()),
    BACKUP_S3_SECRET_ACCESS_KEY: z.optional(z.string()),
    BACKUP_S3_PREFIX: z._default(
      z
        .string()
        .check(
          z.regex(
            /^([\w.-]+\/)+$/,
            'BACKUP_S3_PREFIX must end in / and have letters, digits, . - _ and / alone.',
          ),
        ),
      'porchlight/',
    ),
    BACKUP_PHOTOS: z._default(z.enum(['true', 'false'], 'BACKUP_PHOTOS must be true or false.'), 'true'),
    STRIPE_SECRET_KEY: matching(/^(sk|rk)_\S+$/, 'STRIPE_SECRET_KEY must begin with sk_ or rk_.'),
    STRIPE_PUBLISHABLE_KEY: matching(/^pk_\S+$/, 'STRIPE_PUBLISHABLE_KEY must begin with pk_.'),
    STRIPE_WEBHOOK_SECRET: matching(/^whsec_\S+$/, 'STRIPE_WEBHOOK_SECRET must begin with whsec_.'),
    STRIPE_BANK_DEBITS: z.optional(z.enum(['true', 'false'], 'STRIPE_BANK_DEBITS must be true or false.')),
    STRIPE_API_BASE: matching(
      /^https?:\/\/[^/\s]+$/,
      'STRIPE_API_BASE must be an origin such as http://127.0.0.1:12111.',
    ),
  })
  .check(
    z.refine(
      (env) => !env.S3_ENDPOINT || Boolean(env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY),
      'With S3_ENDPOINT, set S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY too.',
    ),
    z.refine(
      (env) =>
        new Set(
          [
            env.BACKUP_S3_ENDPOINT,
            env.BACKUP_S3_BUCKET,
            env.BACKUP_S3_ACCESS_KEY_ID,
            env.BACKUP_S3_SECRET_ACCESS_KEY,
          ].map(Boolean),
        ).size === 1,
      'Set BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY all together, or none of them.',
    ),
    z.refine(
      (env) =>
        Boolean(env.S3_ENDPOINT) || !(env.S3_BUCKET || env.S3_ACCESS_KEY_ID || env.S3_SECRET_ACCESS_KEY),
      'Without S3_ENDPOINT, the other S3_ settings have no effect: set it or remove them.',
    ),
    z.refine(
      (env) => !(env.NODE_ENV === 'production' && env.DEMO === 'true'),
      'DEMO=true is refused in production: its passwords are public.',
    ),
    z.refine(
      (env) => env.NODE_ENV === 'production' || env.DEMO !== undefined || !isReachable(env),
      'HOST or TRUST_PROXY lets others in, and the demo’s passwords are public: set NODE_ENV=production, or DEMO=true where it is meant to be public.',
    ),
    z.refine(
      (env) => !env.SMTP_URL || Boolean(env.MAIL_FROM && env.PUBLIC_URL),
      'With SMTP_URL, set MAIL_FROM and PUBLIC_URL too: who writes, and where the links of mails lead.',
    ),
    z.refine(
      (env) => Boolean(env.SMTP_URL) || !env.MAIL_FROM,
      'Without SMTP_URL, MAIL_FROM has no effect: set it or remove it.',
    ),
    z.refine(
      (env) =>
        !(env.NODE_ENV === 'production' && env.PUBLIC_URL?.startsWith('http:')) ||
        isLoopback(new URL(env.PUBLIC_URL).hostname),
      'PUBLIC_URL must begin with https:// in production.',
    ),
    z.refine(
      (env) =>
        new Set([env.STRIPE_SECRET_KEY, env.STRIPE_PUBLISHABLE_KEY, env.STRIPE_WEBHOOK_SECRET].map(Boolean))
          .size === 1,
      'Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET all together, or none of them.',
    ),
    z.refine(
      (env) => modeOf(env.STRIPE_SECRET_KEY) === modeOf(env.STRIPE_PUBLISHABLE_KEY),
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live ones.',
    ),
    z.refine(
      (env) => env.STRIPE_BANK_DEBITS !== 'true' || Boolean(env.STRIPE_SECRET_KEY),
      'STRIPE_BANK_DEBITS has no effect without the other STRIPE_ settings: set them or remove it.',
    ),
    z.refine(
      (env) => !env.STRIPE_API_BASE || (Boolean(env.STRIPE_SECRET_KEY) && env.NODE_ENV !== 'production'),
      'STRIPE_API_BASE is for tests: it needs the other STRIPE_ settings, and is refused in production.',
    ),
  );

/** Whether other machines can reach the server, directly or through a proxy. */
export function isReachable({
  HOST,
  TRUST_PROXY,
}: {
  HOST?: string | undefined;
  TRUST_PROXY: number;
}): boolean {
  return (HOST !== undefined && !isLoopback(HOST)) || TRUST_PROXY > 0;
}

export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host);
}

/** `test` or `live`, as the key's second part says. */
export function modeOf(key: string | undefined): string | undefined {
  return key?.split('_')[1];
}
