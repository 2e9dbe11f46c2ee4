import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import type { Route } from '../http/route.ts';

/** What a community is made of in its first week, in the order in which it is done. */
export const FIRST_STEPS = [
  'properties',
  'units',
  'people',
  'leases',
  'rates',
  'payments',
  'mail',
  'invitations',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export const FirstSteps = lazySchema(() =>
  z.object({
    /** All of them, in their order. */
    steps: z.array(z.object({ step: z.enum(FIRST_STEPS), done: z.boolean() })),
    /** Whether a manager has hidden them, or the community had its units before there were any. */
    hidden: z.boolean(),
  }),
);

/** The calls of what is left to do in a community's first week. */
export const firstStepRoutes = {
  readFirstSteps: {
    method: 'GET',
    path: '/first-steps',
    who: 'manager',
    offline: 'keep',
    summary:
      'Which steps of a community’s first week are done: properties, units, people, leases, rates, payments, mail and first invitations.',
    answer: FirstSteps,
  },
  hideFirstSteps: {
    method: 'PUT',
    path: '/first-steps',
    who: 'manager',
    offline: 'refuse',
    summary: 'Hides the first steps from all managers, or shows them again.',
    body: lazySchema(() => z.object({ hidden: z.boolean('Please say whether they are hidden.') })),
    answer: FirstSteps,
  },
} as const satisfies Record<string, Route>;
