import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readName } from '../../community/settings.ts';

/** The address by which installed apps know their manifest. */
const URL_PATH = '/manifest.webmanifest';

/**
 * Serves the manifest of the built app, by which a browser installs it: under the community's name, and as it was built where
 * there is none. While the database is away it is refused, since a browser would give an installed app the other name.
 */
export function manifest(app: FastifyInstance, pagesRoot: string): void {
  const file = path.join(pagesRoot, URL_PATH);
  if (!existsSync(file)) return;
  const built = readFileSync(file);
  const members = JSON.parse(built.toString()) as Record<string, unknown>;

  app.get(URL_PATH, async (_request, reply) => {
    const name = await readName(app.context.database.sql);
    // Asked again each time, so that a new name is served at once.
    reply.header('Cache-Control', 'no-cache').type('application/manifest+json');
    // The names keep their places in the file. A launcher cuts a long one as it has room.
    if (name === null) return built;
    return Buffer.from(JSON.stringify({ ...members, name, short_name: name }, null, 2));
  });
}
