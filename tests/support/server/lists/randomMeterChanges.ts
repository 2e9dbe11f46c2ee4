import sqlTag from 'sql-template-tag';
import type { InstalledMeter } from '../../../../contract/utilities/installedMeter.ts';
import { homeUsage } from '../../../../contract/utilities/homeUsage.ts';
import type { TestServer } from '../server.ts';
import type { RandomChanges, RandomSource } from './randomSource.ts';

/** Every kind of change of meters, their readings and the walking order. */
export function randomMeterChanges({ random, pick, one, anId, call, asManager }: RandomSource) {
  let serials = 0;
  const serial_number = () => `M-${(serials += 1)}`;
  const aMeter = () => anId(sqlTag`select id from meters where removed_on is null`);
  const register = () => ({ digits: random(4, 6), multiplier: pick([1, 10]) });
  async function homesMeters(by: TestServer, unit: number): Promise<InstalledMeter[]> {
    const answer = await by.call('GET', '/meters', { as: asManager() });
    return answer.json<InstalledMeter[]>().filter(({ unit_id }) => unit_id === unit);
  }
  return {
    meter: (by) =>
      call(by, 'POST', `/units/${random(1, 2)}/meters`, asManager(), {
        ...{ kind: 'water', measure: 'gal', serial_number: serial_number(), first_value: one(500) },
        ...{ digits: 6, multiplier: 1, installed_on: '2026-01-01' },
      }),
    'correction of a meter': async (by) =>
      call(by, 'PUT', `/meters/${await aMeter()}`, asManager(), {
        ...{
          ...register(),
          digits: 6,
          measure: 'gal',
          serial_number: serial_number(),
          place: pick(['Hall', '']),
        },
      }),
    'exchange of a meter': async (by) =>
      call(by, 'POST', `/meters/${await aMeter()}/exchange`, asManager(), {
        ...{ last_value: random(500, 90_000), serial_number: serial_number(), first_value: one(9) },
        ...{ ...register(), digits: 6 },
      }),
    'removal of a meter': async (by) =>
      call(by, 'POST', `/meters/${await aMeter()}/removal`, asManager(), { last_value: random(500, 90_000) }),
    'reading of a meter': async (by) =>
      call(by, 'POST', `/meters/${await aMeter()}/readings`, asManager(), { value: random(500, 90_000) }),
    'request for readings': (by) =>
      call(by, 'POST', '/meter-readings/requests', asManager(), { unit_ids: [random(1, 2)] }),
    'skip of a meter': async (by) =>
      call(by, 'POST', `/meters/${await aMeter()}/skips`, asManager(), { reason: pick(['A dog', 'Locked']) }),
    'bill by meters': async (by) => {
      const home = random(1, 2);
      const meters = await homesMeters(by, home);
      const readings = meters
        .filter(({ removed_on }) => !removed_on)
        .map(({ id, last }) => ({ meter_id: id, from: last.id, value: last.value + one(90) }));
      const used = homeUsage(meters, readings);
      return call(by, 'POST', '/utilities', asManager(), [
        {
          ...{ user_id: home + 1, ...used, water_cost: Math.round(used.water_usage * 2) / 100 },
          ...{ electric_cost: 0, gas_cost: 0, confirm_duplicates: true, readings },
        },
      ]);
    },
    tariff: (by) =>
      call(by, 'POST', '/tariffs', asManager(), {
        ...{ kind: pick(['water', 'gas']), property_id: pick([null, 1]), valid_from: `2026-0${one(9)}-01` },
        ...{
          fixed_fee: one(9),
          tiers: pick([[], [{ up_to: null, rate: 0.02 }]]),
          minimum: 0,
          tax_percent: 0,
        },
      }),
    'tariff’s end': async (by) =>
      call(by, 'DELETE', `/tariffs/${await anId(sqlTag`select id from utility_tariffs`)}`, asManager()),
    'walking order': (by) =>
      call(by, 'PUT', '/properties/1/walking-order', asManager(), { unit_ids: pick([[1, 2], [2, 1], [2]]) }),
  } satisfies RandomChanges;
}
