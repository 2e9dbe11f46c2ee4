import { expect, test } from 'vitest';
import { scaleLogo } from '../../../src/features/community/scaleLogo.ts';
import { photo } from '../../support/server/server.ts';

test('a logo whose end is missing is called that, with its name', async () => {
  const whole = new Uint8Array(await photo());
  const cut = new File([whole.subarray(0, whole.length * 0.7)], 'logo.jpg', { type: 'image/jpeg' });
  await expect(scaleLogo(cut)).rejects.toThrow(
    /^"logo\.jpg" is incomplete: the end of the file is missing\./,
  );
});
