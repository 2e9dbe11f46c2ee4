import type { Configuration } from './configuration/configuration.ts';
import type { CommunityZone } from './community/zone.ts';
import type { SigningSecrets } from './auth/signingSecrets.ts';
import type { LinkTokens } from './auth/linkTokens.ts';
import type { Database } from './database/database.ts';
import type { DiskSpace } from './database/diskSpace.ts';
import type { photoUrls } from './photos/signedUrls.ts';
import type { PhotoStore } from './photos/store.ts';

/** The dependencies of every handler: database, photo store, configuration. */
export interface Context {
  configuration: Configuration;
  database: Database;
  photos: PhotoStore;
  secrets: SigningSecrets;
  photoUrls: ReturnType<typeof photoUrls>;
  /** Signs and reads the tokens in links. */
  linkTokens: LinkTokens;
  zone: CommunityZone;
  /** The disk of the data directory; undefined where nothing is stored there. */
  disk: DiskSpace | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    context: Context;
  }
  interface FastifyRequest {
    /** Who makes the request, or whose account a sign-in is for; undefined where nobody is known. */
    userId: number | undefined;
  }
}
