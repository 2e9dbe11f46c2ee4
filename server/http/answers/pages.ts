import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isApiUrl, routedPath } from '../apiUrl.ts';
import { SHARE_PATH, type SharingProblem } from '../../../contract/photos/sharing.ts';
import { ApiError } from '../apiError.ts';

/** Serves the built app. A path that is no file gets the app's page. */
export async function pages(app: FastifyInstance, root: string): Promise<void> {
  const { sourceMaps } = app.context.configuration;
  app.addHook('onSend', async (request, reply) => {
    // A cache between must not give a browser another's compression.
    if (!isApiUrl(request.url)) reply.header('Vary', 'Accept-Encoding, Origin');
  });
  const built = existsSync(path.join(root, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root,
      preCompressed: true,
      wildcard: true,
      cacheControl: false,
      allowedPath: (file) => sourceMaps || !file.endsWith('.map'),
      setHeaders(reply, file) {
        // Vite puts a content hash into the names under assets; everything else must be revalidated.
        const forever = file.includes(`${path.sep}assets${path.sep}`);
        reply.setHeader('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  // The public pages are prerendered by the build.
  for (const name of prerenderedPages(root)) {
    const url = name === 'home.html' ? '/' : `/${path.basename(name, '.html')}`;
    app.get(url, (_request, reply) =>
      reply.header('Cache-Control', 'no-cache').sendFile(`drawn/${name}`, { cacheControl: false }),
    );
  }
  // Photos shared to the app before its service worker is there, which would have stored them.
  app.post(SHARE_PATH, (_request, reply) => {
    const problem: SharingProblem = 'missed';
    return reply.redirect(`${SHARE_PATH}?problem=${problem}`, 303);
  });
  // Returns nothing: each promise of an answer that is returned adds its own listeners to it.
  app.setNotFoundHandler((request, reply) => {
    if (isApiUrl(request.url)) throw new ApiError(404, 'There is no such call.');
    const asset = /\.\w+$/.test(routedPath(request.url) ?? '');
    const read = request.method === 'GET' || request.method === 'HEAD';
    if (!built || !read || asset) {
      void reply.code(404).type('text/plain').send('Page not found.');
      return;
    }
    // A screen behind the sign-in or an unknown path, which search engines must not index.
    reply.header('Cache-Control', 'no-cache').header('X-Robots-Tag', 'noindex').sendFile('index.html');
  });
}

function prerenderedPages(root: string): string[] {
  const folder = path.join(root, 'drawn');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.html')) : [];
}
