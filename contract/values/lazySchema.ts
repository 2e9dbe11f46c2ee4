/** What was declared and is not built yet. */
const unbuilt = new Set<() => object>();

/**
 * A schema, or a check of one, that is built when it is first used: hundreds of them would be a tenth of a second of each start
 * on a slow phone, which uses few. It stands for the one that is built, in everything that zod does with it.
 */
/* @__NO_SIDE_EFFECTS__ */
export function lazySchema<Schema extends object>(build: () => Schema): Schema {
  let built: Schema | undefined;
  const use = (): Schema => {
    if (!built) {
      built = build();
      unbuilt.delete(use);
    }
    return built;
  };
  unbuilt.add(use);
  return new Proxy({} as Schema, {
    get: (_, name) => Reflect.get(use(), name) as unknown,
    has: (_, name) => Reflect.has(use(), name),
    getPrototypeOf: () => Reflect.getPrototypeOf(use()),
  });
}

/** Builds every schema that is not built yet, so that one that cannot be is known at the start of a server. */
export function buildSchemas(): void {
  for (const use of unbuilt) use();
}
