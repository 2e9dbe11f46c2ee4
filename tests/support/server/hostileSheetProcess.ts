// A process that reads ten hostile files of each kind it is asked for, and says what they are refused with. It is started with
// little memory.
import { MAX_SHEET_BYTES } from '../../../contract/imports.ts';
import { readSheets } from '../../../server/resources/imports/readSheets.ts';

process.on('message', async ({ start, repeated }: { start: string; repeated: string }) => {
  const bytes = Buffer.alloc(MAX_SHEET_BYTES, repeated);
  bytes.write(start);
  const files = Array.from({ length: 10 }, (_, index) => ({ filename: `${index}.csv`, bytes, sha256: '' }));
  const said = await readSheets(files).then(
    (sheets) => `${sheets.length} sheets`,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  process.send?.(said);
});
