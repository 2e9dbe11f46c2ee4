/** From this width on the menu is a part of the bar at the top. */
export const WIDE = '(min-width: 64rem)';

/** The classes of an entry of the menu. */
export const menuEntry =
  'flex min-h-13 w-full items-center gap-3 rounded-control px-3 text-lg font-semibold whitespace-nowrap -outline-offset-2 enabled-hover:bg-sunken enabled-hover:text-ink lg:min-h-11 lg:px-1 lg:text-sm xl:px-2.5 xl:text-[0.9375rem]';
