import { expect, test } from 'vitest';
import * as cleanText from '../../contract/values/cleanText.ts';
import { doorNumberOf, isSameDoor } from '../../contract/units/doorNumber.ts';
import { isStorable } from '../../contract/values/text.ts';
import { isOfOneScript } from '../../contract/values/unicodeScripts.ts';
import { expectLinear } from '../support/hostileTexts.ts';

// Every function of `cleanText.ts`, also one that is added to it.
const cleaning: Record<string, (text: string) => unknown> = {
  ...cleanText,
  doorNumberOf,
  isSameDoor: (text) => isSameDoor(text, text),
  isStorable,
  isOfOneScript,
};

test.each(Object.entries(cleaning))(
  '%s takes any text of 10,000 characters in a time that grows no faster than its length, so that nobody waits for it',
  (_, clean) => expectLinear(clean),
);

test('an address is looked for in a text that is as long as an address may be, and in no longer one', () => {
  expect(cleanText.cleanEmail(`${' '.repeat(240)}jo@example.com`)).toBe('jo@example.com');
  const longer = `${' '.repeat(241)}jo@example.com`;
  expect(cleanText.cleanEmail(longer)).toBe(longer);
  // However many layers are around it.
  expect(cleanText.cleanEmail(`${'('.repeat(120)}jo@x.com${')'.repeat(120)}`)).toBe('jo@x.com');
});
