import type { ImportPreview } from '../../../contract/imports/importPreview.ts';
import { RawJson } from '../../http/answers/rawJson.ts';
import { pause } from './withPauses.ts';

/** As many rows are written at once. */
const ROWS = 500;

/** A preview as JSON. That of thousands of rows takes tens of milliseconds to write, so there are pauses between its parts. */
export async function previewJson({ sheets, ...preview }: ImportPreview): Promise<RawJson> {
  const texts: string[] = [];
  for (const { rows, errors, ...sheet } of sheets)
    texts.push(withLists(sheet, [`"rows":${await listJson(rows)}`, `"errors":${await listJson(errors)}`]));
  return new RawJson(withLists(preview, [`"sheets":[${texts.join()}]`]));
}

async function listJson(list: readonly object[]): Promise<string> {
  const parts: string[] = [];
  for (let at = 0; at < list.length; at += ROWS) {
    await pause();
    parts.push(JSON.stringify(list.slice(at, at + ROWS)).slice(1, -1));
  }
  return `[${parts.join()}]`;
}

/** An object, which has other fields too, with these. */
const withLists = (object: object, fields: readonly string[]) =>
  `${JSON.stringify(object).slice(0, -1)},${fields.join()}}`;
