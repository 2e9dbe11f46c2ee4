// A process that delivers by mail what is due, once it is told to, and ends. It can be killed meanwhile.
import sqlTag from 'sql-template-tag';
import { createContext } from '../../../../server/process/createContext.ts';
import { readConfiguration } from '../../../../server/configuration/configuration.ts';
import { deliverer } from '../../../../server/notifications/deliver.ts';
import { emailChannel } from '../../../../server/notifications/email/channel.ts';

const context = await createContext(readConfiguration(process.env));
const channel = emailChannel(context);
if (!channel) throw new Error('There is no mail server.');
process.send?.('ready');
await new Promise((resolve) => process.once('message', resolve));
const log = { warn: (...what: unknown[]) => console.warn(...what) };
await deliverer({
  database: context.database,
  channels: [channel],
  zone: 'UTC',
  mustAddFactor: sqlTag`false`,
  log,
})();
await channel.close?.();
await context.database.close();
process.disconnect();
