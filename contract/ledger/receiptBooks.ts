import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import type { Route } from '../http/route.ts';
import { Timestamp } from '../values/text.ts';

/** How many receipts a new book has. */
export const RECEIPTS_IN_BOOK = 50;

/**
 * A range of receipt numbers that one device has, as a paper receipt book does: 1 to `receipts` of the book `id`. No two
 * books share an id, so no two devices have one number.
 */
export const ReceiptBook = lazySchema(() => z.object({ id: z.int(), receipts: z.int() }));
export type ReceiptBook = z.infer<typeof ReceiptBook>;

/** The number of a receipt of a book, such as `RB-12-07`. The server's own numbers begin with `PL-`. */
export function receiptNumber(book: number, receipt: number): string {
  return `RB-${book}-${String(receipt).padStart(2, '0')}`;
}

const NUMBER = /^RB-([1-9]\d{0,8})-(0[1-9]|[1-9]\d)$/;

/** The book and the place in it of a receipt's number; undefined for another text. */
export function parseReceiptNumber(number: string): { book: number; receipt: number } | undefined {
  const [, book, receipt] = NUMBER.exec(number) ?? [];
  return book && receipt ? { book: Number(book), receipt: Number(receipt) } : undefined;
}

const NOT_A_NUMBER = 'A receipt number is one of a receipt book, such as RB-12-07.';

/** A receipt number that a caller gives. */
export const GivenReceiptNumber = lazySchema(() =>
  z.string(NOT_A_NUMBER).check(z.regex(NUMBER, NOT_A_NUMBER)),
);

/** The title below the name of whoever took a payment. */
export const RECEIVER_TITLE = 'Property manager';

/** The `detail` of `payment_repeated`: the earlier payment of the same amount. */
export const PaymentRepeated = lazySchema(() =>
  z.object({
    recorded_by: z.string(),
    recorded_at: Timestamp,
    type: z.string(),
    receipt_number: z.string(),
  }),
);
export type PaymentRepeated = z.infer<typeof PaymentRepeated>;

export const receiptBookRoutes = {
  createReceiptBook: {
    method: 'POST',
    path: '/receipt-books',
    who: 'manager',
    offline: 'refuse',
    summary: 'Gives a device of one’s own the next receipt numbers, to hand out without a connection.',
    status: 201,
    answer: ReceiptBook,
  },
} as const satisfies Record<string, Route>;
