import type { User } from '../../contract/users/user.ts';

/** Who makes a call, with what decides what they see beside their role. */
export interface SignedInUser extends User {
  /** Of their unit. */
  property_id: number | null;
}
