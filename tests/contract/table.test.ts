import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openApiDocument } from '../../contract/http/openapi.ts';
import { API_PREFIX, type Route } from '../../contract/http/route.ts';
import { routes, type QueuedRouteName, type RouteName } from '../../contract/routes.ts';
import { apiDocs, PAGE } from '../../scripts/apiDocs.ts';
import { testServer } from '../support/server/server.ts';

const all = Object.entries<Route>(routes);

test('the server serves exactly the routes of the contract', async () => {
  const server = await testServer();
  await server.app.ready();
  const served = routesOf(server.app.printRoutes({ commonPrefix: false }))
    .filter(({ path }) => path.startsWith(`${API_PREFIX}/`) && !path.startsWith(`${API_PREFIX}/docs`))
    .flatMap(({ path, methods }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`),
    );
  await server.close();
  expect(served.sort()).toEqual(all.map(([, route]) => `${route.method} ${API_PREFIX}${route.path}`).sort());
});

/** The lines of Fastify's `printRoutes`, each with its whole path. */
function routesOf(tree: string): { path: string; methods: string[] }[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, branch = '', part = '', methods = ''] = /^([│├└─\s]+)(\S*) \(([A-Z, ]+)\)$/.exec(line) ?? [];
    if (!branch) return [];
    const depth = branch.length / 4;
    above.length = depth;
    above[depth] = (above[depth - 1] ?? '') + part;
    return [{ path: above[depth], methods: methods.split(', ') }];
  });
}

test('no two routes have the same method and path', () => {
  const calls = all.map(([, route]) => `${route.method} ${route.path.replace(/:\w+/g, ':')}`);
  expect(new Set(calls).size).toBe(calls.length);
});

test('a queued route is a change, and a cached route is a GET', () => {
  for (const [name, route] of all) {
    if (route.offline === 'queue') expect([name, route.method]).not.toEqual([name, 'GET']);
    // Only a change of someone signed in has an Idempotency-Key, so only that may be sent twice.
    if (route.offline === 'queue') expect([name, route.who]).not.toEqual([name, 'anyone']);
    if (route.offline === 'keep') expect([name, route.method]).toEqual([name, 'GET']);
    expect([name, route.path.includes(':')]).toEqual([name, route.params !== undefined]);
    if (route.multipart) expect(route.body).toBeDefined();
  }
});

test('a paged list takes a limit and a marker, and its rows have the field that identifies them', () => {
  for (const [name, { answer, method, offline, paged, query }] of all) {
    const takes = Object.keys(z.toJSONSchema(query ?? z.object({}), { io: 'input' }).properties ?? {});
    expect([name, takes.includes('limit') && takes.includes('after')]).toEqual([name, paged !== undefined]);
    if (!paged) continue;
    expect([name, method, offline]).toEqual([name, 'GET', 'keep']);
    const { items } = z.toJSONSchema(answer, { unrepresentable: 'any' }) as {
      items?: { required?: string[] };
    };
    expect(items?.required).toContain(paged.id);
  }
});

test('every list that strangers or residents can lengthen is paged, or bounded otherwise', () => {
  const lists = all.filter(([, { answer }]) => answer instanceof z.ZodMiniArray);
  expect(lists.filter(([, { paged }]) => !paged).map(([name]) => name)).toEqual([
    // One for each person that management invites, for managers.
    'invite',
    'listInvitations',
    // At most 100 are answered.
    'listSessions',
    // At most 20 are answered of each.
    'listOpenPayments',
    'listFailedPayments',
    // At most 2,000 events, and those of one request.
    'listWaitingEvents',
    // At most 200 of a request.
    'listRequestEvents',
    // At most 500 are answered to management, 50 to a resident.
    'listEntryNotices',
    // At most 20 are answered.
    'listMyLeases',
    // A property has a few.
    'listLateFees',
    // One for each lease with a deposit, for managers.
    'listDeposits',
    // At most one for each property.
    'listDepositRules',
    // At most 500 run at a time.
    'listUpkeep',
    // At most 1,000 are answered.
    'listInspections',
    // At most 20 are answered of each.
    'listOwnInspections',
    'listHomeInspections',
    // One for each lease that runs.
    'readRentRoll',
    // One for each home that is vacant, for managers.
    'listVacantHomes',
    // One for each person who owes or is owed, as a file for managers.
    'readBalancesOn',
    // Those of some days, as a file for managers.
    'readPostings',
    // The latest 120 of a meter, for managers.
    'listMeterReadings',
    // At most 20 of a bill.
    'listBillPhotos',
    // At most 300 are answered.
    'listLastMeterPhotos',
    // One for each meter of one's home; of all homes, for managers.
    'listAskedReadings',
    'listSentReadings',
    'sendReading',
    // At most 1,000 are set, by managers.
    'listTariffs',
    // Those that managers add, each with its latest readings alone.
    'listCommonMeters',
    // At most 200 are answered.
    'listAudit',
    // At most 100 are answered.
    'listNotifications',
    // One for each thing that can go wrong.
    'listWarnings',
    // At most 200 are answered.
    'listNotes',
    // At most 200 of a conversation.
    'listMessages',
  ]);
});

test('the outbox takes only routes that are queued', () => {
  const queue = (name: QueuedRouteName): RouteName => name;
  queue('createMaintenance');
  // @ts-expect-error -- signing in is not queued
  queue('login');
  // @ts-expect-error -- neither is a read
  queue('listMaintenance');
  // @ts-expect-error -- nor a route that does not exist
  queue('paintTheHouse');
  expect(all.filter(([, route]) => route.offline === 'queue').map(([name]) => name)).toContain(
    'createMaintenance',
  );
});

interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>;
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
}
const document = openApiDocument() as unknown as Document;

test('every route is an operation of the OpenAPI document', () => {
  expect(document.openapi).toBe('3.1.0');
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(operations.map((each) => each.operationId).sort()).toEqual(all.map(([name]) => name).sort());
});

test.each(all)('the OpenAPI operation of %s is complete', (name, route) => {
  const path = API_PREFIX + route.path.replace(/:(\w+)/g, '{$1}');
  const operation = document.paths[path]![route.method.toLowerCase()]!;
  expect(operation.operationId).toBe(name);
  expect(operation.summary).toMatch(/\.$/);
  expect(operation.security).toEqual(route.who === 'anyone' ? [] : [{ bearer: [] }]);
  const inPath = operation.parameters.filter((each) => each.in === 'path');
  expect(inPath.map((each) => each.name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
  expect(inPath.every((each) => each.required)).toBe(true);
  const told = operation.parameters.map((each) => `${each.in} ${each.name}`);
  expect(new Set(told).size).toBe(told.length);
  expect(operation.requestBody !== undefined).toBe(route.body !== undefined);
  expect(Object.keys(operation.responses)).toEqual([String(route.status ?? 200), 'default']);
  if (route.multipart) {
    expect(Object.keys(operation.requestBody!.content)).toEqual(['multipart/form-data', 'application/json']);
  }
});

test('every reference in the OpenAPI document resolves, and the document is plain JSON', () => {
  const text = JSON.stringify(document);
  expect(JSON.parse(text)).toEqual(document);
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!);
  expect(references.length).toBeGreaterThan(0);
  expect(new Set(references)).toEqual(new Set(['#/components/schemas/Failure']));
  expect(document.components.schemas).toHaveProperty('Failure');
  expect(document.components.securitySchemes).toHaveProperty('bearer');
});

test('docs/api.md is up to date; if not, run `npm run docs`', async () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(await apiDocs());
});

test('every JSON answer has a schema', () => {
  const free = all.filter(([, route]) => route.answer instanceof z.ZodMiniAny).map(([name]) => name);
  expect(free).toEqual(['readExport', 'followChanges', 'readPhoto', 'readThumbnail', 'metrics', 'openapi']);
});
