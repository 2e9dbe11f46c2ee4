import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { buildSchemas, lazySchema } from '../../../contract/values/lazySchema.ts';
import { createApp, type AppOptions } from '../../../server/app.ts';

const files = import.meta.glob('../../../contract/**/*.ts');

afterEach(() => {
  vi.doUnmock('zod/mini');
  vi.resetModules();
});

test.each(Object.entries(files))('loading %s builds no schema', async (_, load) => {
  const built: string[] = [];
  vi.resetModules();
  const noted = (makers: Record<string, unknown>): object =>
    Object.fromEntries<unknown>(
      Object.entries(makers).map(([name, made]) => {
        if (typeof made !== 'function' || /^[A-Z]/.test(name)) return [name, made];
        const make = made as (...given: unknown[]) => unknown;
        return [name, (...given: unknown[]) => (built.push(name), make(...given))] as const;
      }),
    );
  vi.doMock('zod/mini', () => ({ ...noted(z), iso: noted(z.iso) }));
  await load();
  expect(built).toEqual([]);
});

test('a schema is built once, at its first use', () => {
  const build = vi.fn(() => z.object({ day: z.string() }));
  const Day = lazySchema(build);
  const Days = lazySchema(() => z.array(z.extend(Day, { month: z.optional(z.int()) })));
  expect(build).not.toHaveBeenCalled();
  expect(Days.parse([{ day: 'Monday' }])).toEqual([{ day: 'Monday' }]);
  expect(Day.safeParse({}).success).toBe(false);
  expect(build).toHaveBeenCalledOnce();
});

test('a schema that is built at its first use is one to zod, in what it is and in what it prints', () => {
  const Day = lazySchema(() => z.string().check(z.minLength(3, 'Too short.')));
  expect(Day).toBeInstanceOf(z.ZodMiniString);
  expect(z.toJSONSchema(z.object({ day: Day }))).toMatchObject({
    properties: { day: { type: 'string', minLength: 3 } },
  });
});

test('a server does not start with a schema that cannot be built', async () => {
  const build = vi.fn(() => z.string());
  const Name = lazySchema(build);
  build.mockImplementationOnce(() => {
    throw new Error('There is no such check.');
  });
  await expect(createApp({} as AppOptions)).rejects.toThrow('There is no such check.');
  buildSchemas();
  expect(Name.parse('Ada')).toBe('Ada');
  expect(build).toHaveBeenCalledTimes(2);
});
