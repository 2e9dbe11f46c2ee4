import type { Failure } from '../../../../contract/http/failure.ts';
import { residentWith } from '../accounts.ts';
import { photo } from '../server.ts';
import { server } from '../world.ts';

export let token: string;
export let jpeg: Buffer;

export const part = (disposition: string, content: string | Buffer, type?: string) =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; ${disposition}\r\n`),
    Buffer.from(type ? `Content-Type: ${type}\r\n\r\n` : '\r\n'),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
export const END = Buffer.from('--b--\r\n');
export const leak = part('name="information"', 'Leak');
export const file = (name: string) =>
  part(`name="maintenance_photos"; filename="${name}"`, jpeg, 'image/jpeg');

export async function send(parts: Buffer[], type = 'multipart/form-data; boundary=b') {
  const answer = await server.call('POST', '/maintenance', {
    as: token,
    headers: { 'content-type': type },
    body: Buffer.concat(parts),
  });
  return { status: answer.statusCode, words: answer.json<Partial<Failure>>().message };
}
export async function preparePhoto(): Promise<void> {
  token = await server.token(await residentWith(server));
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  jpeg = await photo();
}
