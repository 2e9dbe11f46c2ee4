import { Secret, TOTP } from 'otpauth';
import type { RecoveryCodes, SecondFactorSecret } from '../../../contract/sessions/secondFactor.ts';
import type * as z from 'zod/mini';
import type { TestServer } from './server.ts';

const STEP = 30_000;

/** The code that an authenticator app shows, so many steps of 30 seconds from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP });
}

/** Waits until the code of now is shown for five more seconds, for a test of codes at the edge of what is accepted. */
export async function steadyStep(): Promise<void> {
  const left = STEP - (Date.now() % STEP);
  if (left < 5000) await new Promise((resolve) => setTimeout(resolve, left + 50));
}

/** Lets the code of now be used again. */
export async function forgetUsedCodes({ database }: TestServer): Promise<void> {
  await database.sql`update second_factors set last_step = 0`;
}

export interface Enrolled {
  secret: string;
  recoveryCodes: string[];
  /** The token that the session goes on with. */
  token: string;
}

/** Turns on the second factor of the manager whose token it is. The code of now may be used again. */
export async function enrol(server: TestServer, as: string): Promise<Enrolled> {
  const started = await server.call('POST', '/second-factor', {
    as,
    body: { current_password: 'porchlight' },
  });
  const { secret } = started.json<SecondFactorSecret>();
  const confirmed = await server.call('POST', '/second-factor/confirmation', {
    as,
    body: { code: codeOf(secret) },
  });
  const { recovery_codes, token } = confirmed.json<z.infer<typeof RecoveryCodes> & { token: string }>();
  await forgetUsedCodes(server);
  return { secret, recoveryCodes: recovery_codes, token };
}
