import { fireEvent, waitFor } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ReadingRow } from '../../../src/features/utilities/ReadingRow.tsx';
import { ReadingStore } from '../../../src/features/utilities/readingStore.ts';

const UNIT = {
  ...{ unit_id: 1, unit_number: '101', property_id: 1, property_name: 'Maple Court' },
  ...{ user_id: 2, person: 'Robin Hale', last: undefined, lastKnown: true, meters: [] },
};
const RATES = { rate_water: 0.0125, rate_electric: 0.145, rate_gas: 1.09 };

test('a reading that is typed as soon as its field is there is whole in the field and in the store', async () => {
  // As in a browser: React runs what follows a draw later.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const readings = new ReadingStore(1, new Map());
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  const typed = new Promise<HTMLInputElement>((resolve) => {
    const drawn = new MutationObserver(() => {
      const water = place.querySelector('input');
      if (!water) return;
      drawn.disconnect();
      for (const digit of '100') fireEvent.input(water, { target: { value: water.value + digit } });
      resolve(water);
    });
    drawn.observe(place, { childList: true, subtree: true });
  });

  root.render(
    <MemoryRouter>
      <ReadingRow unit={UNIT} readings={readings} rates={RATES} waiting={false} photos={new Map()} wide />
    </MemoryRouter>,
  );

  const water = await typed;
  await waitFor(() => expect(water.value).toBe('100'));
  expect(readings.typedOf(1).water).toBe('100');
});
