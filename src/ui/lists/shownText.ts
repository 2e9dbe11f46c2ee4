import { numberText } from '../../../contract/values/numberText.ts';
/** How many of a list's rows are shown: "12 units", or of a part "3 of 12 units". */
export function shownText(shown: number, all: number, one: string, many: string): string {
  const everything = `${numberText(all)} ${all === 1 ? one : many}`;
  return shown === all ? everything : `${numberText(shown)} of ${everything}`;
}
