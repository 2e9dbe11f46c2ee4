import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import { diskState, freeMegabytes, type DiskSpace, type DiskState } from '../database/diskSpace.ts';

/** In milliseconds. */
const INTERVAL = 5_000;

const LEVELS = { ample: 'info', low: 'warn', full: 'error' } as const;
const MESSAGES: Record<DiskState, string> = {
  ample: 'the disk has room again',
  low: 'the disk is nearly full',
  full: 'the disk is full: changes are refused until there is room',
};

/** Logs when the disk of the data directory fills up or has room again, and registers its metric. */
export function watchDisk(app: FastifyInstance): void {
  const { disk } = app.context;
  if (!disk) return;
  let before: DiskState = 'ample';
  let timer: NodeJS.Timeout | undefined;

  function check(space: DiskSpace): void {
    try {
      const now = diskState(space);
      if (now !== before) app.log[LEVELS[now]]({ free_megabytes: freeMegabytes(space) }, MESSAGES[now]);
      before = now;
    } catch (error) {
      // Such as a network file system that is away; an error thrown in a timer would end the process.
      app.log.error(error, 'the free space of the disk is not known');
    }
  }

  new Gauge({
    name: 'porchlight_disk_free_bytes',
    help: 'Bytes that this process may still write to the disk of its data directory.',
    registers: [app.metricsRegistry],
    collect() {
      this.set(disk.freeBytes());
    },
  });
  app.addHook('onListen', async () => {
    check(disk);
    timer = setInterval(check, INTERVAL, disk);
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
