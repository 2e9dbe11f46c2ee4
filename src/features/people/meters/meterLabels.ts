import { METER_LABELS, METERS } from '../../../../contract/utilities/meters.ts';
import type { ChangeLabels } from '../../../subjects/audit/ChangeHistory.tsx';
import { timeText } from '../../../ui/data/Time.tsx';

/** How the changes of a meter are told. */
export const meterLabels: ChangeLabels = {
  unit_id: { label: 'Unit', text: (id) => `unit with ID ${String(id)}` },
  kind: {
    label: 'Kind',
    text: (kind) => METER_LABELS[METERS.find((each) => each === kind) ?? 'water'].name,
  },
  serial_number: { label: 'Number' },
  measure: { label: 'Counts in' },
  digits: { label: 'Digits' },
  multiplier: { label: 'Multiplier' },
  place: { label: 'Place' },
  installed_on: { label: 'Installed on', text: (day) => timeText(String(day)) },
  removed_on: { label: 'Removed on', text: (day) => timeText(String(day)) },
  reading: { label: 'Reading' },
  replaces: { label: 'In place of', text: (id) => `meter with ID ${String(id)}` },
};
