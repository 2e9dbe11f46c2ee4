import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isCall } from './answers.ts';
import { Refusal } from './refusal.ts';

/** Serves the built app; every path that is no file is one of its screens. */
export async function pages(app: FastifyInstance, root: string): Promise<void> {
  const built = existsSync(path.join(root, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root,
      preCompressed: true,
      wildcard: true,
      cacheControl: false,
      setHeaders(reply, file) {
        // Vite names what is under assets by its content; everything else must be asked about each time.
        const forever = file.includes(`${path.sep}assets${path.sep}`);
        reply.setHeader('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (isCall(request.url)) throw new Refusal(404, 'There is no such call.');
    const asset = /\.\w+$/.test(request.url.split('?')[0] ?? '');
    if (!built || request.method !== 'GET' || asset) {
      return reply.code(404).type('text/plain').send('Page not found.');
    }
    return reply.header('Cache-Control', 'no-cache').sendFile('index.html');
  });
}
