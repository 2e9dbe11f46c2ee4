import { useParams } from 'react-router-dom';
import { Unreachable } from '../../../api/call.ts';
import { Loaded } from '../../../screens/Loaded.tsx';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { useUser } from '../../../session/session.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import { AccountEntryReceipt, EntryReceipt } from './EntryReceipt.tsx';
import { ReceiptHeading, ReceiptSheet } from './ReceiptSheet.tsx';
import { UnsentReceipt } from './UnsentReceipt.tsx';

/**
 * `/payments/receipt/:id`: the receipt of a payment, printed on one page. The id is that of its entry, or while the server
 * does not have it, of its item in the outbox.
 */
export default function Receipt() {
  const { id = '' } = useParams();
  return /^\d+$/.test(id) ? <SentReceipt id={id} /> : <UnsentReceipt id={id} />;
}

function SentReceipt({ id }: { id: string }) {
  const receipt = useCachedQuery('readReceipt', { params: { id } });
  const { is_manager } = useUser();
  const whole = (
    <>
      <ReceiptHeading receipt={receipt.data} back="/ledger" />
      <Loaded query={receipt} failed="Unable to load the receipt" loading={<Loading cards={1} />}>
        {(loaded) => <ReceiptSheet receipt={loaded} />}
      </Loaded>
    </>
  );
  const isOutOfReach = receipt.data === undefined && receipt.error instanceof Unreachable;
  if (!isOutOfReach) return whole;
  const OfDevice = is_manager ? AccountEntryReceipt : EntryReceipt;
  return <OfDevice id={id} otherwise={whole} />;
}
