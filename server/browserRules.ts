import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { cardSources } from './payments/sources.ts';

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

/** Tells browsers what our pages may load and do, and who may show or frame what is ours. */
export function browserRules(app: FastifyInstance): void {
  const { configuration } = app.house;
  const sources = cardSources(configuration.stripe);
  const headers = headersOf({
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
    crossOriginEmbedderPolicy: false,
    // An app on another host of the same site shows our photos.
    crossOriginResourcePolicy: {
      policy: configuration.CORS_ORIGINS.length > 0 ? 'same-site' : 'same-origin',
    },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: configuration.production,
  });

  const payers = ['self', ...sources.frame.map((origin) => `"${origin}"`)];
  const permissions = [...NEVER.map((feature) => `${feature}=()`), `payment=(${payers.join(' ')})`].join(
    ', ',
  );
  headers['permissions-policy'] = permissions;
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
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
