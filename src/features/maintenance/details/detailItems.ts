import { isEmergency, type RequestDetails } from '../../../../contract/maintenance/requestDetails.ts';

/** What a request says beside its words, as a description list shows it; what was not said is left out. */
export function detailItems({ category, room, urgency, may_enter, entry_hours, pets }: RequestDetails) {
  const items = [
    { label: 'Category', value: category },
    { label: 'Room', value: room },
    { label: 'Urgency', value: urgency },
    { label: 'May enter', value: may_enter ? entry_hours || 'When nobody is home' : undefined },
    { label: 'Pets', value: pets },
  ];
  return items.flatMap(({ label, value }) => (value ? [{ label, value }] : []));
}

/** The same in a line; an emergency is left out, since it is marked already. */
export function detailsText(details: RequestDetails): string {
  const said = detailItems({ ...details, urgency: isEmergency(details.urgency) ? null : details.urgency });
  const words = said.map(({ label, value }) =>
    label === 'May enter' || label === 'Pets' ? `${label}: ${value}` : value,
  );
  return words.join(' · ');
}
