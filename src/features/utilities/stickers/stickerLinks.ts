import type { Unit } from '../../../../contract/units/unit.ts';
import type { InstalledMeter } from '../../../../contract/utilities/installedMeter.ts';
import { METER_LABELS } from '../../../../contract/utilities/meters.ts';
import { plain } from '../../../ui/data/matchesSearch.ts';

const WALK = '/admin/utilities';

type StickerOf = { meter: number } | { unit: number };

/** The address of the walk at a meter, or at a home that has none, as its sticker has it. */
export function stickerLink(of: StickerOf): string {
  return window.location.origin + pathOf(of);
}

function pathOf(of: StickerOf): string {
  const [[name, id] = ['', 0]] = Object.entries(of);
  return `${WALK}?${name}=${id}`;
}

/**
 * Where the code of a sticker leads in this app; undefined for any other code. A sticker of another address may be of
 * another community, whose meters have the same ids.
 */
export function pathOfCode(text: string): string | undefined {
  const url = parseUrl(text);
  if (url?.origin !== window.location.origin || url.pathname !== WALK) return undefined;
  const meter = Number(url.searchParams.get('meter'));
  if (Number.isSafeInteger(meter) && meter > 0) return pathOf({ meter });
  const unit = Number(url.searchParams.get('unit'));
  return Number.isSafeInteger(unit) && unit > 0 ? pathOf({ unit }) : undefined;
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    // Any text may be in a code.
    return undefined;
  }
}

/** A place on the walk, and what it is called. */
export interface PlaceOnWalk {
  to: string;
  name: string;
}

/** The meters with this number, and the units with it, as both stand on stickers. */
export function placesOf(
  typed: string,
  units: readonly Unit[],
  meters: readonly InstalledMeter[],
): PlaceOnWalk[] {
  const sought = plain(typed);
  const ofMeters = meters
    .filter(({ removed_on, serial_number }) => !removed_on && plain(serial_number) === sought)
    .map(({ id, kind, serial_number, unit_id }) => {
      const unit = units.find((each) => each.id === unit_id);
      const name = `${METER_LABELS[kind].name} ${serial_number}`;
      return { to: pathOf({ meter: id }), name: unit ? `${name}, ${nameOf(unit)}` : name };
    });
  const ofUnits = units
    .filter(({ unit_number }) => [plain(unit_number), plain(`Unit ${unit_number}`)].includes(sought))
    .map((unit) => ({ to: pathOf({ unit: unit.id }), name: nameOf(unit) }));
  return [...ofMeters, ...ofUnits];
}

function nameOf({ unit_number, property_name }: Unit): string {
  return `Unit ${unit_number}, ${property_name}`;
}
