import { ownUnitLabel } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { useUser } from '../../session/session.tsx';
import { DescriptionList } from '../../ui/data/DescriptionList.tsx';

/** Whose name a resident's request goes under. */
export function Reporter() {
  const user = useUser();
  return (
    <DescriptionList
      items={[
        { label: 'Name', value: fullNameOf(user) },
        { label: 'Unit', value: ownUnitLabel(user) },
        { label: 'Email', value: user.email },
      ]}
    />
  );
}
