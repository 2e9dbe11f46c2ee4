import sharp from 'sharp';
import { expect } from 'vitest';
import type { Community } from '../../../contract/community/community.ts';
import type { Failure } from '../../../contract/http/failure.ts';
import { openZone } from '../../../server/community/zone.ts';
import { manager, resident, server, test } from '../../support/server/world.ts';

const change = (body: object, as = manager) => server.call('PUT', '/community', { as, body });
const read = async () => (await server.call('GET', '/community')).json<Community>();

async function picture(side: number, format: 'png' | 'jpeg' = 'png'): Promise<string> {
  const bytes = await sharp({
    create: { width: side, height: side, channels: 4, background: { r: 20, g: 120, b: 60, alpha: 0.5 } },
  })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toFormat(format)
    .toBuffer();
  return `data:image/${format};base64,${bytes.toString('base64')}`;
}

test('everybody reads the community, and only management changes it', async () => {
  expect(await read()).toMatchObject({ name: null, logo: null, sends_mail: false });
  expect((await change({ name: 'Mine' }, resident)).statusCode).toBe(403);
  const answer = await change({ name: '  Linden Grove ', phone_number: '518-555-0142', email: '' });
  expect(answer.json()).toMatchObject({ name: 'Linden Grove', phone_number: '518-555-0142', email: null });
  await change({ address: '1 Linden Way', emergency_number: ' 518-555-0199 ' });
  expect(await read()).toMatchObject({
    name: 'Linden Grove',
    phone_number: '518-555-0142',
    emergency_number: '518-555-0199',
    address: '1 Linden Way',
  });
});

test('wrong input is said at its field, and changes nothing', async () => {
  const before = await read();
  const answer = await change({
    name: ' ',
    email: 'office',
    phone_number: 7,
    logo: 'data:text/html;base64,AA',
  });
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<Failure>().fields ?? {}).toSorted()).toEqual([
    'email',
    'logo',
    'name',
    'phone_number',
  ]);
  expect(await read()).toEqual(before);
});

test('a logo is encoded again as a small PNG that stays transparent and has no metadata', async () => {
  const { logo } = (await change({ logo: await picture(600) })).json<Community>();
  expect(logo).toMatch(/^data:image\/png;base64,/);
  const bytes = Buffer.from(logo!.split(',')[1]!, 'base64');
  const { width, height, hasAlpha, exif, format } = await sharp(bytes).metadata();
  expect({ width, height, hasAlpha, exif, format }).toEqual({
    width: 256,
    height: 256,
    hasAlpha: true,
    exif: undefined,
    format: 'png',
  });
  expect((await change({ logo: null })).json<Community>().logo).toBeNull();
});

test('what only claims to be a picture is refused at its field', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>').toString(
    'base64',
  );
  const half = (await picture(200)).slice(0, -400);
  for (const logo of [
    `data:image/png;base64,${svg}`,
    `${half}====`.slice(0, -4),
    'data:image/svg+xml;base64,AAAA',
  ]) {
    const answer = await change({ logo });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<Failure>().fields).toHaveProperty('logo');
  }
  const huge = await change({ logo: `data:image/png;base64,${'A'.repeat(700_001)}` });
  expect(huge.json<Failure>().fields?.logo).toContain('too large');
});

test('changes are recorded, a logo without its picture', async () => {
  await change({ name: 'Elm Row', logo: await picture(64) });
  await change({ logo: await picture(64, 'jpeg') });
  const entries = (await server.call('GET', '/audit?subject=community&id=1', { as: manager })).json<
    { changes: object }[]
  >();
  expect(entries[0]!.changes).toEqual({ logo: { before: 'a picture', after: 'another picture' } });
  expect(entries[1]!.changes).toMatchObject({ name: { after: 'Elm Row' }, logo: { after: 'a picture' } });
});

test('the zone that the set-up chose goes before the setting, in each process from its next look on', async () => {
  const { database } = server;
  const zone = await openZone(database, 'America/New_York');
  expect(zone.current()).toBe('America/New_York');
  await database.sql`insert into community (time_zone) values ('America/Denver')
    on conflict (id) do update set time_zone = excluded.time_zone`;
  expect(zone.current()).toBe('America/New_York');
  await zone.refresh();
  expect(zone.current()).toBe('America/Denver');
  expect((await openZone(database, 'America/New_York')).current()).toBe('America/Denver');
  await database.sql`update community set time_zone = null`;
});
