// A process that reads ten hostile files of each kind it is asked for, and says what they are refused with. It is started with
// little memory.
import { MAX_SHEET_BYTES } from '../../../../contract/imports/imports.ts';
import { readSheets } from '../../../../server/resources/imports/files/readSheets.ts';

async function refusalOf({ start, repeated }: { start: string; repeated: string }): Promise<string> {
  const bytes = Buffer.alloc(MAX_SHEET_BYTES, repeated);
  bytes.write(start);
  const files = Array.from({ length: 10 }, (_, index) => ({ filename: `${index}.csv`, bytes, sha256: '' }));
  return readSheets(files).then(
    (sheets) => `${sheets.length} sheets`,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

process.on('message', (kind: { start: string; repeated: string }) => {
  void refusalOf(kind).then((said) => process.send?.(said));
});
