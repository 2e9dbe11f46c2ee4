import * as z from 'zod/mini';
import type { Route } from './route.ts';

/** Apart from the table, so that asking for a sign of life loads none of the other routes. */
export const health = {
  method: 'GET',
  path: '/health',
  who: 'anyone',
  offline: 'refuse',
  summary: 'Whether the process runs.',
  answer: z.object({ status: z.literal('ok') }),
} as const satisfies Route;
