import { CELLS } from './cells.ts';
import type { SheetKind } from './community.ts';
import { LAYOUTS } from './layouts.ts';

/** Sheets as landlords keep them. */
export const HANDMADE: readonly SheetKind[] = [...LAYOUTS, ...CELLS];
