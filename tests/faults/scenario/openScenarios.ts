import { testServer, UNLIMITED } from '../../support/server/server.ts';
import { RATES } from './actor.ts';
import { bundleApp } from '../simulation/appBundle.ts';
import { newPeople } from '../people.ts';
import type { RunSchedule } from '../runSeed.ts';
import type { Schedule } from '../schedule.ts';
import type { Defects } from '../simulation/faultyNetwork.ts';
import { Scenario } from './scenario.ts';

/** The real server and the app's own code, for any number of schedules. */
export async function openScenarios(): Promise<{
  runSchedule: (defects?: Defects) => RunSchedule<Schedule>;
  close: () => Promise<void>;
}> {
  const server = await testServer(UNLIMITED);
  const script = await bundleApp();
  await server.database.sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at)
    values (${RATES.rate_water}, ${RATES.rate_electric}, ${RATES.rate_gas}, now() - interval '60 days')`;
  return {
    runSchedule:
      (defects = {}) =>
      async (schedule, tag) => {
        const people = await newPeople(server, tag);
        return new Scenario(schedule, { server, script, defects }, tag, people).run();
      },
    close: () => server.close(),
  };
}
