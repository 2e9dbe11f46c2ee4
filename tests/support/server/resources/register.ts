import { server } from '../world.ts';

export const ida = {
  username: 'ida',
  password: 'a lamp at dusk',
  firstName: 'Ida',
  lastName: 'Brandt',
  email: 'ida@example.com',
};
export const register = (body: object, as?: string) =>
  server.call('POST', '/users/register', { body, ...(as ? { as } : {}) });
