import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { SCAN_PATH, withCamera } from '../../../contract/http/cameraPage.ts';
import { API_PREFIX } from '../../../contract/http/route.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import { isApiUrl, isBelow, routedPath } from '../apiUrl.ts';
import { cardSources } from '../cardSources.ts';

/** Browser features that no page uses, but for the camera on one. A file field opens the camera without a permission. */
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

/** The headers of every answer, by their names: one set for pages, one for the page that may use a camera, one for data. */
export interface SecurityHeaders {
  cameraPage: Record<string, string>;
  pages: Record<string, string>;
  data: Record<string, string>;
}

/** The security headers, which are the same for every request. */
export function securityHeaders(configuration: Configuration): SecurityHeaders {
  const stripe = cardSources(configuration.stripe);
  const forAll = {
    // An app on another host of the same site shows our photos.
    crossOriginResourcePolicy: {
      policy: configuration.CORS_ORIGINS.length > 0 ? 'same-site' : 'same-origin',
    },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: configuration.production,
  } as const satisfies HelmetOptions;
  const pages = headersOf({
    ...forAll,
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
  });
  // The headers that OWASP's REST Security Cheat Sheet names:
  // https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html#security-headers
  const data = headersOf({
    ...forAll,
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
  });
  const payers = ['self', ...stripe.frame.map((origin) => `"${origin}"`)].join(' ');
  const features = [...UNUSED_FEATURES.map((feature) => `${feature}=()`), `payment=(${payers})`];
  const policy = features.join(', ');
  return {
    pages: { ...pages, 'permissions-policy': policy },
    cameraPage: { ...pages, 'permissions-policy': withCamera(policy) },
    // No browser and no proxy keeps data. The app asks for what it stored by the ETag that it stored (decision 120).
    data: { ...data, 'cache-control': 'no-store' },
  };
}

/** What helmet sets. It is a middleware, so it is given an answer that is never sent; for a wrong option it throws. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, () => undefined);
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

/** Sends them with every answer. By URL, since a 404 is a page or data depending on its path. */
export function sendSecurityHeaders(
  app: FastifyInstance,
  { pages, cameraPage, data }: SecurityHeaders,
): void {
  app.addHook('onRequest', ({ url }, reply, done) => {
    if (routedPath(url) === SCAN_PATH) reply.headers(cameraPage);
    else if (!isApiUrl(url)) reply.headers(pages);
    else if (isBelow(DOCS_PATH, url)) reply.headers({ ...pages, 'cache-control': 'no-cache' });
    else reply.headers(data);
    done();
  });
}
