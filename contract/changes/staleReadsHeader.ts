// Apart from the schemas, since every call of the app knows these.

/** What the app asks for with a change that somebody waits for, by the header `Prefer` (RFC 7240). */
export const PREFER_STALE_READS = 'stale-reads';

/** The header of the answer to such a change: the calls whose answers it made stale for the caller, with commas between them. */
export const STALE_READS_HEADER = 'Stale-Reads';
