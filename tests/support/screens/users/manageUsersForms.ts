import type { ListedUser } from '../../../../contract/users/user.ts';
import { manageUsers } from '../manageUsers.tsx';
import { server } from '../../server/world.ts';

export const manage = () => manageUsers(server);

export async function onServer(username: string): Promise<ListedUser | undefined> {
  const as = await server.token('manager');
  const users = (await server.call('GET', '/users', { as })).json<ListedUser[]>();
  return users.find((user) => user.username === username);
}
