// A process that charges autopay at the time NOW, once it is told to, and ends. It can be killed meanwhile.
import { pino } from 'pino';
import { readConfiguration } from '../../../server/configuration/configuration.ts';
import { createContext } from '../../../server/process/createContext.ts';
import { chargeAutopay } from '../../../server/resources/payments/autopay/chargeAutopay.ts';
import { stripeClient } from '../../../server/resources/payments/cardProvider.ts';

const configuration = readConfiguration(process.env);
const { database } = await createContext(configuration);
const settings = configuration.stripe;
if (!settings) throw new Error('The card provider is not configured.');
process.send?.('ready');
await new Promise((resolve) => process.once('message', resolve));
await chargeAutopay(
  { stripe: stripeClient(settings), settings, database, log: pino({ level: 'silent' }), zone: 'UTC' },
  { zone: 'UTC', now: new Date(process.env.NOW ?? '') },
);
await database.close();
process.disconnect();
