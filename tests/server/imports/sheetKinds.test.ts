import { describe, expect, test } from 'vitest';
import { KNOWN_SYSTEMS } from '../../../server/resources/imports/columns/systems/systems.ts';
import { HANDMADE } from '../../support/server/imports/kinds/handmade.ts';
import { SYSTEMS } from '../../support/server/imports/kinds/systems.ts';
import { TEXTS } from '../../support/server/imports/kinds/texts.ts';
import { WRONG } from '../../support/server/imports/kinds/wrong.ts';
import type { SheetKind } from '../../support/server/imports/kinds/community.ts';
import { answersTo, planOf } from '../../support/server/imports/planOf.ts';

const KINDS: readonly SheetKind[] = [...SYSTEMS, ...HANDMADE, ...TEXTS, ...WRONG];

const cents = (dollars: number) => Math.round(dollars * 100);
const planned = async ({ files, answers = {}, options }: SheetKind) => {
  const first = await planOf(files, {}, options);
  const ids = first.preview.questions.map(({ id }) => id);
  return { first, plan: await planOf(files, answersTo(ids, answers), options) };
};

describe.each(KINDS)('a sheet with $name', (kind) => {
  test('comes in whole once its questions are answered, or says at which cell it does not', async () => {
    const { plan } = await planned(kind);
    const { preview, properties, units, people, leases, entries } = plan;
    const errors = preview.sheets.flatMap((sheet) => sheet.errors);
    expect(errors.map(({ line, column }) => `${line} ${column ?? 'row'}`)).toEqual(kind.errors ?? []);
    expect(preview.questions.filter(({ answer }) => answer === null)).toEqual([]);
    const { rents, owed, ...counts } = kind.comes;
    expect({
      properties: properties.length,
      units: units.length,
      people: people.length,
      leases: leases.length,
    }).toMatchObject(counts);
    if (rents !== undefined)
      expect(leases.reduce((sum, { rent }) => sum + (rent ?? 0), 0)).toBe(cents(rents));
    if (owed !== undefined) expect(entries.reduce((sum, entry) => sum + entry.cents, 0)).toBe(cents(owed));
    if (kind.system) expect(preview.sheets.map(({ system }) => system)).toContain(kind.system);
    if (kind.leftOut) {
      const leftOut = preview.sheets.flatMap((sheet) => sheet.left_out);
      expect(leftOut.map(({ line, reason }) => `${line} ${reason}`)).toEqual(kind.leftOut);
    }
  });

  test('loses no line without a word', async () => {
    const { plan } = await planned(kind);
    for (const { file, table, rows, left_out, lines } of plan.preview.sheets) {
      if (table === null) continue;
      const { all, headings, empty, within } = lines;
      expect([file, rows.length + left_out.length + headings + empty + within]).toEqual([file, all]);
    }
  });
});

test('at most one question is asked of four in five kinds of sheets, and none of these comes in wrong', async () => {
  const asked: number[] = [];
  for (const kind of KINDS) {
    const { first } = await planned(kind);
    asked.push(
      kind.errors ? Infinity : first.preview.questions.filter(({ answer }) => answer === null).length,
    );
  }
  const most = (count: number) => asked.filter((questions) => questions <= count).length;
  process.stdout.write(
    `Of ${KINDS.length} kinds ${most(0)} come in whole without a question, ${most(1)} with at most one, ${most(9)} with more, and ${asked.length - most(9)} say what is wrong.\n`,
  );
  expect(KINDS.length).toBeGreaterThanOrEqual(50);
  expect(most(1)).toBeGreaterThanOrEqual(40);
});

test('each program that is known is recognised by a sheet of its own, and says where its headings are from', () => {
  expect(SYSTEMS.map(({ system }) => system).toSorted()).toEqual(
    expect.arrayContaining(KNOWN_SYSTEMS.map(({ name }) => name)),
  );
  for (const { source } of KNOWN_SYSTEMS) expect(source).toMatch(/\w{3}/);
});
