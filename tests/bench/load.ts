import autocannon from 'autocannon';
import type { Call } from './calls.ts';

export interface Measured {
  /** Requests per second. */
  rate: number;
  /** Milliseconds. */
  p99: number;
  /** Bytes of one answer, as it travels. */
  bytes: number;
}

/** Counts requests over all loads, so that no two carry the same body where bodies differ. */
let number = 0;

/**
 * Makes so many requests of a server, on so many connections at once, by turns from these people.
 * @throws {Error} where an answer was no success, or not the one that is `expected`
 */
export async function load(
  address: string,
  tokens: readonly string[],
  call: Call,
  {
    connections,
    requests,
    expected,
  }: { connections: number; requests: number; expected?: string | undefined },
): Promise<Measured> {
  const { path } = call;
  const [first, ...others] = tokens.map((token) => requestOf(call, token));
  if (!first) throw new Error('A load needs someone whose requests they are.');
  const everyone = [first, ...others];
  const times: number[] = [];
  const began = performance.now();
  let ended = began;
  let joined = 0;
  const result = await run(
    {
      url: address + path,
      connections,
      amount: requests,
      timeout: 60,
      ...(expected === undefined ? {} : { verifyBody: (text) => text === expected }),
      requests: [first],
      // Each connection begins with somebody else, and goes on with the next.
      setupClient: (client) => {
        const begin = joined % everyone.length;
        client.setRequests([...everyone.slice(begin), ...everyone.slice(0, begin)]);
        joined += 1;
      },
    },
    // Its own histogram knows whole milliseconds only, and its clock looks up once a second.
    (time) => {
      times.push(time);
      ended = performance.now();
    },
  );
  const { errors, non2xx, mismatches } = result;
  if (errors > 0 || non2xx > 0 || mismatches > 0 || times.length < requests) {
    throw new Error(
      `${call.name}: ${errors} errors, ${non2xx} answers that were no success, ${mismatches} that were another.`,
    );
  }
  return {
    rate: (times.length / (ended - began)) * 1000,
    p99: times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN,
    bytes: Math.round(result.throughput.total / result['2xx']),
  };
}

function requestOf(call: Call, token: string): autocannon.Request {
  const { method, path, body, keyed } = call;
  const headers = headersOf(call, token);
  if (!body) return { method, path, headers };
  return {
    method,
    path,
    headers,
    setupRequest: (request) => {
      number += 1;
      return {
        ...request,
        headers: keyed ? { ...headers, 'idempotency-key': crypto.randomUUID() } : headers,
        body: body(number),
      };
    },
  };
}

/** Makes a call once and answers its text. @throws {Error} where it was no success */
export async function answerTo(address: string, token: string, call: Call): Promise<string> {
  const body = call.body?.((number += 1));
  const answer = await fetch(address + call.path, {
    method: call.method,
    headers: headersOf(call, token),
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${call.name} was answered ${answer.status}: ${text}`);
  return text;
}

function headersOf({ contentType, compressed }: Call, token: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    'accept-encoding': compressed ? 'gzip' : 'identity',
    ...(contentType ? { 'content-type': contentType } : {}),
  };
}

function run(options: autocannon.Options, hear: (milliseconds: number) => void): Promise<autocannon.Result> {
  return new Promise((resolve, reject) => {
    const running = autocannon(options, (error: Error | null, result) => {
      if (error) reject(error);
      else resolve(result);
    });
    running.on('response', (_client, _status, _bytes, time) => {
      hear(time);
    });
  });
}
