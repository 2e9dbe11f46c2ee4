import { Button } from '../../ui/forms/Button.tsx';
import { COMES_BACK, useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { Remind } from '../../subjects/reminders/Remind.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { MoneyFigure } from '../../ui/data/MoneyFigure.tsx';
import { AutopayOf } from '../../subjects/leases/AccountLeases.tsx';
import { Standing } from './Balance.tsx';
import type { usePersonAccount } from './usePersonAccount.ts';

interface AccountCardProps {
  userId: number;
  account: ReturnType<typeof usePersonAccount>;
  /** Whether their lease accepts no payments. */
  blocked: boolean;
}

/** What somebody owes and since when, how they pay, and what is posted to their account. */
export function AccountCard({ userId, account, blocked }: AccountCardProps) {
  const { cents, listed, pastDue } = account;
  const { address, open, close } = useDialogAddress();
  return (
    <Card title="Balance">
      {cents !== undefined && <MoneyFigure cents={cents} />}
      <Standing {...account} />
      {blocked && <p className="font-semibold text-danger">No payments accepted</p>}
      <AutopayOf userId={String(userId)} />
      <div className="flex flex-wrap gap-3 *:grow sm:*:grow-0">
        {/* A form opens without a connection where the list has the account. */}
        <ButtonLink
          to={listed ? `/admin/payments?payment=${userId}` : `/admin/ledger/${userId}?payment=${userId}`}
          state={COMES_BACK}
        >
          Record Payment
        </ButtonLink>
        {listed && (
          <ButtonLink variant="secondary" to={`/admin/payments?charge=${userId}`} state={COMES_BACK}>
            Add Charge
          </ButtonLink>
        )}
        <ButtonLink variant="secondary" to={`/admin/ledger/${userId}`}>
          Ledger
        </ButtonLink>
        <ButtonLink variant="secondary" to={`/admin/ledger/${userId}/statement`}>
          Statement
        </ButtonLink>
        {pastDue && (
          <Button variant="secondary" onClick={() => open({ remind: '1' })}>
            Remind
          </Button>
        )}
      </div>
      {address.has('remind') && <Remind people={[userId]} onClose={close} />}
    </Card>
  );
}
