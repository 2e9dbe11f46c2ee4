import type { DeviceDatabase } from '../../../src/offline/engine/database.ts';

/** Opens the database again, and notes the mode of each transaction from then on. */
export async function noteTransactions(database: DeviceDatabase): Promise<string[]> {
  const modes: string[] = [];
  database.close({ disableAutoOpen: false });
  database.use({
    stack: 'dbcore',
    name: 'note transactions',
    create: (core) => ({
      ...core,
      transaction(tables, mode, options) {
        modes.push(mode);
        return core.transaction(tables, mode, options);
      },
    }),
  });
  await database.open();
  return modes;
}
