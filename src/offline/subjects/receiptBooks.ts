import { receiptNumber } from '../../../contract/ledger/receiptBooks.ts';
import type { Answer } from '../../../contract/http/route.ts';
import type { Routes } from '../../../contract/routes.ts';
import { readFact, withDatabase, withTransaction, type DeviceTables } from '../engine/database.ts';
import { withLock } from '../engine/locks.ts';
import { writeMakingRoom } from '../engine/storage/storageQuota.ts';

/** What is left of a receipt book on this device. */
interface HeldBook {
  id: number;
  /** The next receipt and the last one. */
  next: number;
  last: number;
}

/** The receipt books of one user on this device. */
interface HeldBooks {
  books: HeldBook[];
  /** The Idempotency-Key of the book that was asked for, until it came. */
  asking?: string;
}

declare module '../engine/database.ts' {
  interface DeviceFacts {
    /** By user's id. They outlast a sign-out: receipts of them were handed out. */
    'receipt-books': Record<number, HeldBooks>;
  }
}

/** Another book is asked for when so few receipts are left. */
const FEW = 15;

async function readHeld(db: DeviceTables, userId: number): Promise<HeldBooks> {
  return (await readFact(db, 'receipt-books'))?.[userId] ?? { books: [] };
}

async function writeHeld(db: DeviceTables, userId: number, held: HeldBooks): Promise<void> {
  const all = await readFact(db, 'receipt-books');
  await db.device.put({ key: 'receipt-books', value: { ...all, [userId]: held } });
}

function countIn({ books }: HeldBooks): number {
  return books.reduce((sum, { next, last }) => sum + last - next + 1, 0);
}

/** How many receipts are left for a user on this device. */
export async function countReceipts(userId: number): Promise<number> {
  return withDatabase(async (db) => countIn(await readHeld(db, userId)));
}

/** Takes the next receipt number, in the transaction that uses it; undefined where this device has none. */
export async function drawReceiptNumber(db: DeviceTables, userId: number): Promise<string | undefined> {
  const held = await readHeld(db, userId);
  const [book, ...others] = held.books;
  if (!book) return undefined;
  const rest = book.next < book.last ? [{ ...book, next: book.next + 1 }] : [];
  await writeHeld(db, userId, { ...held, books: [...rest, ...others] });
  return receiptNumber(book.id, book.next);
}

/**
 * Asks the server for another receipt book when few receipts are left, in one tab at a time.
 * @throws {Unreachable} without a connection
 * @throws {ApiError} where the server refuses
 */
export async function refillReceiptBooks(
  userId: number,
  ask: (idempotencyKey: string) => Promise<Answer<Routes['createReceiptBook']>>,
): Promise<void> {
  await withLock(`porchlight-receipt-books-${userId}`, { ifAvailable: true }, async (granted) => {
    const idempotencyKey = granted ? await keyOfNextBook(userId) : undefined;
    if (!idempotencyKey) return;
    const { id, receipts } = await ask(idempotencyKey);
    await writeMakingRoom(() =>
      withTransaction('rw', ['device'], async (db) => {
        const { books, asking } = await readHeld(db, userId);
        // A repeated transaction may have added it.
        if (asking !== idempotencyKey) return;
        await writeHeld(db, userId, { books: [...books, { id, next: 1, last: receipts }] });
      }),
    );
  });
}

/** The key to ask for another book with, stored first, so that a book whose answer was lost is given again. */
async function keyOfNextBook(userId: number): Promise<string | undefined> {
  return writeMakingRoom(() =>
    withTransaction('rw', ['device'], async (db) => {
      const held = await readHeld(db, userId);
      if (countIn(held) > FEW) return undefined;
      const asking = held.asking ?? crypto.randomUUID();
      if (!held.asking) await writeHeld(db, userId, { ...held, asking });
      return asking;
    }),
  );
}
