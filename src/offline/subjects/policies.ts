import type { Policies } from '../engine/policies.ts';
import { announcementPolicies } from './announcements.ts';
import { billPolicies } from './bills.ts';
import { paymentPolicies } from './doorPayments.ts';
import { notePolicies } from './notes.ts';
import { meterPolicies } from './meters.ts';
import { maintenancePolicies } from './maintenance.ts';
import { refundPolicies } from './refunds.ts';

/** The policy of every route whose changes may wait in the outbox. */
export const policies: Policies = {
  ...maintenancePolicies,
  ...announcementPolicies,
  ...billPolicies,
  ...paymentPolicies,
  ...notePolicies,
  ...meterPolicies,
  ...refundPolicies,
};
