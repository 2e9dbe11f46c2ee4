import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { API_PREFIX } from '../../contract/route.ts';
import { isApiUrl } from './apiUrl.ts';
import { cardSources } from './cardSources.ts';

/** Browser features that no page uses. A file field opens the camera without a permission. */
const UNUSED_FEATURES = [
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

/** The paths of the API's documentation, the only pages below the API's prefix. */
export const DOCS_PATH = `${API_PREFIX}/docs`;

/** Sets the security headers of every answer: one set for pages, one for data. */
export async function securityHeaders(app: FastifyInstance): Promise<void> {
  const { configuration } = app.context;
  const stripe = cardSources(configuration.stripe);
  const forPages = {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...stripe.script],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'blob:', 'data:'],
        'connect-src': ["'self'", ...stripe.connect],
        'frame-src': ["'self'", ...stripe.frame],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
  } as const;
  // The headers that OWASP's REST Security Cheat Sheet names:
  // https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html#security-headers
  const forData = {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'base-uri': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  } as const;
  const payers = ['self', ...stripe.frame.map((origin) => `"${origin}"`)].join(' ');
  const permissions = [...UNUSED_FEATURES.map((feature) => `${feature}=()`), `payment=(${payers})`].join(
    ', ',
  );

  await app.register(helmet, {
    global: false,
    // An app on another host of the same site shows our photos.
    crossOriginResourcePolicy: {
      policy: configuration.CORS_ORIGINS.length > 0 ? 'same-site' : 'same-origin',
    },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: configuration.production,
  });
  // By URL, since a 404 is a page or data depending on its path.
  app.addHook('onRequest', ({ url }, reply, done) => {
    const isData = isApiUrl(url) && !url.startsWith(DOCS_PATH);
    reply.helmet(isData ? forData : forPages);
    if (!isData) reply.header('Permissions-Policy', permissions);
    done();
  });
}
