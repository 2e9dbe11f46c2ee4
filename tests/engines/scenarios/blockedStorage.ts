import { expect } from 'vitest';
import type { World } from './world.ts';

const NOTICE = 'This browser does not let Porchlight keep anything on this device';

/** Without a full page load after the sign-in, since the session's cookie is refused, too. */
export async function blockedStorage(world: World): Promise<void> {
  const text = 'The doorbell rings by itself.';
  const tab = await world.signIn('resident');
  await tab.see(NOTICE);
  expect(await tab.count(NOTICE)).toBe(1);
  expect(await tab.count('Login Failed.')).toBe(0);
  await tab.click({ role: 'link', name: 'Maintenance' });
  await tab.see({ role: 'button', name: 'View / Edit' });
  await tab.click({ role: 'button', name: 'New Request' });
  await tab.fill('Issue', text);
  await tab.click({ role: 'button', name: 'Submit Request' });
  await tab.seeNo({ role: 'dialog' });
  await world.arrivesOnce(text);
}
