import { readFileSync } from 'node:fs';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Account, Intent, SetupIntent } from './account.ts';
import { ApiFailure, invalid, missing } from './failure.ts';
import { expanded } from './fees.ts';
import { formIn, readForm, textIn, type Form } from './form.ts';
import { authenticate, cancelIntent, confirmIntent, findIntent, updateIntent } from './intents.ts';
import { authenticationPage } from './page.ts';
import { answerDispute, refund } from './refundsAndDisputes.ts';
import { createAndConfirm, serveSetups } from './setupRoutes.ts';
import { authenticateSetup, confirmSetup, findSetup } from './setups.ts';

interface ById {
  Params: { id: string };
}

/** The path of the browser's API on the product's origin. */
export const BROWSER_AT = '/api/stripe-stand-in';

/** Of the bank's page, which loads its stylesheet alone. Below the API, where nothing may be loaded, it needs its own. */
const PAGE_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";

const FILES: Record<string, string> = {
  'stripe.js': 'text/javascript; charset=utf-8',
  'paymentElement.js': 'text/javascript; charset=utf-8',
  'cards.js': 'text/javascript; charset=utf-8',
  'banks.js': 'text/javascript; charset=utf-8',
  'elements.js': 'text/javascript; charset=utf-8',
  'stand-in.css': 'text/css; charset=utf-8',
};

