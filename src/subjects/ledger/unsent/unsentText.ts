import { addedBy, type Amounts } from '../../../offline/subjects/ledger/unsentByTenant.ts';
import { moneyText } from '../../../ui/data/Money.tsx';

/** Such as `$80.00 charged, $500.00 paid`. */
function listed({ charged, credited, paid }: Amounts): string {
  return [
    ...(charged > 0 ? [`${moneyText(charged)} charged`] : []),
    ...(credited > 0 ? [`${moneyText(credited)} credited`] : []),
    ...(paid > 0 ? [`${moneyText(paid)} paid`] : []),
  ].join(', ');
}

const isNothing = ({ charged, credited, paid }: Amounts) => charged + credited + paid === 0;
const isPaidOnly = ({ charged, credited }: Amounts) => charged + credited === 0;

/**
 * What a balance becomes once what is unsent is sent; undefined where nothing is.
 * @param cents the balance without it, in whole cents
 */
export function onceSentText(cents: number, unsent: Amounts): string | undefined {
  if (isNothing(unsent)) return undefined;
  const after = moneyText(cents + addedBy(unsent));
  return isPaidOnly(unsent)
    ? `${after} once ${moneyText(unsent.paid)} is sent`
    : `${after} once sent: ${listed(unsent)}`;
}

/** What may be in a balance already, since its answer is late; undefined where nothing is. */
export function beingSentText(inDoubt: Amounts): string | undefined {
  if (isNothing(inDoubt)) return undefined;
  return isPaidOnly(inDoubt) ? `${moneyText(inDoubt.paid)} is being sent` : `Being sent: ${listed(inDoubt)}`;
}

/** What was sent after a balance was read; undefined where nothing was. */
export function sentSinceText(sent: Amounts): string | undefined {
  if (isNothing(sent)) return undefined;
  return isPaidOnly(sent)
    ? `${moneyText(sent.paid)} was sent after this was read`
    : `Sent after this was read: ${listed(sent)}`;
}
