import fc from 'fast-check';

const headerValue = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '*',
    '0',
    '-1',
    '1',
    'bytes=0-99999999999',
    'bytes=9-1,a-',
    'W/"',
    '"*"',
    'gzip;q=x',
    'null',
  ),
  fc.constantFrom(
    'Bearer',
    'Bearer  ',
    'Bearer a.b.c',
    'Basic YTpi',
    `Bearer ${'a'.repeat(7000)}`,
    'Bearer e30.e30.',
  ),
  fc.constantFrom('2026-01-01T00:00:00Z', '9999-99-99T99:99:99Z', '99999999', 'Thu, 99 Foo 2026'),
  fc.constantFrom(
    'application/json;charset=utf-7',
    'application/json, text/html',
    'text/plain',
    'a/b',
    '/',
    'multipart/form-data',
  ),
  fc.constantFrom(
    '__Host-porchlight_session=%',
    'porchlight_session=a; porchlight_session=b',
    ';;=;',
    'a=%E0%A4%A',
  ),
  fc.constantFrom(
    '00000000-0000-0000-0000-000000000000',
    '{00000000-0000-4000-8000-000000000000}',
    'https://evil.example',
  ),
  fc.string({
    unit: fc.integer({ min: 33, max: 255 }).map((code) => String.fromCharCode(code)),
    maxLength: 60,
  }),
);
export const hostileHeaders = fc.dictionary(
  fc.constantFrom(
    ...[
      'authorization',
      'idempotency-key',
      'captured-at',
      'x-porchlight',
      'content-type',
      'content-encoding',
      'accept',
    ],
    ...[
      'accept-encoding',
      'if-none-match',
      'if-modified-since',
      'range',
      'cookie',
      'host',
      'origin',
      'sec-fetch-site',
    ],
    ...[
      'x-forwarded-for',
      'x-forwarded-host',
      'x-http-method-override',
      'stripe-signature',
      'expect',
      'upgrade',
    ],
  ),
  headerValue,
  { maxKeys: 4 },
);
