import * as z from 'zod/mini';
import { Failure } from './failureSchema.ts';
import { API_PREFIX, CONTRACT_VERSION, fileField, VERSION_HEADER, type Route } from './route.ts';
import { routes } from '../routes.ts';

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
}

function parameters(schema: z.ZodMiniType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, json]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: json,
  }));
}

function requestBody({ body, multipart }: Route): Json | undefined {
  if (!body) return undefined;
  const schema = schemaOf(body, 'input') as { properties?: Json };
  if (!multipart) return { required: true, content: { 'application/json': { schema } } };
  const files = { type: 'array', items: { type: 'string', format: 'binary' } };
  const form = { ...schema, properties: { ...schema.properties, [fileField(multipart)]: files } };
  return {
    required: true,
    content: { 'multipart/form-data': { schema: form }, 'application/json': { schema } },
  };
}

function responsesOf(route: Route): Json {
  const type = route.produces ?? 'application/json';
  const schema = route.produces ? { type: 'string', format: 'binary' } : schemaOf(route.answer, 'output');
  return {
    [route.status ?? 200]: { description: 'Done.', content: { [type]: { schema } } },
    default: {
      description: 'Refused, with a message.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    },
  };
}

function operation(name: string, route: Route): Json {
  const headers: Json[] = [];
  if (route.method !== 'GET' && route.who !== 'anyone') {
    const key = { type: 'string', format: 'uuid' };
    if (!route.unkeyed) headers.push({ name: 'Idempotency-Key', in: 'header', required: false, schema: key });
    const moment = { type: 'string', format: 'date-time' };
    headers.push({ name: 'Captured-At', in: 'header', required: false, schema: moment });
  }
  return {
    operationId: name,
    summary: route.summary,
    description: `For ${WHO[route.who]}. Without a connection: ${OFFLINE[route.offline]}.${pages(route)}`,
    security: route.who === 'anyone' ? [] : [{ bearer: [] }],
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query'), ...headers],
    ...(route.body ? { requestBody: requestBody(route) } : {}),
    responses: responsesOf(route),
  };
}

function pages({ paged }: Route): string {
  return paged
    ? ` In pages with \`limit\` or \`after\`, by ${paged.order}: \`Link\` leads to the next one.`
    : '';
}

export const WHO = { anyone: 'anyone', 'signed-in': 'anyone signed in', manager: 'managers' } as const;
export const OFFLINE = {
  keep: 'the last answer is shown',
  queue: 'the change waits in the outbox and is sent later',
  refuse: 'it is refused at once',
} as const;

/** The table as an OpenAPI 3.1 document. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = API_PREFIX + route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(name, route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Porchlight',
      version: String(CONTRACT_VERSION),
      description: `Every answer carries \`${VERSION_HEADER}\`. A failure is one \`Failure\`, whatever its status.`,
    },
    paths,
    components: {
      schemas: { Failure: schemaOf(Failure, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}
