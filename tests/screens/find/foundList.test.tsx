import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FoundList, type ShownGroup } from '../../../src/find/FoundList.tsx';

test('a row stays the element that it is where a better one is found before it, so that a press on it counts', () => {
  const hit = (id: number) => ({ key: `requests ${id}`, title: `Request ${id}`, details: [], to: '' });
  const list = (...ids: number[]) => {
    const groups: ShownGroup[] = [
      { kind: 'actions', hits: [{ ...hit(0), key: 'New Request' }], total: 1 },
      { kind: 'requests', hits: ids.map(hit), total: ids.length },
      { kind: 'actions', hits: [{ ...hit(9), key: 'Submit Request' }], total: 1 },
    ];
    return <FoundList id="found" groups={groups} active={undefined} onOpen={vi.fn()} onPoint={vi.fn()} />;
  };
  const { rerender } = render(list(1));
  const before = screen.getByRole('option', { name: 'Request 1' });
  rerender(list(2, 1));
  expect(screen.getByRole('option', { name: 'Request 1' })).toBe(before);
  expect(screen.getAllByRole('group')).toHaveLength(3);
});
