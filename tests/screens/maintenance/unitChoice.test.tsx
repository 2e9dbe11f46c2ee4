import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UnitChoice } from '../../../src/features/maintenance/UnitChoice.tsx';
import { DeviceContext } from '../../../src/offline/engine/device.ts';

test('the chosen unit is shown while the units are still being read', async () => {
  const never = new Promise<never>(() => undefined);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DeviceContext value={{ userId: 2, withToken: () => never, requestReplay: () => Promise.resolve() }}>
        <UnitChoice
          value={{ id: 2, words: 'Unit 102, Maple Court' }}
          error={undefined}
          onChange={() => undefined}
        />
      </DeviceContext>
    </QueryClientProvider>,
  );
  expect(await screen.findByLabelText('Unit')).toHaveDisplayValue('Unit 102, Maple Court');
  expect(screen.getByLabelText('Unit')).toBeDisabled();
});
