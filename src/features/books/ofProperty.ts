/** The rows of a property, whose id is as a choice has it; all of them for none. */
export function ofProperty<Row extends { property_id?: number | undefined }>(
  rows: readonly Row[],
  property: string,
): readonly Row[] {
  return property === '' ? rows : rows.filter(({ property_id }) => String(property_id) === property);
}
