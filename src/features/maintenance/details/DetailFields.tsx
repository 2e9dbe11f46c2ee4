import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { CATEGORIES, isEmergency, URGENCIES } from '../../../../contract/maintenance/requestDetails.ts';
import type { QueuedForm } from '../../../forms/useQueuedForm.ts';
import { FilterBar } from '../../../ui/data/FilterBar.tsx';
import { Checkbox } from '../../../ui/forms/Checkbox.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { Select } from '../../../ui/forms/Select.tsx';
import { EmergencyNumber } from './EmergencyNumber.tsx';
import type { TypedDetails } from './typedDetails.ts';

const ROOMS = [
  'Kitchen',
  'Bathroom',
  'Bedroom',
  'Living room',
  'Hallway',
  'Laundry',
  'Balcony',
  'Basement',
  'Garage',
  'Outside',
];

const URGENCY_CHIPS = [
  { value: '' as const, label: 'Not said' },
  ...URGENCIES.map((value) => ({ value, label: value })),
];

/** What a request may say beside its words: taps, each of which may be left out. */
export function DetailFields<Typed extends TypedDetails>({ form: typedForm }: { form: QueuedForm<Typed> }) {
  const form = typedForm as unknown as QueuedForm<TypedDetails>;
  const { urgency, room, may_enter, category, pets } = form.values;
  // What was said before is in sight.
  const [open, setOpen] = useState(Boolean(category || room || may_enter || pets));
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <p className="text-sm font-semibold">How urgent is it? (optional)</p>
        <FilterBar
          label="Urgency"
          options={URGENCY_CHIPS}
          value={urgency}
          onChange={(chosen) => form.set({ urgency: chosen })}
        />
      </div>
      {isEmergency(urgency) && <EmergencyNumber />}
      <details open={open} className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="-mx-2 flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-control px-2 font-semibold text-accent-ink">
          <ChevronRight aria-hidden className="size-5 shrink-0 group-open:rotate-90" />
          Category, room, access and pets (optional)
        </summary>
        {open && (
          <div className="flex flex-col gap-4 pt-2">
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              <Select label="Category" {...form.field('category')}>
                <option value="">Not said</option>
                {CATEGORIES.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </Select>
              <Select label="Room" {...form.field('room')}>
                <option value="">Not said</option>
                {(room === '' || ROOMS.includes(room) ? ROOMS : [room, ...ROOMS]).map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </Select>
            </div>
            <Checkbox label="Management may enter when nobody is home" {...form.field('may_enter')} />
            {may_enter && (
              <Field
                label="When they may enter"
                autoComplete="off"
                help="Such as: weekdays from 9 to 5."
                {...form.field('entry_hours')}
              />
            )}
            <Field
              label="Pets"
              autoComplete="off"
              help="Such as: a dog, who is shy. Whoever comes is told."
              {...form.field('pets')}
            />
          </div>
        )}
      </details>
    </>
  );
}
