import type { FastifyInstance } from 'fastify';
import {
  parseReceiptNumber,
  RECEIPTS_IN_BOOK,
  type ReceiptBook,
} from '../../../contract/ledger/receiptBooks.ts';
import { routes } from '../../../contract/routes.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';

/** The route that gives out receipt numbers. Asked again under the same key, it gives the same ones. */
export function receiptBooks(app: FastifyInstance): void {
  registerRoute(app, routes.createReceiptBook, async ({ sql, user }) => {
    const [book] = await sql<ReceiptBook>`
      insert into receipt_books (user_id, receipts) values (${user.id}, ${RECEIPTS_IN_BOOK}) returning id, receipts`;
    if (!book) throw new Error('The new book was not returned.');
    return book;
  });
}

/** @throws {ApiError} 409 `unknown_receipt_number` unless it is a number of a book of this user */
export async function requireOwnReceipt(sql: Sql, userId: number, number: string): Promise<void> {
  const parsed = parseReceiptNumber(number);
  const [book] = parsed
    ? await sql`
        select 1 from receipt_books where id = ${parsed.book} and user_id = ${userId} and receipts >= ${parsed.receipt}`
    : [];
  if (!book) {
    throw new ApiError(409, `Receipt number ${number} is of no receipt book of yours.`, {
      code: 'unknown_receipt_number',
    });
  }
}
