import { entryKind, methodKindOf } from '../../../contract/ledger/entryKinds.ts';
import { methodName } from '../../../contract/http/methodName.ts';
import { dayText } from '../../../contract/values/calendar.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { dollarText } from '../../../contract/values/money.ts';
import type { Receipt } from '../../../contract/payments/payments.ts';
import { RECEIVER_TITLE } from '../../../contract/ledger/receiptBooks.ts';
import { SIGNATURE_BOX, signaturePath, type Signature } from '../../../contract/ledger/signature.ts';
import { escapeHtml } from './html.ts';

const STYLE = `
body { margin: 0 auto; max-width: 40rem; padding: 2rem 1.5rem; font: 16px/1.5 system-ui, sans-serif; color: #111827; background: #ffffff }
h1 { font-size: 1.25rem }
.amount { font-size: 2rem; font-weight: 700; margin: 0 0 1.5rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .5rem 1.5rem; margin: 0 }
dt { color: #6b7280 }
dd { margin: 0; overflow-wrap: anywhere }
figure { margin: 2rem 0; max-width: 20rem; break-inside: avoid }
figcaption { border-top: 1px solid #6b7280; padding-top: .5rem; color: #6b7280 }
@media print { body { padding: 0 } }
`;

/** A receipt as a page to print, with nothing to load. Its day is that of the community where it is a moment. */
export function receiptPage(
  receipt: Receipt,
  { community, zone }: { community: string; zone: string },
): string {
  const { number, amount, name, unit_number, property_name, description, received_by, reversed, signature } =
    receipt;
  const rows: [string, string | null][] = [
    ['Date', dayOf(receipt, zone)],
    ['Paid by', name],
    ['Paid with', paidWith(receipt)],
    ['Unit', unit_number],
    ['Property', property_name],
    ['For', description],
    ['Received by', received_by && `${received_by}, ${RECEIVER_TITLE}`],
  ];
  const list = rows
    .flatMap(([label, value]) => (value ? [`<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`] : []))
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Receipt ${escapeHtml(number)}</title>
<style>${STYLE}</style>
</head>
<body>
<p>${escapeHtml(community)}</p>
<h1>Receipt ${escapeHtml(number)}</h1>
<p class="amount">${dollarText(amount)}</p>
<dl>
${list}
</dl>
${signature ? drawn(signature, name) : ''}
${reversed ? '<p><strong>This payment was taken back, and is not counted any more.</strong></p>' : '<p>Thank you. Please keep this receipt for your records.</p>'}
</body>
</html>
`;
}

function drawn(signature: Signature, name: string): string {
  const { width, height } = SIGNATURE_BOX;
  return `<figure>
<svg viewBox="0 0 ${width} ${height}" aria-hidden="true"><path d="${signaturePath(signature)}" fill="none" stroke="#000000" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>
<figcaption>Signature of ${escapeHtml(name)}</figcaption>
</figure>`;
}

function dayOf({ received_on, date }: Receipt, zone: string): string {
  return dayText(received_on ?? dayIn(zone, new Date(date)));
}

function paidWith({ type, reference, brand, last4 }: Receipt): string {
  if (entryKind(type)?.postedBy !== 'management') return methodName(methodKindOf(type), { brand, last4 });
  return reference ? `${type} ${reference}` : type;
}
