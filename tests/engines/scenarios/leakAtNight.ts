import { expect } from 'vitest';
import type { RequestEvent } from '../../../contract/maintenance/requestEvents.ts';
import type { Notification } from '../../../contract/notifications/notification.ts';
import { eventually, SAVED, type World } from './world.ts';

const NUMBER = '518-555-0199';

/** A leak is reported in airplane mode, answered, and confirmed as fixed in airplane mode too. */
export async function leakAtNight(world: World): Promise<void> {
  const text = 'Water is running down the wall of the bedroom.';
  const { product, proxy } = world;
  const manages = (method: string, path: string, body?: unknown) =>
    product.call('manager', method, path, body);
  await manages('PUT', '/community', { emergency_number: NUMBER });
  let tab = await world.open('/contact');
  // The device has heard of the number before the night.
  await tab.until((number) => (localStorage.getItem('porchlight.community') ?? '').includes(number), NUMBER);
  tab = await world.open('/maintenance');
  await tab.see({ role: 'button', name: 'New Request' });

  proxy.mode = 'cut';
  await tab.click({ role: 'button', name: 'New Request' });
  await tab.click({ role: 'button', name: 'Emergency', within: { role: 'dialog' } });
  await tab.until(() => document.body.innerText.includes('Water, gas, fire or no heat: call'));
  expect((await tab.text()).replaceAll(/\D/g, '')).toContain(NUMBER.replaceAll('-', ''));
  await tab.fill('Issue', text);
  await tab.click({ role: 'button', name: 'Submit Request' });
  await tab.see(SAVED);
  await world.kill();

  tab = await world.open('/maintenance');
  await tab.see({ text: 'Unsent', within: { role: 'article', text } });
  await world.reconnect();
  const { id } = await world.arrivesOnce(text);
  // What is urgent is delivered at night too.
  const told = (await manages('GET', '/notifications')) as Notification[];
  expect(told.find(({ body }) => body === text)).toMatchObject({ urgent: true });
  for (const body of [
    { kind: 'reply', text: 'Close the valve below the sink. We are on our way.' },
    { kind: 'scheduled', visit_on: '2050-05-01', visitor: 'Al of Ace Plumbing' },
    { kind: 'done', text: 'The pipe is new.' },
  ]) {
    await manages('POST', `/maintenance/${id}/events`, body);
  }

  // The device reads what was said without that anybody opens it.
  tab = await world.open('/maintenance');
  await tab.see({ text: 'Completed', within: { role: 'article', text } });
  await eventually(
    () => Promise.resolve(proxy.passed.filter((call) => call === 'GET /api/maintenance/events').length),
    (reads) => reads > 0,
  );
  await tab.until(() => !document.body.innerText.includes('Loading'));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  proxy.mode = 'cut';
  tab = await world.open(`/maintenance?request=maintenance:${id}`);
  await tab.see('Close the valve below the sink. We are on our way.');
  await tab.see('The pipe is new.');
  await tab.click({ role: 'button', name: 'It Is Fixed' });
  await tab.see({ text: 'Confirmed as fixed' });
  await world.kill();

  await world.open('/maintenance');
  await world.reconnect();
  const kinds = await eventually(
    async () => {
      const events = (await manages('GET', `/maintenance/${id}/events`)) as RequestEvent[];
      return events.map(({ kind }) => kind);
    },
    (all) => all.includes('confirmed'),
  );
  expect(kinds).toEqual(['reported', 'reply', 'scheduled', 'done', 'confirmed']);
  tab = await world.open('/outbox');
  await tab.see('Everything is sent.');
}
