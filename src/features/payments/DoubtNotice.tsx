import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { MAY_HAVE_PAID } from './messages.ts';

interface DoubtNoticeProps {
  /** Whether the server has not asked the provider yet. */
  unchecked: boolean;
  /** Whether it has, found nothing, and something is still to pay. */
  checked: boolean;
  onCheck: () => void;
}

/** What is known of a payment that may have been made. */
export function DoubtNotice({ unchecked, checked, onCheck }: DoubtNoticeProps) {
  if (unchecked) {
    return (
      <Banner type="warning">
        <div className="flex flex-wrap items-center gap-3">
          <p className="grow basis-56">{MAY_HAVE_PAID}</p>
          <Button variant="secondary" onClick={onCheck}>
            Check again
          </Button>
        </div>
      </Banner>
    );
  }
  if (!checked) return <></>;
  return (
    <Banner type="info">
      Checked: no payment has arrived so far. You can try again: you will not be charged twice.
    </Banner>
  );
}
