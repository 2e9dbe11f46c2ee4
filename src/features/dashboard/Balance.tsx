import { balanceOf } from '../../../contract/ledger/balances.ts';
import { useOwnLedger } from '../../offline/subjects/ledger/ledger.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { CircleCheck } from 'lucide-react';
import { Badge } from '../../ui/data/Badge.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { moneyText } from '../../ui/data/Money.tsx';
import { MoneyFigure } from '../../ui/data/MoneyFigure.tsx';
import { CardLink } from './CardLink.tsx';

/** The balance in integer cents. */
function useBalance() {
  const { data, error, refresh } = useOwnLedger();
  return { data: data && balanceOf(data), error, refresh };
}

export function AccountStatus() {
  const { data: cents, error } = useBalance();
  const text =
    cents === undefined
      ? error
        ? 'Not available'
        : 'Loading...'
      : cents <= 0
        ? 'Paid in Full'
        : `Balance Due: ${moneyText(cents)}`;
  const tone = cents === undefined ? 'neutral' : cents <= 0 ? 'success' : 'amber';
  return (
    <span className="flex flex-wrap items-center gap-2">
      Account status
      <Badge tone={tone} className="tabular-nums">
        {text}
      </Badge>
    </span>
  );
}

export function BalanceCard() {
  const balance = useBalance();
  const { data: cents } = balance;
  return (
    <Card title="Your Current Balance" className="justify-between">
      <Loaded
        query={balance}
        failed="Unable to load your balance"
        loading={
          <p className="text-[min(3rem,15vw)] leading-none font-bold tracking-tight text-muted">Loading...</p>
        }
      >
        {(loaded) => <MoneyFigure cents={loaded} />}
      </Loaded>
      {cents !== undefined && cents <= 0 ? (
        <>
          <p className="flex items-center gap-2 text-muted">
            <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
            {cents < 0 ? 'You have paid ahead. Nothing is due.' : 'Nothing is due.'}
          </p>
          <CardLink to="/payments">Make Payment</CardLink>
        </>
      ) : (
        <ButtonLink to="/payments" className="self-start max-sm:w-full">
          Make Payment
        </ButtonLink>
      )}
    </Card>
  );
}
