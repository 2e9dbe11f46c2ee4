import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import * as z from 'zod/mini';
import { CURSOR_HEADER } from '../contract/changes/changedRows.ts';
import { PREFER_STALE_READS, STALE_READS_HEADER } from '../contract/changes/staleReadsHeader.ts';
import { OFFLINE, WHO } from '../contract/http/openapi.ts';
import { API_PREFIX, fileField, filesOfForm, VERSION_HEADER, type Route } from '../contract/http/route.ts';
import { routes } from '../contract/routes.ts';
import { readArguments } from './arguments.mjs';

/** The path of docs/api.md. */
export const PAGE = fileURLToPath(new URL('../docs/api.md', import.meta.url));

/** The parts of a JSON schema that the page prints. */
interface Shape {
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
}

/** The contract's table as Markdown. */
export async function apiDocs(): Promise<string> {
  const all = Object.entries<Route>(routes);
  const text = `${[INTRODUCTION, overview(all), ...all.map(([name, route]) => section(name, route))].join('\n\n')}\n`;
  return format(text, { ...(await resolveConfig(PAGE)), parser: 'markdown' });
}

const INTRODUCTION = `# The API

Printed from the contract by \`npm run docs\`; the same table is served at \`${API_PREFIX}/openapi.json\` and shown at \`${API_PREFIX}/docs\`.

Paths are below \`${API_PREFIX}\`. Whoever is signed in sends \`Authorization: Bearer <token>\`. Every answer carries \`${VERSION_HEADER}\`, the version of the contract; an app sends its own in the same header.

A change of someone signed in may carry an \`Idempotency-Key\` (a UUID). Sent again with the same key, the change is not repeated: the first answer is sent again, with \`Idempotency-Replayed: true\`; with the same key and another input it is refused with 422. A few calls keep no key, and say why. \`Captured-At\` says when the person acted, if that was before the request could be sent. With \`Prefer: ${PREFER_STALE_READS}\` (RFC 7240) the answer names in \`${STALE_READS_HEADER}\` the reads of the caller that the change made stale.

A list with \`limit\` and \`after\` in its query is answered whole without them, and with them in pages; the \`Link\` header of a page leads to the next one (RFC 8288), and the \`Total-Count\` of the first one tells how many rows the list has. Each list comes with a \`${CURSOR_HEADER}\`, from which [listChanges](#listchanges) tells later what changed in it. Every read has an \`ETag\`: a request with it in \`If-None-Match\` is answered 304 if nothing changed.

A failure is \`{ "message", "error", "code" }\`: the same text twice, and a stable code for programs. Invalid input adds \`fields\`, a message for each field; some conflicts add \`detail\`, the record as it is now. Any call may answer 400 (malformed), 413 (too large), 415 (wrong type), 429 (too many; see \`Retry-After\`), 500 or 503.`;

