import type { InputEvent } from 'react';

/**
 * Browsers drop a comma from a number field of another language without a word: "12,5" becomes 125. Here it is the
 * decimal point that it stands for, or groups digits where it cannot be one: "1,430" is 1430. For `onBeforeInput`.
 */
export function readComma(event: InputEvent<HTMLInputElement>): void {
  const input = event.currentTarget;
  const { data } = event;
  const cents = input.step === '0.01';
  if (data === ',') {
    event.preventDefault();
    if (input.value.includes('.')) return;
    input.dataset.comma = 'point';
    write('.');
  } else if (data.includes(',')) {
    event.preventDefault();
    write(plainNumber(data, cents));
  } else if (data === '.') {
    delete input.dataset.comma;
  } else if (input.dataset.comma && cents && /^[1-9]\d{0,2}\.\d{3}$/.test(input.value + data)) {
    event.preventDefault();
    delete input.dataset.comma;
    const whole = input.value.replace('.', '') + data;
    input.select();
    write(whole);
  }
}

/** A number with commas, without what groups its digits and with a point before its decimals. */
export function plainNumber(text: string, cents: boolean): string {
  const last = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'));
  const decimals = text.slice(last + 1).trim();
  const groups = text.indexOf(',') !== last || (cents && /^\d{3}$/.test(decimals) && !/^\s*0/.test(text));
  if (text[last] === ',' && groups) return text.replaceAll(',', '');
  return `${text.slice(0, last).replace(/[.,]/g, '')}.${decimals}`;
}

/** Types where the cursor is. */
function write(text: string): void {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- A number field offers no other way to do it.
  document.execCommand('insertText', false, text);
}
