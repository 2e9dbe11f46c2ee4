import type * as z from 'zod/mini';
import type { Paged } from './paging.ts';

/**
 * The contract's version, in the `X-Porchlight` header of every request and answer. Raise it when a change of the table
 * makes queued input of an older app invalid. The server accepts its own version and the one before.
 */
export const CONTRACT_VERSION = 1;
export const VERSION_HEADER = 'X-Porchlight';

/** The path of the API on its host. */
export const API_PREFIX = '/api';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Who = 'anyone' | 'signed-in' | 'manager';

/**
 * What a call does offline: `keep` shows the cached answer, `queue` sends the change later, `refuse` fails at once.
 */
export type OfflinePolicy = 'keep' | 'queue' | 'refuse';

/** What the files of a form are: photos, sheets (CSV files and workbooks), or one part of a photo. */
export type FilesOfForm = 'photos' | 'sheets' | 'part';

/** The multipart encoding of a body with files, which all have one field name. */
export type Multipart = {
  /** The fields that are encoded as JSON. */
  readonly json: readonly string[];
  /** The field that names photos by digest which are sent after the form: they count as if they were in it. */
  readonly following?: string;
} & (
  | { readonly photos: string; readonly sheets?: never; readonly part?: never }
  | { readonly sheets: string; readonly photos?: never; readonly part?: never }
  | { readonly part: string; readonly photos?: never; readonly sheets?: never }
);

/** The form field that contains the files. */
export function fileField(form: Multipart): string {
  if (form.photos !== undefined) return form.photos;
  return form.sheets === undefined ? form.part : form.sheets;
}

export function filesOfForm({ photos, sheets }: Multipart): FilesOfForm {
  return photos ? 'photos' : sheets ? 'sheets' : 'part';
}

export interface Route {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly who: Who;
  readonly offline: OfflinePolicy;
  readonly summary: string;
  /** The message for someone who is not signed in, if it is not the default. */
  readonly signIn?: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  /** For a list that is also answered in pages; its query takes `pageQuery`. */
  readonly paged?: Paged;
  readonly body?: z.ZodMiniType;
  readonly multipart?: Multipart;
  /** The status of a success; 200 by default. */
  readonly status?: 200 | 201;
  /** The content type of an answer that is not JSON. Its bytes are not checked against `answer`. */
  readonly produces?: 'image/jpeg' | 'application/zip' | 'text/html' | 'text/plain' | 'text/event-stream';
  readonly answer: z.ZodMiniType;
  /** Why a change of someone signed in keeps no Idempotency-Key, as the end of a sentence: sent again, it is made again. */
  readonly unkeyed?: string;
  /** Refusals that do not follow from the other columns: status and reason, for the documentation. */
  readonly refuses?: readonly string[];
}

/** What a request is built from. */
export type Sent = Pick<Route, 'method' | 'path' | 'multipart'>;

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type Given<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

export type Params<R extends Route> = Parsed<R['params']>;
export type Query<R extends Route> = Parsed<R['query']>;
export type Body<R extends Route> = Parsed<R['body']>;
export type Answer<R extends Route> = z.output<R['answer']>;

type OptionalIfUndefined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: T[K] };

/** The input of a call, without the parts that its route does not have. */
export type Input<R extends Route> = OptionalIfUndefined<{
  params: Given<R['params']>;
  query: Given<R['query']> | (R['query'] extends z.ZodMiniType ? undefined : never);
  body: Given<R['body']>;
}>;

/** A file to upload, such as a photo. */
export interface UploadFile {
  name: string;
  type: string;
  bytes: Blob | ArrayBuffer;
}

/** An input whose route is not known at compile time, as the outbox stores it. */
export interface UntypedInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

export interface OutgoingRequest {
  method: Method;
  /** Path and query below the API's prefix. */
  path: string;
  contentType?: 'application/json';
  body?: string | FormData;
}

/** Builds the request of a route from its input. Nothing else builds paths, queries and bodies. */
export function toRequest(
  route: Sent,
  input: UntypedInput,
  files: readonly UploadFile[] = [],
): OutgoingRequest {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((input.params as Record<string, unknown> | undefined)?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const target = query.size > 0 ? `${path}?${query.toString()}` : path;
  if (route.multipart) {
    return { method: route.method, path: target, body: toForm(route.multipart, input.body, files) };
  }
  if (input.body === undefined) return { method: route.method, path: target };
  return {
    method: route.method,
    path: target,
    contentType: 'application/json',
    body: JSON.stringify(input.body),
  };
}

function toForm(multipart: Multipart, body: unknown, files: readonly UploadFile[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value === undefined) continue;
    form.append(name, multipart.json.includes(name) ? JSON.stringify(value) : String(value));
  }
  for (const { name, type, bytes } of files) {
    form.append(fileField(multipart), bytes instanceof Blob ? bytes : new Blob([bytes], { type }), name);
  }
  return form;
}

/**
 * Turns the text fields of a multipart body into the values that its schema parses.
 * @throws {SyntaxError} where a field that should contain JSON does not
 */
export function fromFields(multipart: Multipart, fields: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name,
      multipart.json.includes(name) ? (JSON.parse(text) as unknown) : text,
    ]),
  );
}
