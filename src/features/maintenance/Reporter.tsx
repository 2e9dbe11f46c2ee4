import { useUser } from '../../session/session.tsx';
import { DescriptionList } from '../../ui/data/DescriptionList.tsx';

/** Whose name a resident's request goes under. */
export function Reporter() {
  const user = useUser();
  const unit =
    user.unit_number ??
    (user.unit_claim ? `${user.unit_claim} (waiting for management to confirm)` : '(not set)');
  return (
    <DescriptionList
      items={[
        { label: 'Name', value: `${user.first_name} ${user.last_name}` },
        { label: 'Unit', value: unit },
        { label: 'Email', value: user.email },
      ]}
    />
  );
}
