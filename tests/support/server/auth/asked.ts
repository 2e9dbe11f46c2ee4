import type { Records } from '../ownRecords.ts';
import { bodies, pathOf, RATES } from '../goodRequests.ts';
import { server } from '../payingWorld.ts';

export async function asked(call: string, of: Records, as?: string, body = bodies[call]?.(of)) {
  const [method, path = ''] = call.split(' ');
  const answer = await server.call(method as 'GET', pathOf(path, of), {
    ...(as ? { as } : {}),
    ...(body ? { body } : {}),
  });
  return { status: answer.statusCode, told: answer.body.replace(/"request_id":"[^"]*"/, '') };
}
export async function setRates(): Promise<void> {
  await server.database.sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at)
    values (${RATES.rate_water}, ${RATES.rate_electric}, ${RATES.rate_gas}, now() - interval '1 day')`;
}
