import { APPFOLIO } from './appfolio.ts';
import { BUILDIUM_AND_YARDI } from './buildiumAndYardi.ts';
import type { SheetKind } from './community.ts';
import { OTHER_SYSTEMS } from './otherSystems.ts';

/** Exports of the programs that are known by their headings. */
export const SYSTEMS: readonly SheetKind[] = [...APPFOLIO, ...BUILDIUM_AND_YARDI, ...OTHER_SYSTEMS];
