import { expect, test } from 'vitest';
import { requiredText } from '../../contract/text.ts';

const words = requiredText('Please write something.', 4);

test('text is trimmed before its length is checked', () => {
  expect(words.parse('  four  ')).toBe('four');
});

test('length is counted in UTF-16 units, as JavaScript does', () => {
  expect(words.safeParse('🏠🏠').success).toBe(true);
  const tooLong = words.safeParse('🏠🏠🏠');
  expect(tooLong.error?.issues[0]?.message).toBe('Please use at most 4 characters.');
});

test.each(['', '   ', undefined, 5])(
  'the missing text %j is refused with the message of the field',
  (value) => {
    expect(words.safeParse(value).error?.issues[0]?.message).toBe('Please write something.');
  },
);
