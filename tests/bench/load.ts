import autocannon from 'autocannon';

export interface Call {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  who: 'resident' | 'manager';
  body?: string;
  contentType?: string;
  /** Whether each request carries an `Idempotency-Key` of its own. */
  keyed?: boolean;
  /** Whether the answer is asked for compressed. */
  compressed?: boolean;
}

export interface Measured {
  /** Requests per second. */
  rate: number;
  /** Milliseconds. */
  p99: number;
  /** Bytes of one answer, as it travels. */
  bytes: number;
}

/** Puts a server under load for some seconds. @throws {Error} where an answer was no success */
export async function load(
  address: string,
  token: string,
  call: Call,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Measured> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (call.contentType) headers['content-type'] = call.contentType;
  if (call.compressed) headers['accept-encoding'] = 'gzip';
  const result = await autocannon({
    url: address + call.path,
    connections,
    duration: seconds,
    requests: [
      {
        method: call.method,
        path: call.path,
        headers,
        ...(call.body === undefined ? {} : { body: call.body }),
        ...(call.keyed
          ? {
              setupRequest: (request: autocannon.Request) => ({
                ...request,
                headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
              }),
            }
          : {}),
      },
    ],
  });
  if (result.errors > 0 || result.non2xx > 0 || result['2xx'] === 0) {
    throw new Error(`${call.name}: ${result.errors} errors, ${result.non2xx} answers that were no success.`);
  }
  return {
    rate: result['2xx'] / result.duration,
    p99: result.latency.p99,
    bytes: Math.round(result.throughput.total / result['2xx']),
  };
}
