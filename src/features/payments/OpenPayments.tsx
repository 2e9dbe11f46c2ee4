import { Clock } from 'lucide-react';
import { toCents } from '../../../contract/values/money.ts';
import type { OpenPayment } from '../../../contract/payments/payments.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Money, moneyText } from '../../ui/data/Money.tsx';
import { Time } from '../../ui/data/Time.tsx';

/** Payments that are not in the ledger yet. */
export function OpenPayments({ payments }: { payments: OpenPayment[] }) {
  return (
    <ul aria-label="Payments under way" className="flex flex-col gap-3 empty:hidden">
      {payments.map(({ id, amount, status, created_at, method }) => (
        <Card key={id} as="li" tone="amber">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Badge tone="amber" icon={Clock}>
              Payment processing
            </Badge>
            <p className="min-w-0 grow text-muted">
              {method === 'us_bank_account' ? (
                'Bank debit, started '
              ) : (
                <>
                  <Money cents={toCents(amount)} className="font-bold text-ink" />
                  {status === 'needs_action' ? ', started ' : ', paid by card '}
                </>
              )}
              <Time value={created_at} format="dateTime" />
            </p>
            <p className="w-full text-muted">
              {status === 'needs_action'
                ? 'Your bank is waiting for you to approve it. If you left its page, you can pay again here: you will not be charged twice.'
                : method === 'us_bank_account'
                  ? `${moneyText(toCents(amount))} is being processed by your bank, which takes up to 4 business days.`
                  : 'It will appear in your activity as soon as the card provider confirms it.'}
            </p>
          </div>
        </Card>
      ))}
    </ul>
  );
}
