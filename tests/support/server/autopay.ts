import { AUTOPAY_CONSENT, type Autopay, type AutopaySetup } from '../../../contract/payments/autopay.ts';
import { stripeClient, type CardProvider } from '../../../server/resources/payments/cardProvider.ts';
import { chargeAutopay } from '../../../server/resources/payments/autopay/chargeAutopay.ts';
import type { PayingServer } from './paying.ts';

export const NEW_YORK = 'America/New_York';

/** What a resident gives when autopay is set up: the first of each month, up to $2,000.00. */
export const GIVEN = { charge_day: 1, max_amount: 2000, consent_version: AUTOPAY_CONSENT.version };

/** The card provider as the server has it, with a client of its own. */
export function providerOf(server: PayingServer): CardProvider {
  const settings = server.app.context.configuration.stripe!;
  const stripe = stripeClient(settings);
  return { stripe, settings, database: server.database, log: server.app.log, zone: 'America/New_York' };
}

/** Confirms a set-up as the browser does, with a test payment method. */
export async function confirmSetup(
  server: PayingServer,
  { clientSecret }: Pick<AutopaySetup, 'clientSecret'>,
  method: string,
): Promise<Response> {
  const { apiBase, publishableKey } = server.standIn.settings;
  return fetch(`${apiBase}/v1/setup_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({
      client_secret: clientSecret,
      payment_method: method,
      return_url: 'http://localhost:3000/payments/autopay',
    }),
  });
}

/** Sets up autopay by a test payment method, as of long ago. */
export async function setUpAutopay(
  server: PayingServer,
  as: string,
  {
    method = 'pm_card_visa',
    ...given
  }: Partial<typeof GIVEN | { charge_day: null }> & { method?: string } = {},
): Promise<Autopay> {
  const started = await server.call('POST', '/autopay/setup', { as, body: { ...GIVEN, ...given } });
  if (started.statusCode !== 201) throw new Error(started.body);
  await confirmSetup(server, started.json<AutopaySetup>(), method);
  await server.call('POST', '/autopay/setup/finish', { as });
  await server.database.sql`update autopay set since = '2026-01-15T12:00:00Z'`;
  return (await server.call('GET', '/autopay', { as })).json<Autopay>();
}

/** Charges what is due at a time, as the job does. */
export async function chargeAt(server: PayingServer, time: string, zone = NEW_YORK): Promise<void> {
  await chargeAutopay(providerOf(server), { zone, now: new Date(time) });
}

/** Each try: month, number, day, dollars and outcome. */
export async function runsOf(server: PayingServer): Promise<string[]> {
  const runs = await server.database.sql<{ text: string }>`
    select concat_ws(' ', to_char(period, 'YYYY-MM'), attempt, ran_on, amount, coalesce(outcome, 'on its way')) as text
    from autopay_runs order by user_id, period, attempt`;
  return runs.map(({ text }) => text);
}

/** Lets what was claimed be old enough to be finished by another process. */
export async function ageRuns(server: PayingServer, hours = 1): Promise<void> {
  await server.database.sql`update autopay_runs set claimed_at = now() - make_interval(hours => ${hours})`;
}
