/** The meters of a unit, in the order in which they are read. */
export const METERS = ['water', 'electric', 'gas'] as const;
export type Meter = (typeof METERS)[number];

/** A meter's name, its unit, and that unit in the singular for rates. */
export const METER_LABELS: Record<Meter, { name: string; unit: string; one: string }> = {
  water: { name: 'Water', unit: 'gal', one: 'gallon' },
  electric: { name: 'Electric', unit: 'kWh', one: 'kWh' },
  gas: { name: 'Gas', unit: 'therms', one: 'therm' },
};
