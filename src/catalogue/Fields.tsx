import { Checkbox } from '../ui/forms/Checkbox.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { PasswordField } from '../ui/forms/PasswordField.tsx';
import { Select } from '../ui/forms/Select.tsx';
import { TextArea } from '../ui/forms/TextArea.tsx';
import { PhotoInput } from '../ui/photos/PhotoInput.tsx';

const STATES = [
  { label: 'plain', help: 'What it is for.', defaultValue: '9,876,543.21', defaultChecked: true },
  { label: 'wrong', error: 'Please say more, in a sentence of two lines on a phone.', required: true },
  { label: 'disabled', disabled: true, defaultValue: 'Not now' },
];

/** Every kind of field: filled in, invalid and disabled. */
export function Fields() {
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-3">
      {STATES.map(({ label, defaultChecked, ...state }) => (
        <div key={label} className="flex flex-col gap-5">
          <Field label={`Amount, ${label}`} before="$" inputMode="decimal" {...state} />
          <PasswordField label={`Password, ${label}`} autoComplete="off" {...state} />
          <TextArea label={`Message, ${label}`} rows={3} {...state} />
          <Select label={`List, ${label}`} {...state}>
            <option>The only choice, which has a rather long name</option>
          </Select>
          <Checkbox label={`Choice, ${label}`} {...state} defaultChecked={defaultChecked} />
          <PhotoInput label={`Photos, ${label}`} {...state} onFiles={() => undefined} />
        </div>
      ))}
    </div>
  );
}
