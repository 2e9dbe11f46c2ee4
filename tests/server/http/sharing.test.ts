import { expect } from 'vitest';
import { server, test } from '../../support/server/world.ts';

test('a share that reaches the server leads to the form, which says that the photos did not arrive', async () => {
  const body = new FormData();
  body.append('photos', new File([new Uint8Array(1000)], 'a.jpg', { type: 'image/jpeg' }));
  const request = new Request('http://localhost/share', { method: 'POST', body });
  const answer = await server.app.inject({
    method: 'POST',
    url: '/share',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/share?problem=missed']);
});
