import * as z from 'zod/mini';

/**
 * A backup is a tar archive, in this order: `porchlight.json` (`Manifest`), `tables/<name>/<n>.jsonl` with a row a line,
 * `photos/<name>`, `end.json` (`Summary`). A row is a list of its columns, each as PostgreSQL writes it as text.
 */
export const MANIFEST_PATH = 'porchlight.json';
export const SUMMARY_PATH = 'end.json';

export const Manifest = z.object({
  format: z.literal(1, 'This backup is of a format that this version does not know.'),
  taken_at: z.string(),
  /** Those applied to the database, in order. */
  migrations: z.array(z.object({ version: z.number(), name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
export type Manifest = z.infer<typeof Manifest>;

/** The last entry: a backup without it is incomplete. */
export const Summary = z.object({
  /** The number of rows of each table. */
  rows: z.record(z.string(), z.number()),
  /** The last value of each sequence, null where it was never used. */
  sequences: z.array(z.object({ name: z.string(), last: z.nullable(z.number()) })),
  photo_files: z.number(),
  /** Photos that have a row and no file. */
  photo_files_missing: z.number(),
});
export type Summary = z.infer<typeof Summary>;
