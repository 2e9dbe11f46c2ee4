import { expect, test } from 'vitest';
import { isFailure } from '../../../contract/http/failure.ts';
import { Failure } from '../../../contract/http/failureSchema.ts';

const refusal = { message: 'No.', error: 'No.', code: 'no' };

// The app checks a refusal without its schema, so both have to say the same.
test.each<[body: unknown, is: boolean]>([
  [refusal, true],
  [{ ...refusal, fields: {} }, true],
  [{ ...refusal, fields: { name: 'Missing.' }, detail: { any: ['thing'] }, request_id: 'a' }, true],
  [{ ...refusal, detail: null, newer: 1 }, true],
  [{ ...refusal, message: undefined }, false],
  [{ ...refusal, error: null }, false],
  [{ message: 'No.', error: 'No.' }, false],
  [{ ...refusal, code: 7 }, false],
  [{ ...refusal, fields: null }, false],
  [{ ...refusal, fields: ['Missing.'] }, false],
  [{ ...refusal, fields: { name: 1 } }, false],
  [{ ...refusal, request_id: null }, false],
  [[refusal], false],
  ['No.', false],
  [null, false],
  [undefined, false],
])('of %j the app says whether it is a refusal as the contract does: %s', (body, is) => {
  expect(isFailure(body)).toBe(is);
  expect(Failure.safeParse(body).success).toBe(is);
});
