import { expect, test } from 'vitest';
import { bareDoor, DoorNumber, doorNumberOf, isSameDoor } from '../../contract/units/doorNumber.ts';

test.each([
  ['201', 201],
  [' 7 ', 7],
  ['007', '007'],
  ['2B', '2B'],
  ['9'.repeat(12), '9'.repeat(12)],
  ['  ', null],
])('of a door number typed as %j, %j is sent', (typed, sent) => {
  expect(doorNumberOf(typed)).toBe(sent);
  if (sent !== null) expect(DoorNumber.parse(sent)).toBe(sent);
});

test.each([
  ['007', '7'],
  ['2b', '2B'],
  ['2 B', '2b'],
  ['002b', '2B'],
  ['0', '00'],
])('%j and %j are the same door', (one, other) => expect(isSameDoor(one, other)).toBe(true));

test.each([
  ['7', '70'],
  ['A07', 'A7'],
  ['0', '1'],
  ['PH-1', 'PH1'],
])('%j and %j are two doors', (one, other) => expect(isSameDoor(one, other)).toBe(false));

test.each([
  ['Apt 2B', '2B'],
  ['apt.2B', '2B'],
  ['APT #2B', '2B'],
  ['#101', '101'],
  ['# 101', '101'],
  ['Unit 7', '7'],
  ['No. 12', '12'],
  ['2B', undefined],
  ['North 3', undefined],
  ['Unity', undefined],
  ['#', undefined],
])('what is written before the number of %j is told from it', (typed, bare) => {
  expect(bareDoor(typed)).toBe(bare);
});
