/** The formats of dates and times that every workbook knows by their number, in whatever language. */
const DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
];

/**
 * Whether a number is shown as a day or a time.
 * @param {number} id
 * @param {string} code
 */
export function isDateFormat(id, code) {
  if (code === '') return DATES.some(([first = 0, last = 0]) => id >= first && id <= last);
  return /[dmyhs]/i.test(withoutLiterals(code));
}

/**
 * A whole number as its format shows it, where that is more than the number: 7 with the format `000` is "007", and 2175550102
 * with `(000) 000-0000` is "(217) 555-0102". Amounts, percentages and the like stay numbers.
 * @param {number} number
 * @param {string} code
 */
export function shownAs(number, code) {
  if (!Number.isSafeInteger(number) || number < 0) return number;
  const mask = sectionOf(code, number).replaceAll(/"([^"]*)"|\\(.)|_.|\*./g, '$1$2');
  if (!/^[-#0()/ ]+$/.test(mask) || !(/00/.test(mask) || /[0#].*[-()/ ].*[0#]/.test(mask))) return number;
  const digits = [...String(number)];
  const first = mask.search(/[0#]/);
  let shown = '';
  for (let place = mask.length - 1; place >= 0; place -= 1) {
    const sign = mask.charAt(place);
    if (sign === '0') shown = (digits.pop() ?? '0') + shown;
    else if (sign === '#') shown = (digits.pop() ?? '') + shown;
    else shown = sign + shown;
    if (place === first) shown = digits.splice(0).join('') + shown;
  }
  return shown === String(number) ? number : shown.trim();
}

/**
 * The section of a format that is meant for a number, such as `[<=9999999]000-0000;(000) 000-0000`.
 * @param {string} code
 * @param {number} number
 */
function sectionOf(code, number) {
  const [first = '', second = ''] = code.split(';');
  const [, most] = /^\[<=(\d+)\]/.exec(first) ?? [];
  const section = most !== undefined && number > Number(most) ? second : first;
  return section.replaceAll(/\[[^\]]*\]/g, '');
}

/** @param {string} code */
function withoutLiterals(code) {
  return code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]|General/gi, '');
}
