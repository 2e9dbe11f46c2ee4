import { resident, server } from '../payingWorld.ts';

/** A payment that went through at the provider, of which nobody has been told yet. */
export async function paid(dollars = 100, card?: string) {
  await server.charge('resident', dollars);
  const started = await server.begin(resident);
  const { body } = await server.pay(started.clientSecret, card);
  return body;
}

export const entries = async () =>
  (await server.history(resident))
    .reverse()
    .map(({ type, amount, description }) => `${type} ${amount} ${description}`);
