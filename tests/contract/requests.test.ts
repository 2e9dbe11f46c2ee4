import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromFields, toRequest } from '../../contract/http/route.ts';
import { routes } from '../../contract/routes.ts';

const ids = fc.integer({ min: 1, max: 999_999_999 });
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
  .filter((each) => each.trim() !== '');
const uuids = fc.array(fc.uuid({ version: 4 }), { maxLength: 10 });

/** The text fields of a form, as a server reads them. */
async function overTheWire(body: BodyInit): Promise<{ fields: Record<string, string>; files: File[] }> {
  const form = await new Response(body).formData();
  const fields: Record<string, string> = {};
  const files: File[] = [];
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value;
    else files.push(value);
  }
  return { fields, files };
}

test('input sent as JSON is read unchanged', () => {
  fc.assert(
    fc.property(text, text, fc.boolean(), (username, password, keep_signed_in) => {
      const input = { body: { username, password, keep_signed_in } };
      const request = toRequest(routes.login, input);
      expect(request).toMatchObject({
        method: 'POST',
        path: '/users/login',
        contentType: 'application/json',
      });
      expect(JSON.parse(request.body as string)).toEqual(input.body);
    }),
  );
});

test('input sent as a form is read with its numbers and lists unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      // Browsers normalise line ends in forms.
      text.map((each) => each.replace(/\r\n?|\n/g, '\r\n')),
      fc.option(ids, { nil: undefined }),
      async (information, unit_id) => {
        const body = { information, unit_id };
        const request = toRequest(routes.createMaintenance, { body });
        const { fields } = await overTheWire(request.body!);
        const given = fromFields(routes.createMaintenance.multipart, fields);
        expect(routes.createMaintenance.body.parse(given)).toEqual(routes.createMaintenance.body.parse(body));
        expect('unit_id' in given).toBe(unit_id !== undefined);
      },
    ),
  );
  await fc.assert(
    fc.asyncProperty(ids, uuids, async (id, keep_photos) => {
      const input = { params: { id: String(id) }, body: { information: 'Leak', keep_photos } };
      const request = toRequest(routes.updateMaintenance, input);
      expect(request.path).toBe(`/maintenance/${id}`);
      const { fields } = await overTheWire(request.body!);
      expect(fromFields(routes.updateMaintenance.multipart, fields)).toEqual(input.body);
    }),
  );
});

test('photos of a form arrive byte for byte, with their names and in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 3000 }), { minLength: 1, maxLength: 4 }),
      async (photos) => {
        const request = toRequest(
          routes.createMaintenance,
          { body: { information: 'Leak' } },
          photos.map((bytes, index) => ({
            name: `${index}.jpg`,
            type: 'image/jpeg',
            bytes: index % 2 ? new Blob([new Uint8Array(bytes)]) : new Uint8Array(bytes).buffer,
          })),
        );
        const { files } = await overTheWire(request.body!);
        expect(files.map((file) => file.name)).toEqual(photos.map((_, index) => `${index}.jpg`));
        const arrived = await Promise.all(
          files.map(async (file) => new Uint8Array(await file.arrayBuffer())),
        );
        expect(arrived).toEqual(photos.map((bytes) => new Uint8Array(bytes)));
      },
    ),
    { numRuns: 30 },
  );
});

test('input in path and query is read unchanged', () => {
  expect(toRequest(routes.listMaintenance, { query: { completed: 'false' } })).toEqual({
    method: 'GET',
    path: '/maintenance?completed=false',
  });
  expect(toRequest(routes.listMaintenance, { query: { completed: undefined } }).path).toBe('/maintenance');
  expect(toRequest(routes.listMaintenance, {}).path).toBe('/maintenance');
  fc.assert(
    fc.property(text, (id) => {
      const { path } = toRequest(routes.readUser, { params: { id } });
      expect(path.split('/')).toHaveLength(3);
      expect(decodeURIComponent(path.split('/')[2]!)).toBe(id);
    }),
  );
});

test('a route without a body sends no body', () => {
  expect(toRequest(routes.cancelMaintenance, { params: { id: '7' } })).toEqual({
    method: 'DELETE',
    path: '/maintenance/7',
  });
});

test('a form field with invalid JSON is refused', () => {
  expect(() => fromFields(routes.updateMaintenance.multipart, { keep_photos: 'all' })).toThrow(SyntaxError);
});
