import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Account } from './account.ts';
import { BROWSER_AT, createApi } from './api.ts';
import { endOldDebits } from './debits.ts';
import { addCustomer } from './setups.ts';

export interface StandIn {
  account: Account;
  /** The Stripe settings of a server that uses the stand-in. */
  settings: {
    secretKey: string;
    publishableKey: string;
    webhookSecret: string;
    apiBase: string;
    script: string;
    bankDebits: true;
  };
  /** Adds the browser's files and API to the product's origin, and delivers events to its webhook. */
  join(app: FastifyInstance, webhook: string): void;
  /** Knows a customer and the card that was stored for them, which behaves as a test card. */
  knowCustomer(stored: { customer: string; method: string; madeFrom: string }): void;
  close(): Promise<void>;
}

/** The headers that are forwarded between a page and the stand-in. */
const ASKED = ['authorization', 'content-type', 'idempotency-key'];
const ANSWERED = ['content-type', 'cache-control', 'content-security-policy', 'location'];

/**
 * Starts a stand-in for Stripe on a free loopback port, for machines without keys or internet. Card numbers never leave
 * the page: only the ids of Stripe's test cards are sent. With a file its state survives restarts. `debitSeconds` ends bank
 * debits after so long; without it they are processed until a test ends them.
 * @throws {Error} in production, where its payments would be taken for real ones
 */
export async function startStandIn({
  file,
  debitSeconds,
}: { file?: string; debitSeconds?: number } = {}): Promise<StandIn> {
  if (process.env.NODE_ENV === 'production') {
    throw new Error('The stand-in for Stripe does not start in production.');
  }
  const account = new Account(file);
  const api = createApi(account);
  await api.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.server.address() as AddressInfo;
  const { secretKey, publishableKey, webhookSecret } = account;
  const ending =
    debitSeconds === undefined
      ? undefined
      : setInterval(() => endOldDebits(account, debitSeconds), 1000).unref();

  return {
    account,
    settings: {
      secretKey,
      publishableKey,
      webhookSecret,
      apiBase: `http://127.0.0.1:${port}`,
      script: `${BROWSER_AT}/stripe.js`,
      bankDebits: true,
    },
    join(app, webhook) {
      account.deliver = async (body, signature) => {
        const answer = await app.inject({
          method: 'POST',
          url: webhook,
          payload: body,
          headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        });
        if (answer.statusCode >= 300) throw new Error(`The webhook answered ${answer.statusCode}.`);
      };
      void app.register(async (own) => {
        own.removeAllContentTypeParsers();
        own.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
        own.route({
          method: ['GET', 'POST'],
          url: `${BROWSER_AT}/*`,
          async handler(request, reply) {
            const answer = await api.inject({
              method: request.method as 'GET' | 'POST',
              url: request.url.slice(BROWSER_AT.length),
              headers: only(ASKED, request.headers),
              ...(Buffer.isBuffer(request.body) ? { payload: request.body } : {}),
            });
            return reply
              .code(answer.statusCode)
              .headers(only(ANSWERED, answer.headers))
              .send(answer.rawPayload);
          },
        });
      });
    },
    knowCustomer: (stored) => addCustomer(account, stored),
    async close() {
      account.deliver = undefined;
      clearInterval(ending);
      await api.close();
    },
  };
}

function only(names: string[], headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
}
