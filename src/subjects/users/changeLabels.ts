import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { ChangeLabels } from '../audit/ChangeHistory.tsx';

/** How the changes of an account are told. */
export const CHANGE_LABELS: ChangeLabels = {
  first_name: { label: 'First name' },
  last_name: { label: 'Last name' },
  username: { label: 'Username' },
  email: { label: 'Email' },
  phone: { label: 'Phone' },
  is_manager: { label: 'Manager', text: (value) => (value ? 'Yes' : 'No') },
  unit_claim: { label: 'Claimed unit' },
  unit_number: { label: 'Unit' },
  property_name: { label: 'Property' },
};
const OBJECTS: Record<string, string> = {
  confirmed: 'the claimed unit',
  declined: 'the claimed unit',
  reset: 'the password',
  invited: 'them',
  withdrawn: 'the invitation',
  'turned on': 'the second factor',
  'turned off': 'the second factor',
  renewed: 'the recovery codes',
};

/** What was done something to, of an account. */
export function changedPart({ action }: AuditEntry): string {
  return OBJECTS[action] ?? 'this account';
}
