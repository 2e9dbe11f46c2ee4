import { createHash } from 'node:crypto';
import { Sql as Part } from 'sql-template-tag';
import { encode, type Encoded } from './values.ts';

/** A statement ready to be sent. */
export interface Statement {
  text: string;
  values: Encoded[];
  /** The name to prepare it under on a server; none for one that is unlikely to come again. */
  name: string | undefined;
}

interface Prepared {
  text: string;
  name: string | undefined;
  /** Which values are followed by a cast to json, so that an array among them means JSON. */
  json: boolean[];
}

// A template's strings are the same object each time its line runs.
const byTemplate = new WeakMap<TemplateStringsArray, Prepared>();

// Composed texts may differ without end (a list of any length), and a server keeps every prepared statement.
const MOST_COMPOSED = 500;
const composed = new Map<string, Prepared>();

const varying = new WeakSet<Part>();

/** Marks a part whose text varies with what a client asks: no statement with it is prepared, since each would stay on the server. */
export function notPrepared(part: Part): Part {
  varying.add(part);
  return part;
}

/** The statement of a tagged template; a nested `part` is composed in, every other value becomes a parameter. */
export function statementOf(strings: TemplateStringsArray, values: readonly unknown[]): Statement {
  const nested = values.some((value) => value instanceof Part);
  const part = nested ? new Part(strings, values) : undefined;
  const isVarying = values.some((value) => value instanceof Part && varying.has(value));
  const prepared = part ? preparePart(part, isVarying) : prepareTemplate(strings);
  return {
    text: prepared.text,
    name: prepared.name,
    values: (part?.values ?? values).map((value, index) => encode(value, prepared.json[index])),
  };
}

function prepareTemplate(strings: TemplateStringsArray): Prepared {
  let prepared = byTemplate.get(strings);
  if (!prepared) {
    prepared = prepare(strings, textOf(strings), true);
    byTemplate.set(strings, prepared);
  }
  return prepared;
}

function preparePart(part: Part, isVarying: boolean): Prepared {
  const text = part.text;
  if (isVarying) return prepare(part.strings, text, false);
  let prepared = composed.get(text);
  if (!prepared) {
    const named = composed.size < MOST_COMPOSED;
    prepared = prepare(part.strings, text, named);
    if (named) composed.set(text, prepared);
  }
  return prepared;
}

function prepare(strings: readonly string[], text: string, named: boolean): Prepared {
  return {
    text,
    name: named ? createHash('sha256').update(text).digest('base64url').slice(0, 32) : undefined,
    json: strings.slice(1).map((following) => /^::jsonb?\b(?!\s*\[)/i.test(following)),
  };
}

function textOf(strings: readonly string[]): string {
  return strings.reduce((text, string, index) => `${text}$${String(index)}${string}`);
}
