import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';
import { openApiDocument } from '../../contract/http/openapi.ts';
import { routes } from '../../contract/routes.ts';
import { DOCS_PATH } from './answers/securityHeaders.ts';
import { registerRoute } from './registerRoute.ts';

// Swagger UI adds one style element from a script, which is blocked; the page looks and works the same without it.
const DOCS_CSP =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** In whose place the contract is served; the plugin takes no function. */
const NOTHING: OpenAPIV3.Document = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} };

/** Printed when it is first asked for, since a server that starts would wait for it. */
let printed: ReturnType<typeof openApiDocument> | undefined;
const document = () => (printed ??= openApiDocument());

/** Serves the contract as OpenAPI, with its documentation at `/api/docs`. */
export async function openapi(app: FastifyInstance): Promise<void> {
  registerRoute(app, routes.openapi, () => Promise.resolve(document()));
  await app.register(swagger, { mode: 'static', specification: { document: NOTHING } });
  await app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    staticCSP: DOCS_CSP,
    transformSpecification: document,
    transformSpecificationClone: false,
  });
}
