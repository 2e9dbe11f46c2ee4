import { appfolioRentRoll } from './appfolioRentRoll.ts';
import { appfolioTenantTickler } from './appfolioTenantTickler.ts';
import { appfolioTenantDirectory } from './appfolioTenantDirectory.ts';
import { buildiumRentRoll } from './buildiumRentRoll.ts';
import { buildiumTenants } from './buildiumTenants.ts';
import { yardiVoyagerRentRoll } from './yardiVoyagerRentRoll.ts';
import { yardiBreezeRentRoll } from './yardiBreezeRentRoll.ts';
import { entrataRentRoll } from './entrataRentRoll.ts';
import { rentManagerRentRoll } from './rentManagerRentRoll.ts';
import { tenantCloudRentRoll } from './tenantCloudRentRoll.ts';
import { microrealestateTenants } from './microrealestateTenants.ts';
import { plain } from '../headingColumns.ts';
import type { KnownSystem } from './knownSystem.ts';

/** Every program whose exports are known by their headings, one a file. */
export const KNOWN_SYSTEMS: readonly KnownSystem[] = [
  appfolioRentRoll,
  appfolioTenantTickler,
  appfolioTenantDirectory,
  buildiumRentRoll,
  buildiumTenants,
  yardiVoyagerRentRoll,
  yardiBreezeRentRoll,
  entrataRentRoll,
  rentManagerRentRoll,
  tenantCloudRentRoll,
  microrealestateTenants,
];

/** The program that these headings are of: of several the one that asks for most of them. */
export function knownSystem(headings: readonly string[]): KnownSystem | undefined {
  const own = new Set(headings.map(plain));
  return KNOWN_SYSTEMS.filter((system) => system.headings.every((heading) => own.has(heading))).sort(
    (a, b) => b.headings.length - a.headings.length,
  )[0];
}
