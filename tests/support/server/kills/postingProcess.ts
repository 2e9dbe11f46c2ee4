// A process that posts what leases charge up to the time NOW, once it is told to, and ends. It can be killed meanwhile.
import { createContext } from '../../../../server/process/createContext.ts';
import { readConfiguration } from '../../../../server/configuration/configuration.ts';
import { postLeaseCharges } from '../../../../server/resources/leases/postLeaseCharges.ts';

const { database } = await createContext(readConfiguration(process.env));
process.send?.('ready');
await new Promise((resolve) => process.once('message', resolve));
await postLeaseCharges(database, { zone: 'UTC', now: new Date(process.env.NOW ?? '') });
await database.close();
process.disconnect();
