import type { Autopay } from '../../../../contract/payments/autopay.ts';
import { chargeAt, runsOf, setUpAutopay } from '../autopay.ts';
import { resident, server } from '../payingWorld.ts';

export const read = async () => (await server.call('GET', '/autopay', { as: resident })).json<Autopay>();
export const intents = () => Object.values(server.standIn.account.state.intents);
export const charged = () => intents().filter(({ status }) => status === 'succeeded');
export const runs = () => runsOf(server);
export const setUp = (given: Parameters<typeof setUpAutopay>[2] = {}) =>
  setUpAutopay(server, resident, given);
/** Charges at noon in New York. */
export const at = (day: string) => chargeAt(server, `${day}T17:00:00Z`);
