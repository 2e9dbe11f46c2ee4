/** The names of the time zones that this browser knows, and one that must be among them. */
export function timeZones(own: string | null | undefined): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return own && !known.includes(own) ? [own, ...known] : known;
}
