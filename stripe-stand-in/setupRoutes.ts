import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account, Intent } from './account.ts';
import { invalid, missing } from './failure.ts';
import { formIn, readForm, textIn, type Form } from './form.ts';
import { confirmIntent, createIntent } from './intents.ts';
import { cancelSetup, createCustomer, createSetup, detachMethod, findMethod, findSetup } from './setups.ts';

interface ById {
  Params: { id: string };
}

/** What an off-session charge was given with. */
interface Confirmation {
  customer?: string;
  payment_method?: string;
  off_session?: string;
  confirm?: string;
}

/** The routes for stored methods, which need the secret key. */
export function serveSetups(
  app: FastifyInstance,
  account: Account,
  own: { preHandler: (request: FastifyRequest) => Promise<void> },
): void {
  app.post('/v1/customers', own, async (request) =>
    createCustomer(account, formIn(formOf(request), 'metadata')),
  );
  app.post('/v1/setup_intents', own, async (request) => {
    const form = formOf(request);
    const customer = textIn(form, 'customer');
    return createSetup(account, {
      ...(customer === undefined ? {} : { customer }),
      metadata: formIn(form, 'metadata'),
      types: Object.values(formIn(form, 'allowed_payment_method_types')),
    });
  });
  app.post<ById>('/v1/setup_intents/:id/cancel', own, async (request) =>
    cancelSetup(account, findSetup(account, request.params.id)),
  );
  app.get<ById>('/v1/payment_methods/:id', own, async (request) => findMethod(account, request.params.id));
  app.post<ById>('/v1/payment_methods/:id/detach', own, async (request) =>
    detachMethod(account, findMethod(account, request.params.id)),
  );
  app.get('/v1/payment_intents', own, async (request) => {
    const query = readForm(new URL(request.url, 'http://stand-in').search.slice(1));
    const customer = textIn(query, 'customer');
    const since = Number(formIn(query, 'created').gte ?? 0);
    const data = Object.values(account.state.intents)
      .filter((intent) => (customer === undefined || intent.customer === customer) && intent.created >= since)
      .reverse();
    return { object: 'list', url: '/v1/payment_intents', data, has_more: false };
  });
}

/** Creates an intent, and charges a stored method where it is confirmed at once. */
export function createAndConfirm(account: Account, form: Form, authenticateAt: string): Intent {
  const given: Confirmation & Record<string, string> = formIn({ form }, 'form');
  const { customer, payment_method = '' } = given;
  const types = Object.values(formIn(form, 'allowed_payment_method_types'));
  if (customer !== undefined && !Object.hasOwn(account.state.customers, customer)) {
    throw missing('customer', customer);
  }
  if (given.confirm === 'true') {
    const stored = findMethod(account, payment_method);
    if (stored.customer === null || stored.customer !== customer) {
      throw invalid(
        'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again.',
      );
    }
  }
  const intent = createIntent(account, { ...given, metadata: formIn(form, 'metadata'), types });
  return given.confirm === 'true' ? confirmIntent(account, intent, given, authenticateAt) : intent;
}

function formOf(request: FastifyRequest): Form {
  return (request.body as Form | undefined) ?? {};
}
