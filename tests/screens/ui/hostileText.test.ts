import { test } from 'vitest';
import { matching } from '../../../src/ui/data/matchesSearch.ts';
import * as parseNumber from '../../../contract/values/parseNumber.ts';
import { expectLinear } from '../../support/hostileTexts.ts';

const reading: Record<string, (text: string) => unknown> = {
  ...Object.fromEntries(Object.entries(parseNumber).filter((entry) => typeof entry[1] === 'function')),
  matching: (text) => matching(text.slice(-20))(text),
};

test.each(Object.entries(reading))(
  '%s takes any text of 10,000 characters in a time that grows no faster than its length, so that no screen stands still',
  (_, read) => expectLinear(read),
);
