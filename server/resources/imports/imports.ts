import type { FastifyInstance } from 'fastify';
import type { ImportCounts, ImportPreview } from '../../../contract/imports/importPreview.ts';
import {
  ENCODINGS,
  type Encoding,
  type Imported,
  type ImportOptions,
} from '../../../contract/imports/imports.ts';
import { routes } from '../../../contract/routes.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import type { User } from '../../../contract/users/user.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import type { ReceivedFile } from '../../http/input/receivedFile.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { applyPlan } from './applyPlan.ts';
import { planImport } from './plan/planImport.ts';
import { encodingId } from './plan/readAll.ts';
import { importTurns } from './importTurns.ts';
import { previewJson } from './previewJson.ts';
import { readRecords } from './records.ts';
import { rememberSheets } from './rememberedSheets.ts';
import { readSheets } from './files/readSheets.ts';
import type { Sheet } from './files/sheet.ts';

/** The advisory lock of PostgreSQL that imports take, so that two of the same files add each record once. */
const IMPORT_LOCK = 46_000_046;

/**
 * The routes by which managers import a community's records from spreadsheets. Files are read before a transaction begins, and a
 * preview is planned after its own has ended: nobody else is served by the embedded database as long as one lasts.
 */
export function imports(app: FastifyInstance): void {
  const { database, zone } = app.context;
  const today = () => dayIn(zone.current(), new Date());

  registerRoute(
    app,
    routes.previewImport,
    async ({ files, body }) => {
      const sheets = await readSheets(files, encodingsOf(files, body));
      const records = await database.transaction((sql) => readRecords(sql, today()));
      return previewJson((await planImport(sheets, body, records, today())).preview);
    },
    { turns: importTurns, transaction: 'none' },
  );

  registerRoute(
    app,
    routes.importRecords,
    {
      prepare: ({ files, body }) => readSheets(files, encodingsOf(files, body)),
      handle: ({ sql, user, body, prepared: sheets }) =>
        importSheets(sql, { manager: user, sheets, options: body, today: today() }),
    },
    { turns: importTurns },
  );
}

/** The encoding that a person chose for each file. */
function encodingsOf(files: readonly ReceivedFile[], { answers = {} }: ImportOptions) {
  return (place: number): Encoding | undefined => {
    const answer = answers[encodingId(files[place]?.filename ?? '')];
    return ENCODINGS.find((encoding) => encoding === answer);
  };
}

/** @throws {ApiError} 400 `import_errors` with the preview where a sheet has an error, so that nothing is added */
async function importSheets(
  sql: Sql,
  {
    manager,
    sheets,
    options,
    today,
  }: { manager: User; sheets: readonly Sheet[]; options: ImportOptions; today: string },
): Promise<Imported> {
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`;
  const plan = await planImport(sheets, options, await readRecords(sql, today), today);
  const count = errorCount(plan.preview);
  const open = plan.preview.questions.filter(({ answer }) => answer === null).length;
  if (count > 0 || open > 0) {
    const errors = count === 1 ? 'There is 1 error' : `There are ${count.toLocaleString('en-US')} errors`;
    const asked = open === 1 ? 'There is 1 question' : `There are ${open.toLocaleString('en-US')} questions`;
    const what = count > 0 ? `${errors} in these files` : `${asked} to answer about these files`;
    throw new ApiError(400, `${what}, so nothing was imported.`, {
      code: 'import_errors',
      detail: plan.preview,
    });
  }
  await applyPlan(sql, manager, plan, options);
  await rememberSheets(sql, plan.said);
  const { adds } = plan.preview;
  return { message: messageOf(adds), adds };
}

function errorCount({ sheets }: ImportPreview): number {
  return sheets.reduce((sum, { errors }) => sum + errors.length, 0);
}

function messageOf({ properties, units, people, leases, entries, moved, meters = 0 }: ImportCounts): string {
  const counts = [
    countOf(properties, 'property', 'properties'),
    countOf(units, 'unit', 'units'),
    countOf(people, 'person', 'people'),
    countOf(leases, 'lease', 'leases'),
    countOf(entries, 'opening balance', 'opening balances'),
    countOf(meters, 'meter', 'meters'),
    countOf(moved, 'person given a unit', 'people given a unit'),
  ].filter((text) => text !== undefined);
  if (counts.length === 0) return 'Everything in these files is here already. Nothing was changed.';
  return `Imported: ${counts.join(', ')}.`;
}

function countOf(count: number, one: string, several: string): string | undefined {
  return count === 0 ? undefined : `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;
}
