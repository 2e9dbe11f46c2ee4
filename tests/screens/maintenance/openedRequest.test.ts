import { renderHook, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { OutboxItem } from '../../../src/offline/engine/database.ts';
import {
  withUnsent,
  type OptimisticRequest,
} from '../../../src/offline/subjects/maintenance/maintenanceList.ts';
import { holdTable } from '../../support/offline/holdTable.ts';
import { test } from '../../support/screens/world.ts';

const report: OutboxItem = {
  seq: 1,
  id: '11111111-1111-4111-8111-111111111111',
  userId: 2,
  route: 'createMaintenance',
  input: { body: { information: 'The sink drips.' } },
  record: 'new:11111111-1111-4111-8111-111111111111',
  photos: [],
  capturedAt: '2026-11-22T09:00:00.000Z',
  contractVersion: 1,
  mayHaveArrived: false,
  attempts: 0,
  notBefore: 0,
};

test('a request that is open stays open while the device is still asked whether it was sent', async () => {
  // The modules that are loaded may have a closed database.
  vi.resetModules();
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  const { useOpenedRequest } = await import('../../../src/features/maintenance/useOpenedRequest.ts');
  const listed = withUnsent([], [report]);
  const sent = await holdTable(withDatabase, 'sent');
  const { result, rerender } = renderHook(
    (requests: OptimisticRequest[]) => useOpenedRequest(requests, new URLSearchParams({ unsent: report.id })),
    { initialProps: listed },
  );
  expect(result.current).toBe(listed[0]);
  rerender([]);
  expect(result.current).toBe(listed[0]);

  await sent.release();
  // It is neither unsent nor sent: another tab discarded it.
  await waitFor(() => expect(result.current).toBeUndefined());
});
