import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { id } from '../values/text.ts';

const ORDER = 'Please list the homes of the property, each once.';
/** The most homes of a property whose order is set. */
const MOST_HOMES = 5000;

/** The homes of a property in the order in which their meters are read. */
export const WalkingOrder = lazySchema(() =>
  z.object({
    unit_ids: z.array(id(ORDER), ORDER).check(
      z.maxLength(MOST_HOMES, ORDER),
      z.refine((ids) => new Set(ids).size === ids.length, ORDER),
    ),
  }),
);
