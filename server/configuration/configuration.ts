import pg from 'pg';
import type * as z from 'zod/mini';
import { Environment, isLoopback, isReachable, modeOf } from './environment.ts';

/** How to reach the card provider. */
export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Whether bank debits are offered beside cards; the account at Stripe must have them. */
  bankDebits?: true;
  /** The origin of the API, where it is not Stripe's own. */
  apiBase?: string;
  /** The path on our own origin of the module that defines `window.Stripe`, where it is not Stripe's own. */
  script?: string;
}

/** How mail is sent. */
export interface MailSettings {
  /** Of the mail server, with its credentials. */
  url: string;
  from: string;
  /** The origin under which residents reach the app. */
  publicUrl: string;
}

export type Configuration = ReturnType<typeof readConfiguration>;

/**
 * Reads the configuration from environment variables; an empty variable counts as absent.
 * @throws {Error} with one line per wrong value, for the person who starts the server
 */
export function readConfiguration(environment: Record<string, string | undefined>) {
  const present = Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== ''));
  const parsed = Environment.safeParse(present);
  if (!parsed.success) {
    throw new Error(
      `The configuration is wrong:\n${parsed.error.issues.map((issue) => `  ${issue.message}`).join('\n')}`,
    );
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  return {
    ...env,
    production,
    /** Whether the time zone was chosen, and is not the default. */
    namesZone: present.TIME_ZONE !== undefined,
    // A demo's passwords are public, so outside production only this machine is let in.
    HOST: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    demo: production ? false : env.DEMO !== 'false',
    /** Whether the source maps of the app's scripts are served. */
    sourceMaps: env.SOURCE_MAPS === 'true' || (!production && env.SOURCE_MAPS !== 'false'),
    /** Whether a database with demo data is refused: in production, or if others can reach a server without a demo. */
    refusesDemo: production || (env.DEMO === 'false' && isReachable(env)),
    stripe: stripeSettings(env),
    mail: mailSettings(env),
  };
}

/** Warnings for the log at the start, about settings that are probably unintended. */
export function configurationWarnings({
  production,
  stripe,
  DATABASE_URL,
  S3_ENDPOINT,
  BACKUP_S3_ENDPOINT,
}: Configuration): string[] {
  const warnings: string[] = [];
  if (production && modeOf(stripe?.secretKey) === 'test') {
    warnings.push(
      'STRIPE_SECRET_KEY is a test key: card payments are recorded in the ledger and nobody is charged.',
    );
  }
  if (DATABASE_URL && isUnencrypted(DATABASE_URL)) {
    warnings.push(
      'DATABASE_URL names another machine without encryption: add ?sslmode=verify-full, or others on the way can read and change everything.',
    );
  }
  if (BACKUP_S3_ENDPOINT?.startsWith('http:') && !isLoopback(new URL(BACKUP_S3_ENDPOINT).hostname)) {
    warnings.push(
      'BACKUP_S3_ENDPOINT names another machine without encryption: use https, or others on the way can read the backups.',
    );
  }
  if (S3_ENDPOINT?.startsWith('http:') && !isLoopback(new URL(S3_ENDPOINT).hostname)) {
    warnings.push(
      'S3_ENDPOINT names another machine without encryption: use https, or others on the way can see the photos.',
    );
  }
  return warnings;
}

/** Whether the connection leaves this machine in plain text, as the driver reads the address and its own variables. */
function isUnencrypted(databaseUrl: string): boolean {
  const { ssl, host } = new pg.Client({ connectionString: databaseUrl });
  // A host that begins with a slash is the folder of a socket.
  return !ssl && !host.startsWith('/') && !isLoopback(host);
}

function mailSettings(env: z.infer<typeof Environment>): MailSettings | undefined {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL } = env;
  if (!SMTP_URL || !MAIL_FROM || !PUBLIC_URL) return undefined;
  return { url: SMTP_URL, from: MAIL_FROM, publicUrl: PUBLIC_URL };
}

function stripeSettings(env: z.infer<typeof Environment>): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE } = env;
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) return undefined;
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    ...(env.STRIPE_BANK_DEBITS === 'true' ? { bankDebits: true } : {}),
    ...(STRIPE_API_BASE ? { apiBase: STRIPE_API_BASE } : {}),
  };
}
