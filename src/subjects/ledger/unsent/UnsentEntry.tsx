import { useState, type ReactNode } from 'react';
import type { OutboxItem } from '../../../offline/engine/database.ts';
import { stateOf } from '../../../offline/engine/outbox/itemState.ts';
import { InDoubt, ItemGone } from '../../../offline/engine/outbox/outbox.ts';
import { UnsentBadge } from '../../../ui/data/UnsentBadge.tsx';
import { useConfirm } from '../../../ui/feedback/Confirm.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';

interface UnsentEntryProps {
  item: OutboxItem;
  /** The id of the item that is being sent. */
  sending: string | undefined;
  title: string;
  /** What it is, below the title. */
  children: ReactNode;
  /** Why it was refused, in words; by default the server’s. */
  refusedSince?: string | undefined;
  /** What can be done about a refusal. */
  answer: { label: string; act: () => Promise<void> };
  /** What else leads from it. */
  link?: ReactNode;
  /** Left out where there is nothing to edit. */
  onEdit?: () => void;
  discardLabel?: string | undefined;
  /** What is asked before it is discarded. */
  discardQuestion: string;
  discard: () => Promise<void>;
}

/** A payment or refund that waits on this device, and what can be done with it. */
export function UnsentEntry({ item, sending, title, children, link, onEdit, ...props }: UnsentEntryProps) {
  const { refusal, reason } = item;
  const { refusedSince = refusal?.failure.message, answer, discardLabel = 'Discard' } = props;
  const confirm = useConfirm();
  const [problem, setProblem] = useState<string>();

  /** Does something that is refused once the entry may have arrived. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof InDoubt || error instanceof ItemGone)) throw error;
      setProblem(error.message);
    }
  }

  async function discard(): Promise<void> {
    const sure = await confirm({
      text: props.discardQuestion,
      confirmLabel: discardLabel,
      // Where something else is kept by it, the answer is another one.
      cancelLabel: props.discardLabel ? 'Cancel' : 'Keep',
      danger: true,
    });
    if (sure) await props.discard();
  }

  return (
    <Card
      as="article"
      {...(refusal ? { tone: 'danger' as const } : {})}
      title={title}
      action={<UnsentBadge needsAttention={refusal !== undefined} words={stateOf(item, sending)} />}
    >
      <div className="wrap-anywhere">{children}</div>
      {refusal ? (
        <p className="font-semibold wrap-anywhere text-danger">{refusedSince}</p>
      ) : (
        reason && <p className="text-muted">{reason}</p>
      )}
      {problem && (
        <p role="alert" className="font-semibold text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {refusal && <Button onClick={() => void attempt(answer.act)}>{answer.label}</Button>}
        {link}
        {!item.mayHaveArrived && (
          <>
            {onEdit && (
              <Button variant="secondary" onClick={onEdit}>
                Edit
              </Button>
            )}
            <Button variant="quiet" onClick={() => void attempt(discard)}>
              {discardLabel}
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}
