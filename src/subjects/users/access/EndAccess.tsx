import { unitLabel } from '../../../../contract/units/unit.ts';
import { fullNameOf, type ListedUser } from '../../../../contract/users/user.ts';
import { useQueuedForm } from '../../../forms/useQueuedForm.ts';
import type { AccessItem } from '../../../offline/subjects/people/access.ts';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { Select } from '../../../ui/forms/Select.tsx';
import { endText } from './accessTexts.ts';
import { accessDraft, changedMeanwhile, shownNow, type AccessEnds } from './useAccessEnds.ts';

interface EndAccessProps {
  person: ListedUser;
  /** The unsent one that is edited. */
  item?: AccessItem | undefined;
  access: AccessEnds;
  onClose: () => void;
}

/** The dialog that ends a resident's access, with or without a connection. */
export function EndAccess({ person, item, access, onClose }: EndAccessProps) {
  // Who edits a refused one has read what stands.
  const known = item ? (changedMeanwhile(item) ?? item.input.body) : person;
  const home = person.unit === null ? null : unitLabel(person);
  const shown = item ? shownNow(item, known) : { name: fullNameOf(person), home };
  const initial = {
    sign_in_ends: yesOrNo(shown.home === null || item?.input.body.sign_in_ends === true),
    // What stood as it was opened, with what is chosen: another may change it meanwhile.
    unit: known.unit === null ? '' : String(known.unit),
    access_since: known.access_since ?? '',
  };
  const bodyOf = ({ sign_in_ends, unit, access_since }: typeof initial) => ({
    unit: unit === '' ? null : Number(unit),
    access_since: access_since || null,
    sign_in_ends: sign_in_ends === 'yes',
  });
  const form = useQueuedForm({
    draft: accessDraft(person.id),
    initial,
    route: 'endAccess',
    bodyOf,
    failed: 'The access could not be ended.',
    onSubmit: async (typed, _photos, version) => {
      const body = bodyOf(typed);
      if (item) await access.change(item, body, version);
      else await access.end(person.id, body, shown, version);
      onClose();
    },
  });
  return (
    <FormModal
      title="End Access"
      submitLabel="End Access"
      busyLabel="Saving..."
      form={form}
      subject={<p className="font-semibold wrap-anywhere">{shown.name}</p>}
      onClose={onClose}
    >
      <Select
        label="What ends"
        help={`${endText(shown, bodyOf(form.values))} What they owe stays owed.`}
        required
        {...form.field('sign_in_ends')}
      >
        {shown.home !== null && <option value="no">Living in the home</option>}
        <option value="yes">
          {shown.home === null ? 'Signing in' : 'Living in the home and signing in'}
        </option>
      </Select>
    </FormModal>
  );
}

function yesOrNo(is: boolean): 'yes' | 'no' {
  return is ? 'yes' : 'no';
}
