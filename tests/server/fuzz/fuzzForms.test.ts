import fc from 'fast-check';
import { expect } from 'vitest';
import type { Route } from '../../../contract/http/route.ts';
import { routes } from '../../../contract/routes.ts';
import { neighbourhood, type Neighbourhood } from '../../support/server/callers.ts';
import { expectHarmless, hostileText, tries } from '../../support/server/hostile.ts';
import { photo, UNLIMITED } from '../../support/server/server.ts';
import { server, testWith } from '../../support/server/world.ts';

const test = testWith(UNLIMITED);
let people: Neighbourhood;
let jpeg: Buffer;
test.beforeAll(async () => {
  people = await neighbourhood(server);
  jpeg = await photo();
});

/** Whatever came of a form, no file is left that no request has, and none is missing. */
async function expectFilesToAgree(): Promise<void> {
  const rows = await server.database.sql<{ id: string }>`select id from photos where sha256 <> ''`;
  const files = rows.flatMap(({ id }) => [`${id}.jpg`, `${id}-thumbnail.jpg`]);
  expect((await server.storedPhotos()).sort()).toEqual(files.sort());
}

interface Part {
  head: string;
  content: Buffer;
}

const name = fc.oneof(
  {
    weight: 15,
    arbitrary: fc.constantFrom(
      'information',
      'maintenance_photos',
      'keep_photos',
      'following_photos',
      'part',
      'unit_id',
      'updated_at',
    ),
  },
  fc.constantFrom('', '__proto__', 'constructor', 'toString', 'maintenance_photos[]', 'n'.repeat(20_000)),
  hostileText,
);
const filename = fc.oneof(
  fc.constantFrom(
    'leak.jpg',
    '../../../../etc/cron.d/porchlight',
    '..\\..\\windows\\system32\\x.jpg',
    '/etc/passwd',
    'C:\\leak.jpg',
    '.',
    '..',
    '',
    '\0.jpg',
    'leak.jpg\0.exe',
    '\u202egpj.exe',
    'a'.repeat(15_000),
    '"; name="information',
    'leak.jpg\r\nX-Porchlight: 99\r\n\r\ninjected',
    '<script>alert(1)</script>.jpg',
    'con.jpg',
    "UTF-8''%00%ff%zz",
    '=?utf-8?Q?=00?=',
  ),
  hostileText,
);
const type = fc.constantFrom(
  'image/jpeg',
  'application/json',
  'text/plain; charset=utf-16',
  'multipart/mixed; boundary=x',
  'a',
  '',
);
const field: fc.Arbitrary<Part> = fc
  .tuple(
    name,
    fc.option(type),
    fc.oneof(fc.constantFrom('Leak', '[]', '1', '{"toString":1}', '["'), hostileText),
  )
  .map(([called, contentType, text]) => ({
    head: `Content-Disposition: form-data; name="${called}"${contentType === null ? '' : `\r\nContent-Type: ${contentType}`}`,
    content: Buffer.from(text),
  }));
const file: fc.Arbitrary<Part> = fc
  .tuple(
    name,
    filename,
    type,
    fc.constantFrom('photo', 'photo', 'half a photo', 'nothing', 'text'),
    fc.boolean(),
  )
  .map(([called, file, contentType, holds, star]) => ({
    head: `Content-Disposition: form-data; name="${called}"; filename${star ? '*' : ''}=${star ? file : `"${file}"`}\r\nContent-Type: ${contentType}`,
    content: {
      photo: jpeg,
      'half a photo': jpeg.subarray(0, 200),
      nothing: Buffer.alloc(0),
      text: Buffer.from('<svg/>'),
    }[holds],
  }));
