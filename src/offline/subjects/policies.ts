import { registerPolicies, type Policies } from '../engine/policies.ts';
import { announcementPolicies } from './announcements.ts';
import { billPolicies } from './bills.ts';
import { givenEntryPolicies } from './ledger/givenEntries.ts';
import { depositPolicies } from './deposits.ts';
import { paymentPolicies } from './doorPayments.ts';
import { entryNoticePolicies } from './entryNotices.ts';
import { inspectionPolicies } from './inspections.ts';
import { leasePolicies } from './leases/leases.ts';
import { movePolicies } from './leases/moves.ts';
import { accessPolicies } from './people/access.ts';
import { invitationPolicies } from './people/invitations.ts';
import { messagePolicies } from './conversations/messages.ts';
import { notePolicies } from './notes.ts';
import { meterPolicies } from './meters.ts';
import { maintenancePolicies } from './maintenance/maintenance.ts';
import { sentReadingPolicies } from './sentReadings.ts';
import { recordPhotoPolicies } from './photos/recordPhotoPolicies.ts';
import { refundPolicies } from './ledger/refunds.ts';

/** The policy of every route whose changes may wait in the outbox. Whatever changes the outbox imports this file first. */
export const policies: Policies = {
  ...maintenancePolicies,
  ...announcementPolicies,
  ...billPolicies,
  ...paymentPolicies,
  ...notePolicies,
  ...messagePolicies,
  ...meterPolicies,
  ...sentReadingPolicies,
  ...refundPolicies,
  ...givenEntryPolicies,
  ...depositPolicies,
  ...entryNoticePolicies,
  ...inspectionPolicies,
  ...leasePolicies,
  ...movePolicies,
  ...accessPolicies,
  ...invitationPolicies,
  ...recordPhotoPolicies,
};

registerPolicies(policies);
