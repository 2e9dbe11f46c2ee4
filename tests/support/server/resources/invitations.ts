import { expect } from 'vitest';
import type { ListedUser, User } from '../../../../contract/users/user.ts';
import { manager, server } from '../world.ts';

export let person: User;
export let count = 0;

export async function enter(body: object): Promise<User> {
  const answer = await server.call('POST', '/users', { as: manager, body });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<User>();
}
export const login = (username: string, password: string) =>
  server.call('POST', '/users/login', { body: { username, password } });
export const listed = async (id: number) =>
  (await server.call('GET', '/users', { as: manager })).json<ListedUser[]>().find((user) => user.id === id)!;
export async function enterPerson(): Promise<void> {
  count += 1;
  person = await enter({ firstName: 'Jo', lastName: 'Miller', email: `jo${count}@example.com`, unit: 3 });
}
