import type { Autopay, AutopayRun } from '../../../contract/payments/autopay.ts';
import { monthDay } from '../../../contract/values/calendar.ts';
import { toCents } from '../../../contract/values/money.ts';
import { NOT_ACCEPTED } from '../../../contract/leases/paymentPolicy.ts';
import { methodName } from '../../../contract/http/methodName.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import type { AutopayPlan } from './useAutopayPlan.ts';

/** "Visa ending in 4242" or "bank account ending in 6789", within a sentence. */
function methodText(method: Autopay['method']): string {
  if (!method) return 'your card or bank account';
  return method.kind === 'card'
    ? methodName('card', method)
    : `your ${methodName(method.kind, method).replace(/^B/, 'b')}`;
}

function aboutText({ cents, share }: Pick<AutopayPlan, 'cents' | 'share'>): string {
  return `about ${moneyText(cents)}${share === undefined ? '' : ` (${share})`}`;
}

/** What is charged next, in a sentence; undefined where there is nothing to say. */
export function planText(plan: AutopayPlan, { method, max_amount }: Autopay): string | undefined {
  const day = monthDay(plan.day);
  const about = aboutText(plan);
  const then = plan.ofHome ? `, and then ${aboutText(plan.ofHome)} for your home` : '';
  switch (plan.refused) {
    case undefined:
      return `Autopay charges ${about} to ${methodText(method)} on ${day}${then}.`;
    case 'over_limit':
      return `Autopay charges nothing on ${day}: ${about} will be due, which is more than ${plan.charged > 0 ? 'what is left of ' : ''}your limit of ${moneyText(toCents(max_amount ?? 0))}.`;
    case 'not_accepted':
      return `Autopay charges nothing on ${day}. ${NOT_ACCEPTED}`;
    case 'nothing_due':
      return undefined;
  }
}

/** Why a try failed, in a sentence. */
function whyFailed({ outcome, reason }: AutopayRun, owes: boolean): string {
  switch (outcome) {
    case 'authentication_required':
      return owes
        ? 'The bank wants you to approve the payment, which you can do by paying here yourself.'
        : 'The bank wanted you to approve the payment.';
    case 'failed':
      return reason ?? 'The bank refused it.';
    case 'abandoned':
      return 'The card provider could not be reached.';
    default:
      return 'The card was declined.';
  }
}

/**
 * How the latest try went, where there is something to say, and how much it matters. Only someone who `owes` is asked to
 * pay by themselves.
 */
export function runText(
  { method, max_amount, paused_reason, last_run: run }: Autopay,
  today: string,
  owes: boolean,
): { type: 'info' | 'warning' | 'error'; text: string } | undefined {
  if (paused_reason === 'method_removed') {
    const text = `Autopay is paused: ${methodText(method)} cannot be charged any more. Store another one.`;
    return { type: 'error', text };
  }
  if (!run) return undefined;
  const amount = moneyText(toCents(run.amount));
  const day = monthDay(run.ran_on);
  if (paused_reason !== null) {
    return {
      type: 'error',
      text: `Autopay is paused, since ${amount} could not be charged three times. ${whyFailed(run, owes)}`,
    };
  }
  if (run.next_try !== null && run.next_try >= today) {
    const text = `Autopay could not charge ${amount} to ${methodText(method)} on ${day}. ${whyFailed(run, owes)} It tries again on ${monthDay(run.next_try)}.`;
    return { type: 'error', text };
  }
  // What was not charged is said until the month is over.
  if (run.period.slice(0, 7) !== today.slice(0, 7)) return undefined;
  if (run.outcome === null) return { type: 'info', text: `Autopay is charging ${amount} just now.` };
  if (run.outcome === 'over_limit') {
    const limit = moneyText(toCents(max_amount ?? 0));
    return {
      type: 'warning',
      text: `Autopay charged nothing on ${day}: ${amount} was due, which is more than your limit of ${limit}.${owes ? ' Please pay it yourself.' : ''}`,
    };
  }
  if (run.outcome === 'not_accepted') {
    return { type: 'warning', text: `Autopay charged nothing on ${day}. ${NOT_ACCEPTED}` };
  }
  return undefined;
}