function overview(all: [string, Route][]): string {
  const rows = all.map(
    ([name, route]) =>
      `| [${name}](#${name.toLowerCase()}) | ${route.method} | \`${route.path}\` | ${WHO[route.who]} | ${OFFLINE[route.offline]} |`,
  );
  return ['| Call | Method | Path | For | Without a connection |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}

function section(name: string, route: Route): string {
  const parts = [
    `## ${name}`,
    `\`${route.method} ${API_PREFIX}${route.path}\``,
    route.summary,
    fields('In the path', route.params),
    fields('In the query', route.query),
    fields(route.multipart ? 'In the form' : 'In the body', route.body),
    files(route),
    unkeyed(route),
    answer(route),
    failures(route),
  ];
  return parts.filter(Boolean).join('\n\n');
}

function shapeOf(schema: z.ZodMiniType, io: 'input' | 'output'): Shape {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape;
}

function fields(where: string, schema: z.ZodMiniType | undefined): string {
  if (!schema) return '';
  const { properties = {}, required = [] } = shapeOf(schema, 'input');
  const lines = Object.entries(properties).map(
    ([name, shape]) => `- \`${name}\`: ${inWords(shape)}${required.includes(name) ? '' : ', optional'}`,
  );
  return [`${where}:`, '', ...lines].join('\n');
}

function files({ multipart }: Route): string {
  if (!multipart) return '';
  if (multipart.part) return `The part is the one file of the form, in its field \`${multipart.part}\`.`;
  const kind = filesOfForm(multipart);
  const json = multipart.json.map((name) => `\`${name}\``).join(' and ');
  return `The ${kind} are files in the form's field \`${fileField(multipart)}\`; ${json} are written there as JSON. Without ${kind} the call takes a JSON body too.`;
}

function unkeyed(route: Route): string {
  return route.unkeyed ? `It keeps no \`Idempotency-Key\`, since ${route.unkeyed}.` : '';
}

function answer(route: Route): string {
  const status = route.status ?? 200;
  if (route.produces) return `Answers ${status} with \`${route.produces}\`.`;
  const shape = shapeOf(route.answer, 'output');
  const told = shape.type ? `:\n\n\`\`\`ts\n${typeOf(shape, '')}\n\`\`\`` : ' with a JSON document.';
  return `Answers ${status}${told}`;
}

/** The refusals of a call beyond those that any call may answer. */
function failures(route: Route): string {
  const more = [
    ...(route.who === 'anyone' ? [] : ['401 without a valid token']),
    ...(route.who === 'manager' ? ['403 for a resident'] : []),
    ...(route.params && !route.produces ? ["404 where it is not there, or is another resident's"] : []),
    ...(route.offline === 'queue' ? ['422 for a key that was used for something else'] : []),
    ...(route.refuses ?? []),
  ];
  return more.length > 0 ? `Refuses with ${more.join('; ')}.` : '';
}

/** The alternatives of a union. */
function choices({ anyOf, type, ...rest }: Shape): Shape[] | undefined {
  return anyOf ?? (Array.isArray(type) ? type.map((each) => ({ ...rest, type: each })) : undefined);
}

function inWords(shape: Shape): string {
  const either = choices(shape);
  if (either) return either.map(inWords).join(' or ');
  if (shape.const !== undefined) return `\`${JSON.stringify(shape.const)}\``;
  if (shape.enum) return shape.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' or ');
  if (shape.type === 'array') return `a list of ${each(shape.items)}`;
  if (shape.type === 'string')
    return `text${range(shape.minLength, shape.maxLength, ' characters')}${shape.format ? `, ${shape.format}` : ''}`;
  if (shape.type === 'integer') return `a whole number${range(shape.minimum, shape.maximum, '')}`;
  return NAMES[String(shape.type)] ?? 'a value';
}

/** What a list is of. */
function each(items: Shape | undefined): string {
  if (items?.type === 'array') return `lists of ${each(items.items)}`;
  return items?.format ?? String(items?.type ?? 'values');
}

const NAMES: Record<string, string> = {
  boolean: 'yes or no (`true` or `false`)',
  number: 'a number',
  null: '`null`',
};

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined) return ` (${least} to ${most}${unit})`;
  if (most !== undefined) return ` (at most ${most}${unit})`;
  return least === undefined ? '' : ` (at least ${least}${unit})`;
}

/** A shape as a TypeScript type. */
function typeOf(shape: Shape, indent: string): string {
  const either = choices(shape);
  if (either) return either.map((each) => typeOf(each, indent)).join(' | ');
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (shape.type === 'array') return `${typeOf(shape.items ?? {}, indent)}[]`;
  if (shape.type === 'object') {
    const deeper = `${indent}  `;
    const lines = Object.entries(shape.properties ?? {}).map(([name, part]) => {
      const mark = shape.required?.includes(name) ? '' : '?';
      return `${deeper}${name}${mark}: ${typeOf(part, deeper)};`;
    });
    return `{\n${lines.join('\n')}\n${indent}}`;
  }
  return shape.type === 'integer' ? 'number' : String(shape.type ?? 'unknown');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  readArguments('npm run docs\n  Prints docs/api.md from the contract.', {});
  writeFileSync(PAGE, await apiDocs());
}
