import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
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
export async function browserRules(app: FastifyInstance): Promise<void> {
  const { configuration } = app.house;
  const sources = cardSources(configuration.stripe);
  await app.register(helmet, {
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
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Permissions-Policy', permissions);
  });
}
