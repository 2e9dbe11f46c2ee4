/** What changes of this page made stale since it was last refreshed; undefined where the server did not say. */
let stale: Set<string> | undefined = new Set();

/** Notes what the answer to a change says: null where it says nothing, as a refusal. */
export function noteStaleReads(header: string | null): void {
  if (header === null) stale = undefined;
  else if (header) for (const name of header.split(',')) stale?.add(name);
}

/** The calls whose answers became stale since this was last asked; undefined where it may be any. */
export function takeStaleReads(): string[] | undefined {
  const taken = stale;
  stale = new Set();
  return taken && [...taken];
}
