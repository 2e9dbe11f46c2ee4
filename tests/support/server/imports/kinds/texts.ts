import iconv from 'iconv-lite';
import {
  ADDRESS,
  dollars,
  LEASES,
  LIVED_IN,
  PEOPLE as HEADINGS,
  table,
  us,
  type Home,
  type SheetKind,
} from './community.ts';

const row = (home: Home) => [
  home.first,
  home.last,
  home.email,
  'Cedar Row',
  home.unit,
  us(home.starts),
  us(home.ends),
  dollars(home.rent),
];
const PEOPLE = [HEADINGS, ...LIVED_IN.map(row)];
const named = (content: string | Uint8Array) => [{ name: 'people.csv', content }];
const european = (day: string) => (day === '' ? '' : `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}`);
const kind = (name: string, content: string | Uint8Array, more: Partial<SheetKind> = {}): SheetKind => ({
  name,
  files: named(content),
  answers: ADDRESS,
  comes: LEASES,
  ...more,
});
const QUOTES = [
  HEADINGS,
  ...LIVED_IN.map(row).map((cells) =>
    cells[0] === 'Nora' ? ['Nora', 'O’Fielding', ...cells.slice(2)] : cells,
  ),
];

/** The same people in every encoding, and with every way to write a line, a date or an amount. */
export const TEXTS: SheetKind[] = [
  kind('Windows-1252', iconv.encode(table(PEOPLE), 'windows-1252')),
  kind('Windows-1252 with a curly quote', iconv.encode(table(QUOTES), 'windows-1252')),
  kind('the letters of an old Mac', iconv.encode(table(QUOTES), 'macintosh')),
  kind('the letters of MS-DOS', iconv.encode(table(PEOPLE), 'cp437')),
  kind(
    'letters that may be of several encodings',
    iconv.encode(
      table([HEADINGS, ['Ann', 'Lee é', '', 'Cedar Row', '1', '', '', '']]).replace('é', 'ß'),
      'windows-1252',
    ),
    {
      answers: { ...ADDRESS, 'encoding:people.csv': 'windows-1252' },
      comes: { units: 1, people: 1 },
    },
  ),
  kind('UTF-16', Buffer.from(`\uFEFF${table(PEOPLE, '\t')}`, 'utf16le')),
  kind(
    'line feeds below a heading with carriage returns',
    table(PEOPLE)
      .split('\r\n')
      .reduce((text, line, index) => `${text}${line}${index === 0 ? '\r\n' : '\n'}`, '')
      .trimEnd(),
  ),
  kind('carriage returns alone', table(PEOPLE).replaceAll('\r\n', '\r')),
  kind(
    'line breaks in a heading and in a cell',
    table(PEOPLE).replace('Unit,', '"Unit\n(door)",').replace(',201,', ',"201\n",'),
  ),
  kind(
    'semicolons, and commas before the cents',
    table(
      [
        HEADINGS,
        ...LIVED_IN.map((home) => [
          ...row(home).slice(0, 7),
          home.rent.toLocaleString('de-DE', { minimumFractionDigits: 2 }),
        ]),
      ],
      ';',
    ),
  ),
  kind(
    'thousands with a point beside amounts with a comma',
    table(
      [
        HEADINGS,
        ...LIVED_IN.map((home) => [
          ...row(home).slice(0, 7),
          home.rent % 1 === 0 ? home.rent.toLocaleString('de-DE') : '980,50',
        ]),
      ],
      ';',
    ),
  ),
  kind(
    'days before months, which one date tells',
    table([
      HEADINGS,
      ...LIVED_IN.map((home) => [
        ...row(home).slice(0, 5),
        european(home.starts),
        european(home.ends),
        home.rent,
      ]),
    ]),
  ),
  kind(
    'dates as eight digits',
    table([
      HEADINGS,
      ...LIVED_IN.map((home) => [
        ...row(home).slice(0, 5),
        home.starts.replaceAll('-', ''),
        home.ends.replaceAll('-', ''),
        home.rent,
      ]),
    ]),
  ),
  kind(
    'dates in words',
    table([
      HEADINGS,
      ...LIVED_IN.map((home) => [
        ...row(home).slice(0, 5),
        inWords(home.starts),
        inWords(home.ends),
        home.rent,
      ]),
    ]),
  ),
];

function inWords(day: string): string {
  if (day === '') return '';
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    month: 'short',
    day: '2-digit',
    year: 'numeric',
  });
}
