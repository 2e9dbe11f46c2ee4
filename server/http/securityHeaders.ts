import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { API_PREFIX } from '../../contract/route.ts';
import { isCall } from './answers.ts';
import { cardSources } from '../resources/payments/sources.ts';

/** What a phone could do for a page and no page of ours asks for; the camera opens from a file field without it. */
const NEVER = [
  'accelerometer',
  'bluetooth',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'serial',
  'usb',
];

/** Where people read the calls: the one part of the API that is made of pages. */
export const DOCS = `${API_PREFIX}/docs`;

/** Tells browsers what our pages may load and do, and who may show or frame what is ours. */
export function browserRules(app: FastifyInstance): void {
  const { configuration } = app.context;
  const sources = cardSources(configuration.stripe);
  const everywhere = {
    // An app on another host of the same site shows our photos.
    crossOriginResourcePolicy: {
      policy: configuration.CORS_ORIGINS.length > 0 ? 'same-site' : 'same-origin',
    },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: configuration.production,
  } satisfies HelmetOptions;
  const ofPages = headersOf({
    ...everywhere,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...sources.script],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'blob:', 'data:'],
        'connect-src': ["'self'", ...sources.connect],
        'frame-src': ["'self'", ...sources.frame],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
  });
  // Data loads nothing and leads nowhere. What is left is what OWASP's REST Security Cheat Sheet names:
  // https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html#security-headers
  const ofData = headersOf({
    ...everywhere,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });

  const payers = ['self', ...sources.frame.map((origin) => `"${origin}"`)];
  const permissions = [...NEVER.map((feature) => `${feature}=()`), `payment=(${payers.join(' ')})`].join(
    ', ',
  );
  ofPages['permissions-policy'] = permissions;
  app.addHook('onRequest', ({ url }, reply, done) => {
    reply.headers(isCall(url) && !url.startsWith(DOCS) ? ofData : ofPages);
    done();
  });
}

/** What `helmet` sets, asked of it once: none of it depends on the request. */
function headersOf(options: HelmetOptions): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, (error) => {
    if (error) throw error instanceof Error ? error : new Error('helmet refused its options.');
  });
  return response.getHeaders();
}
