import { useEffect, useSyncExternalStore } from 'react';
import { ApiError, Unreachable } from '../api/call.ts';
import { currentConnection, onConnectionChange } from '../api/connection.ts';
import { useOnlineStep } from '../forms/useOnlineStep.ts';
import { useDevice } from '../offline/engine/device.ts';
import { OutOfSpace } from '../offline/engine/storage/storageQuota.ts';
import { useUnsent } from '../offline/hooks/useUnsent.ts';
import { refillReceiptBooks } from '../offline/subjects/receiptBooks.ts';

/** Has another receipt book ready for a manager before they are without a connection. */
export function ReceiptBookRefill() {
  const { userId } = useDevice();
  const send = useOnlineStep();
  const connection = useSyncExternalStore(onConnectionChange, currentConnection);
  const { items } = useUnsent();
  // Asked again as payments leave, with whatever else does.
  const waiting = items?.length;
  useEffect(() => {
    if (connection === 'offline' || waiting === undefined) return;
    const ask = (idempotencyKey: string) => send('createReceiptBook', {}, { idempotencyKey });
    refillReceiptBooks(userId, ask).catch((error: unknown) => {
      // Without a book a payment gets the server's number; the next change or connection asks again.
      const known = [Unreachable, ApiError, OutOfSpace].some((kind) => error instanceof kind);
      if (!known) throw error;
    });
  }, [connection, userId, send, waiting]);
  return <></>;
}
