import { expect } from 'vitest';
import { seededRandom } from '../../../server/demo/seededRandom.ts';
import { randomPhotoChanges } from '../../support/server/lists/randomPhotoChanges.ts';
import { randomSource } from '../../support/server/lists/randomSource.ts';
import { managersReads, OpenApp } from '../../support/server/lists/shownReads.ts';
import { reportForm, UNLIMITED } from '../../support/server/server.ts';
import { manager, resident, server, testWith } from '../../support/server/world.ts';

const test = testWith(UNLIMITED);

test('an open app is told of a photo of a reply that arrives, and of one that is given up', async () => {
  const form = reportForm({ information: 'It drips' });
  await server.call('POST', '/maintenance', { as: resident, form });
  const tokens = { managers: [manager], residents: [resident] };
  const changes = randomPhotoChanges(randomSource(seededRandom('1'), tokens));
  const answer = await changes['note with photos'](server);
  expect(answer.statusCode, answer.body).toBe(201);
  await changes['reply with photos'](server);
  const app = new OpenApp(1, manager, managersReads(1));
  await app.expectTold(server);
  await changes['photo of a record that arrives']();
  await app.expectTold(server);
  await changes['photo of a record that is given up, or awaited again']();
  await app.expectTold(server);
});
