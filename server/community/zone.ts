import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';

/** How often each process reads the zone again, since another one may have been set up. */
const REFRESH_MINUTES = 1;

/** The zone whose days are the community's. */
export interface CommunityZone {
  /** An IANA name: what was chosen as the community was set up, else the setting TIME_ZONE. */
  current(): string;
  /** Reads it again. */
  refresh(): Promise<void>;
}

/** The zone of a database, or of the setting where none was chosen. */
export async function openZone(database: Database, setting: string): Promise<CommunityZone> {
  let zone = setting;
  async function refresh(): Promise<void> {
    const [community] = await database.sql<{ time_zone: string | null }>`select time_zone from community`;
    zone = community?.time_zone ?? setting;
  }
  await refresh();
  return { current: () => zone, refresh };
}

/** Reads the zone every minute while the server listens. */
export function keepZoneFresh(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  const refresh = () => {
    app.context.zone
      .refresh()
      .catch((error: unknown) => app.log.warn(`the time zone could not be read: ${String(error)}`));
  };
  app.addHook('onListen', async () => {
    timer = setInterval(refresh, REFRESH_MINUTES * 60_000);
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