const oddPart = fc.constantFrom<Part>(
  { head: '', content: Buffer.from('headless') },
  { head: 'Content-Disposition: attachment', content: Buffer.from('x') },
  { head: 'Content-Disposition: form-data', content: Buffer.from('nameless') },
  { head: `X-Long: ${'a'.repeat(90_000)}`, content: Buffer.from('x') },
  {
    head: Array.from({ length: 3000 }, (_, index) => `X-${index}: a`).join('\r\n'),
    content: Buffer.from('x'),
  },
  {
    head: 'Content-Disposition: form-data; name=information\r\nContent-Transfer-Encoding: base64',
    content: Buffer.from('%%%'),
  },
);
const part = fc.oneof({ weight: 4, arbitrary: field }, { weight: 4, arbitrary: file }, oddPart);
const issue: Part = {
  head: 'Content-Disposition: form-data; name="information"',
  content: Buffer.from('Leak'),
};
const parts = fc.oneof(
  { weight: 12, arbitrary: fc.array(part, { maxLength: 3 }).map((more) => [issue, ...more]) },
  { weight: 12, arbitrary: fc.array(part, { maxLength: 5 }) },
  { weight: 1, arbitrary: part.map((each) => Array.from({ length: 120 }, () => each)) },
);
const framing = fc.constantFrom(
  'whole',
  'whole',
  'whole',
  'never ends',
  'another boundary',
  'no boundary',
  'cut',
  'nothing',
);

function formOf(sent: Part[], frame: string): { type: string; payload: Buffer } {
  const boundary = 'porchlight-boundary';
  const bytes = sent.flatMap(({ head, content }) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  const whole = Buffer.concat([...bytes, Buffer.from(frame === 'never ends' ? '' : `--${boundary}--\r\n`)]);
  const payload =
    frame === 'cut' ? whole.subarray(0, whole.length / 2) : frame === 'nothing' ? Buffer.alloc(0) : whole;
  const said =
    { 'another boundary': '; boundary=another', 'no boundary': '' }[frame] ?? `; boundary=${boundary}`;
  return { type: `multipart/form-data${said}`, payload };
}

const all: Route[] = Object.values(routes);
const takers = all.filter(({ multipart }) => multipart);
const others = all.filter(({ multipart, method }) => !multipart && method !== 'GET' && method !== 'DELETE');
const route = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...takers) }, fc.constantFrom(...others));

test('any form is answered as the contract says, and leaves no file behind', async () => {
  await fc.assert(
    fc.asyncProperty(route, fc.boolean(), parts, framing, async (to, own, sent, frame) => {
      const { type, payload } = formOf(sent, frame);
      const answer = await server.app.inject({
        method: to.method,
        url: `/api${to.path
          .replace(':id', String(own ? people.mine.request : people.theirs.request))
          .replace(':kind', 'event')
          .replace(/:sha256.*/, (rest) => `${rest.replace(':sha256', 'd'.repeat(64))}?from=0`)}`,
        headers: { authorization: `Bearer ${people.me.token}`, 'content-type': type },
        payload,
      });
      const told = sent.map(({ head, content }) => [head.slice(0, 200), content.toString('latin1', 0, 40)]);
      expectHarmless(answer, { path: to.path, frame, told });
      expect(answer.body, 'a header of a part').not.toContain('X-Porchlight: 99');
      if (to === routes.logout) people = await neighbourhood(server);
    }),
    tries(250),
  );
  await expectFilesToAgree();
});

test('a file name is shown short, on one line, without folders or misleading characters', async () => {
  const shown = fc
    .tuple(filename, filename)
    .map(([a, b]) => `${a}${b}`)
    // Without a name it is no file.
    .filter((called) => called !== '');
  await fc.assert(
    fc.asyncProperty(shown, async (called) => {
      const form = new FormData();
      form.append('information', 'Leak');
      form.append('maintenance_photos', new Blob(['no photo']), called);
      const answer = await server.call('POST', '/maintenance', { as: people.me.token, form });
      expect(answer.statusCode).toBe(415);
      const [, quoted = ''] =
        /^"(.*)" is not a photo\. Use JPEG, PNG or WebP\.$/u.exec(
          answer.json<{ message: string }>().message,
        ) ?? [];
      expect(quoted).not.toMatch(/[/\\"\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(Array.from(quoted).length).toBeGreaterThan(0);
      expect(Array.from(quoted).length).toBeLessThanOrEqual(60);
    }),
    tries(100),
  );
});
