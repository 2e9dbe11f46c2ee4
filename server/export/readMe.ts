import type { ExportedFile } from './exportedFile.ts';

interface ReadMe {
  name: string;
  at: Date;
  zone: string;
  today: string;
  importing: readonly ExportedFile[];
  reading: readonly ExportedFile[];
}

/** `README.txt` of an export: what is in the archive, how it is imported, and each column of each file. */
export function readMe({ name, at, zone, today, importing, reading }: ReadMe): string {
  const lines = [
    `Everything of ${name}, as of ${at.toISOString()} (${today} in ${zone}).`,
    '',
    'The files are CSV in UTF-8, with commas, and each cell in quotes. Amounts are dollars with a point before the cents.',
    'Days are like 2026-11-25, times like 2026-11-25T08:00:00.000Z in UTC. Text that a spreadsheet would run as a formula has',
    'an apostrophe before it. A table that is too long for one file goes on in the next, such as ledger-2.csv.',
    'There are no passwords, sessions, keys or photos in here. A backup has all of that, and restores the community as it was.',
    '',
    'To import them into an empty community of Porchlight',
    '----------------------------------------------------',
    'More, Import: choose import/units.csv, import/people.csv and import/balances.csv together, or one after the other where they',
    'are long. Nothing needs to be edited. Say there on which day rent is due, and choose the first month whose rent is not in',
    'the balances yet. Managers, other charges than rent, planned rises and late fees are not imported: they are in the files',
    'for reading. left-out.csv says what else is not.',
    '',
    ...section('Files to import', importing),
    ...section('Files for reading', reading),
  ];
  return lines.join('\r\n');
}

function section(title: string, files: readonly ExportedFile[]): string[] {
  return [
    title,
    '-'.repeat(title.length),
    '',
    ...files.flatMap(({ path, says, columns }) => [
      `${path}.csv`,
      `  ${says}`,
      ...columns.map((column) => `    ${column.name}: ${column.says}.`),
      '',
    ]),
  ];
}
