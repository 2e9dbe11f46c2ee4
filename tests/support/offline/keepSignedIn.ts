import type { User } from '../../../contract/users/user.ts';
import { rememberUser } from '../../../src/offline/engine/deviceUser.ts';

/** Signs in with “Keep me signed in”: the cookie is the browser's, the person this device's. */
export async function keepSignedIn(username = 'resident'): Promise<User> {
  const response = await fetch('/api/users/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: 'porchlight', keep_signed_in: true }),
  });
  const { user } = (await response.json()) as { user: User };
  await rememberUser(user);
  return user;
}
