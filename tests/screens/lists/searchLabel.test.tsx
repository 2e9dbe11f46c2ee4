import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ListTools } from '../../../src/ui/lists/ListTools.tsx';
import { useList } from '../../../src/ui/lists/useList.ts';

interface Home {
  door: string;
}
const HOMES: Home[] = [{ door: 'C10' }];
const rowKey = ({ door }: Home) => door;
const textsOf = ({ door }: Home) => [door];

function Homes() {
  const list = useList({ rows: HOMES, rowKey, textsOf, columns: [] });
  return <ListTools label="Search by door or rent" list={list} one="home" many="homes" />;
}

/** The screen has so many pixels in width, as far as `matchMedia` tells. */
function onWidth(width: number): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width >= Number(/min-width: (\d+)rem/.exec(query)?.[1] ?? 0) * 16,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  onTestFinished(() => void vi.unstubAllGlobals());
}

test.each([
  ['above its field on a tablet', 820, null, false],
  ['in its field on a phone, without what the icon says', 390, 'Door or rent', true],
])('the words of a search stand %s', (_where, width, placeholder, hidden) => {
  onWidth(width);
  render(
    <MemoryRouter>
      <Homes />
    </MemoryRouter>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Search by door or rent');
  expect(field.getAttribute('placeholder')).toBe(placeholder);
  expect(field.labels?.[0]?.className.includes('sr-only')).toBe(hidden);
});
