import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSearchedTexts } from '../../../src/ui/lists/useSearchedTexts.ts';

test('in a long list no key waits for the texts of all rows, not the first space either', async () => {
  const rows = Array.from({ length: 1000 }, (_, id) => ({ id }));
  let made = 0;
  const textsOf = ({ id }: { id: number }, isPhrase: boolean) => {
    made += 1;
    return [isPhrase ? `both ${id}` : `one ${id}`];
  };
  const { result, unmount } = renderHook(() => useSearchedTexts({ rows, textsOf }));
  await waitFor(() => expect(made).toBe(2 * rows.length));
  for (const row of rows) {
    expect(result.current(row, false)).toContain('one');
    expect(result.current(row, true)).toContain('both');
  }
  expect(made).toBe(2 * rows.length);
  unmount();
});
