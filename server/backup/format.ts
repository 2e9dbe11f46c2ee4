import * as z from 'zod/mini';

/**
 * A backup is a tar archive, in this order: `porchlight.json` (`Beginning`), `tables/<name>/<n>.jsonl` with a row a
 * line, `photos/<name>`, `end.json` (`End`). A row is a list of its columns, each as PostgreSQL writes it as text.
 */
export const BEGINNING = 'porchlight.json';
export const END = 'end.json';

export const Beginning = z.object({
  format: z.literal(1, 'This backup is of a format that this version does not know.'),
  taken_at: z.string(),
  /** What had been applied to the database, in order. */
  migrations: z.array(z.object({ version: z.number(), name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
export type Beginning = z.infer<typeof Beginning>;

export const End = z.object({
  /** How many rows each table had. */
  rows: z.record(z.string(), z.number()),
  /** How far each sequence had come, null where it had not begun. */
  sequences: z.array(z.object({ name: z.string(), last: z.nullable(z.number()) })),
  photo_files: z.number(),
  /** Photos that have a row and no file. */
  photo_files_missing: z.number(),
});
export type End = z.infer<typeof End>;
