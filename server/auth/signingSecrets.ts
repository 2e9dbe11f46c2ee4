import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { INVITATION_DAYS } from '../../contract/users/invitation.ts';
import { TOKEN_MINUTES } from '../../contract/users/user.ts';
import type { Database } from '../database/database.ts';

/** How often each process reads the secrets again, since another one may have replaced them. */
const REFRESH_MINUTES = 1;
/** How often at most a secret that is not known here is looked for, in milliseconds. */
const LOOKED_FOR_EVERY = 1000;
/**
 * For how many minutes a replaced secret verifies what it signed: the longest life of a token, of a photo's address and of
 * a link, and the time until every process signs with the new one.
 */
const OVERLAP_MINUTES = {
  tokens: TOKEN_MINUTES + 5,
  'photo-urls': 37 * 60,
  // A mail is kept for long, and its link should stay valid.
  unsubscribe: 400 * 24 * 60,
  links: INVITATION_DAYS * 24 * 60 + 5,
};

/** The name of the private key of Web Push, which is made when it is needed. */
export const VAPID_SECRET = 'vapid';

type SecretName = keyof typeof OVERLAP_MINUTES;

/** The secret of one purpose, which may be replaced while the server runs. */
export interface SigningSecret {
  /** Signs from now on. */
  current(): string;
  /**
   * The first result other than undefined of a check by the current secret, by the one before while it verifies, and by
   * those that another process made meanwhile.
   */
  verify<T>(check: (secret: string) => Promise<T | undefined> | T | undefined): Promise<T | undefined>;
}

/** The secrets that sign access tokens, photos' addresses, the links of invitations and forgotten passwords, and those to unsubscribe. */
export interface SigningSecrets {
  tokens: SigningSecret;
  photoUrls: SigningSecret;
  links: SigningSecret;
  unsubscribe: SigningSecret;
  /** Reads them again. */
  refresh(): Promise<void>;
}

/** A secret that is never replaced while the server runs, such as the one of the environment. */
export function fixedSecret(secret: string): SigningSecret {
  return { current: () => secret, verify: async (check) => check(secret) };
}

/** The secrets of a database, made at its first start. `tokenSecret`, if given, signs tokens instead. */
export async function openSecrets(database: Database, tokenSecret?: string): Promise<SigningSecrets> {
  const accepted = { tokens: [''], 'photo-urls': [''], links: [''], unsubscribe: [''] };
  for (const name of names()) {
    await database.sql`insert into secrets (name, secret) values (${name}, ${newSecret()}) on conflict do nothing`;
  }

  async function refresh(): Promise<void> {
    const rows = await database.sql<{
      name: SecretName;
      secret: string;
      previous: string | null;
      minutes: number;
    }>`
      select name, secret, previous, extract(epoch from now() - replaced_at)::float8 / 60 as minutes
      from secrets where name = any(${names()}::text[])`;
    for (const { name, secret, previous, minutes } of rows) {
      accepted[name] = previous && minutes < OVERLAP_MINUTES[name] ? [secret, previous] : [secret];
    }
  }

  let lookedAt = -Infinity;
  let looked: Promise<void> = Promise.resolve();
  /** Refreshes for a worthless token, which anyone may send as often as they like. */
  function lookAgain(): Promise<void> {
    if (performance.now() - lookedAt > LOOKED_FOR_EVERY) {
      lookedAt = performance.now();
      looked = refresh();
    }
    return looked;
  }

  function secretOf(name: SecretName): SigningSecret {
    return {
      current: () => accepted[name][0] ?? '',
      async verify(check) {
        const tried = accepted[name];
        const result = await firstResult(tried, check);
        if (result !== undefined) return result;
        await lookAgain();
        return firstResult(
          accepted[name].filter((secret) => !tried.includes(secret)),
          check,
        );
      },
    };
  }

  await refresh();
  return {
    tokens: tokenSecret ? fixedSecret(tokenSecret) : secretOf('tokens'),
    photoUrls: secretOf('photo-urls'),
    unsubscribe: secretOf('unsubscribe'),
    links: secretOf('links'),
    refresh,
  };
}

async function firstResult<T>(
  secrets: readonly string[],
  check: (secret: string) => Promise<T | undefined> | T | undefined,
): Promise<T | undefined> {
  for (const secret of secrets) {
    const result = await check(secret);
    if (result !== undefined) return result;
  }
  return undefined;
}

/**
 * Replaces the secrets. Those of now verify what they signed for as long as that is valid; older ones do not.
 * With `leaked` those of now verify nothing more and every session ends: whoever has the secrets and the ids of sessions
 * could sign a token for one of them, and renew it by the new secret.
 */
export async function replaceSecrets(database: Database, { leaked = false } = {}): Promise<void> {
  await database.transaction(async (sql) => {
    for (const name of names()) {
      await sql`
        insert into secrets (name, secret) values (${name}, ${newSecret()})
        on conflict (name) do update set
          previous = case when ${leaked} then null else secrets.secret end, secret = excluded.secret, replaced_at = now()`;
    }
    if (!leaked) return;
    await sql`delete from sessions`;
    // No browser is subscribed any more, so another key of Web Push is made for the next one.
    await sql`delete from secrets where name = ${VAPID_SECRET}`;
  });
}

/** Reads the secrets every minute while the server listens. */
export function keepSecretsFresh(app: FastifyInstance): void {
  const { secrets } = app.context;
  let timer: NodeJS.Timeout | undefined;
  const refresh = () => {
    secrets
      .refresh()
      .catch((error: unknown) => app.log.warn(`the secrets could not be read: ${String(error)}`));
  };
  app.addHook('onListen', async () => {
    timer = setInterval(refresh, REFRESH_MINUTES * 60_000);
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

function names(): SecretName[] {
  return ['tokens', 'photo-urls', 'links', 'unsubscribe'];
}

function newSecret(): string {
  return randomBytes(48).toString('base64url');
}