/** The part of Stripe's HTTP API that Porchlight uses, for the server and for the browser. */
export function createApi(account: Account): FastifyInstance {
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    done(null, readForm(String(body)));
  });
  app.setErrorHandler((error, _request, reply) => {
    const failure =
      error instanceof ApiFailure
        ? error
        : new ApiFailure(500, { type: 'api_error', message: 'The stand-in failed.' });
    return reply.code(failure.status).send({ error: failure.error });
  });
  app.setNotFoundHandler((request) => {
    throw new ApiFailure(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${request.method}: ${request.url}).`,
    });
  });
  replayKeys(app);
  loseAnswers(app, account);
  serveMerchant(app, account);
  serveBrowser(app, account);
  return app;
}

/** The routes that need the secret key. */
function serveMerchant(app: FastifyInstance, account: Account): void {
  const own = { preHandler: async (request: FastifyRequest) => needKey(request, account.secretKey) };

  app.post('/v1/payment_intents', own, async (request) => {
    const form = formOf(request);
    const intent = createAndConfirm(account, form, `${BROWSER_AT}/authenticate`);
    return expanded(account, intent, Object.values(formIn(form, 'expand')));
  });
  serveSetups(app, account, own);
  app.post<ById>('/v1/payment_intents/:id', own, async (request) =>
    updateIntent(account, findIntent(account, request.params.id), texts(formOf(request))),
  );
  app.post<ById>('/v1/payment_intents/:id/cancel', own, async (request) =>
    cancelIntent(account, findIntent(account, request.params.id)),
  );
  app.post('/v1/refunds', own, async (request) => refund(account, texts(formOf(request))));
  app.post<ById>('/v1/disputes/:id', own, async (request) =>
    answerDispute(account, request.params.id, formIn(formOf(request), 'evidence').uncategorized_text),
  );
  app.get('/v1/events', own, async (request) => {
    const query = readForm(new URL(request.url, 'http://stand-in').search.slice(1));
    const types = Object.values(formIn(query, 'types'));
    const since = Number(formIn(query, 'created').gte ?? 0);
    const after = textIn(query, 'starting_after');
    const matching = account.state.events.filter(
      (event) => (types.length === 0 || types.includes(event.type)) && event.created >= since,
    );
    const from = after ? matching.findIndex(({ id }) => id === after) + 1 : 0;
    const limit = Number(textIn(query, 'limit') ?? 10);
    const data = matching.slice(from, from + limit);
    return { object: 'list', url: '/v1/events', data, has_more: from + limit < matching.length };
  });
}

/** The routes for a page, with the publishable key and an intent's client secret, and the page's files. */
function serveBrowser(app: FastifyInstance, account: Account): void {
  app.get<ById>('/v1/payment_intents/:id', async (request) => {
    const query = readForm(new URL(request.url, 'http://stand-in').search.slice(1));
    const intent = intentFor(account, request, textIn(query, 'client_secret'));
    return expanded(account, intent, Object.values(formIn(query, 'expand')));
  });
  app.post<ById>('/v1/payment_intents/:id/confirm', async (request) => {
    const given = texts(formOf(request));
    const intent = intentFor(account, request, given.client_secret);
    return confirmIntent(account, intent, given, `${BROWSER_AT}/authenticate`);
  });

  app.get<ById>('/v1/setup_intents/:id', async (request) => {
    const query = readForm(new URL(request.url, 'http://stand-in').search.slice(1));
    const setup = setupFor(account, request, textIn(query, 'client_secret'));
    const expand = Object.values(formIn(query, 'expand'));
    if (!expand.includes('payment_method') || !setup.payment_method) return setup;
    return { ...setup, payment_method: account.state.methods[setup.payment_method] ?? null };
  });
  app.post<ById>('/v1/setup_intents/:id/confirm', async (request) => {
    const given = texts(formOf(request));
    const setup = setupFor(account, request, given.client_secret);
    return confirmSetup(account, setup, given, `${BROWSER_AT}/authenticate`);
  });

  app.get<ById>('/authenticate/:id', async (request, reply) => {
    const secret = new URL(request.url, 'http://stand-in').searchParams.get('client_secret') ?? '';
    const { id } = request.params;
    const intent = id.startsWith('seti_') ? setupWith(account, id, secret) : intentWith(account, id, secret);
    return reply
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', PAGE_POLICY)
      .send(authenticationPage(intent, BROWSER_AT));
  });
  app.post<ById>('/authenticate/:id', async (request, reply) => {
    const { client_secret, answer } = texts(formOf(request));
    const { id } = request.params;
    const complete = answer === 'complete';
    const back = id.startsWith('seti_')
      ? authenticateSetup(account, setupWith(account, id, client_secret), complete)
      : authenticate(account, intentWith(account, id, client_secret), complete);
    return reply.redirect(back, 303);
  });
  for (const [name, type] of Object.entries(FILES)) {
    app.get(`/${name}`, async (_request, reply) =>
      reply
        .type(type)
        .header('Cache-Control', 'no-cache')
        .send(readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8')),
    );
  }
}

function needKey(request: FastifyRequest, ...keys: string[]): void {
  const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (given && keys.includes(given)) return;
  throw new ApiFailure(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' });
}

/** The intent of a request: by its id with the secret key, otherwise only with its client secret. */
function intentFor(account: Account, request: FastifyRequest<ById>, secret: string | undefined): Intent {
  needKey(request, account.secretKey, account.publishableKey);
  if (request.headers.authorization?.endsWith(account.secretKey)) {
    return findIntent(account, request.params.id);
  }
  return intentWith(account, request.params.id, secret);
}

function intentWith(account: Account, id: string, secret: string | undefined): Intent {
  const intent = findIntent(account, id);
  if (!secret || intent.client_secret !== secret) throw missing('payment_intent', id);
  return intent;
}

function setupFor(account: Account, request: FastifyRequest<ById>, secret: string | undefined): SetupIntent {
  needKey(request, account.secretKey, account.publishableKey);
  if (request.headers.authorization?.endsWith(account.secretKey)) {
    return findSetup(account, request.params.id);
  }
  return setupWith(account, request.params.id, secret);
}

function setupWith(account: Account, id: string, secret: string | undefined): SetupIntent {
  const setup = findSetup(account, id);
  if (!secret || setup.client_secret !== secret) throw missing('setupintent', id);
  return setup;
}

/** Cuts the connection in place of an answer, after the work was done. */
function loseAnswers(app: FastifyInstance, account: Account): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (account.losesAnswer?.(request.method, request.url)) reply.raw.destroy();
    return payload;
  });
}

/** Answers a POST with a used key by the stored answer. https://docs.stripe.com/api/idempotent_requests */
function replayKeys(app: FastifyInstance): void {
  const answers = new Map<string, { request: string; status: number; body: string }>();
  const keyOf = (request: FastifyRequest) =>
    request.method === 'POST' ? (request.headers['idempotency-key'] as string | undefined) : undefined;
  const contentOf = (request: FastifyRequest) => `${request.url} ${JSON.stringify(request.body)}`;

  app.addHook('preHandler', async (request: FastifyRequest, reply: FastifyReply) => {
    const key = keyOf(request);
    const before = key ? answers.get(key) : undefined;
    if (!before) return;
    if (before.request !== contentOf(request)) {
      const { error } = invalid('Keys for idempotent requests can only be used with the same parameters.');
      throw new ApiFailure(400, { ...error, type: 'idempotency_error' });
    }
    await reply
      .code(before.status)
      .type('application/json; charset=utf-8')
      .header('Idempotent-Replayed', 'true')
      .send(before.body);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const key = keyOf(request);
    if (key && typeof payload === 'string' && reply.statusCode < 500 && !answers.has(key)) {
      answers.set(key, { request: contentOf(request), status: reply.statusCode, body: payload });
    }
    return payload;
  });
}

function formOf(request: FastifyRequest): Form {
  return (request.body as Form | undefined) ?? {};
}

function texts(form: Form): Record<string, string> {
  return formIn({ form }, 'form');
}
