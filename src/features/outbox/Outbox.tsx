import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { InDoubt } from '../../offline/engine/outbox/outbox.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';
import { canBeRetried, stateOf } from '../../offline/engine/outbox/itemState.ts';
import { useDrafts } from '../../offline/hooks/useDrafts.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { useUser } from '../../session/session.tsx';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { useConfirm } from '../../ui/feedback/Confirm.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { COMES_BACK } from '../../ui/layout/dialogAddress.ts';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { timeText } from '../../ui/data/Time.tsx';
import { photosSentWords } from '../../offline/subjects/photos/shownPhoto.ts';
import { describe } from './describe.ts';
import { Unfinished } from './Unfinished.tsx';
import { useBusyMutation } from '../../ui/forms/useBusyMutation.ts';

/** `/outbox`: the user's unsent changes and drafts. */
export default function Outbox() {
  const outbox = useOutbox();
  const { items } = outbox;
  const drafts = useDrafts();
  return (
    <>
      <PageHeading
        title="Unsent"
        description="What you wrote on this device and the server does not have yet. It is sent in this order, by itself."
      />
      {!(items && drafts) && <Loading />}
      {items?.length === 0 && (
        <EmptyState icon={CircleCheck} title="Everything is sent.">
          Nothing on this device is waiting.
        </EmptyState>
      )}
      <ul role="list" className="flex flex-col gap-4">
        {items?.map((item) => (
          <li key={item.seq}>
            <Unsent item={item} outbox={outbox} />
          </li>
        ))}
      </ul>
      {drafts && <Unfinished drafts={drafts} />}
    </>
  );
}

function Unsent({ item, outbox }: { item: OutboxItem; outbox: ReturnType<typeof useOutbox> }) {
  const user = useUser();
  const confirm = useConfirm();
  const [problem, setProblem] = useState<string>();
  const { title, detail, edit } = describe(item, user.is_manager);
  // Bills stand on the screen itself, where other dialogs are opened.
  const back = item.route === 'createUtilityBills' ? undefined : COMES_BACK;
  const state = stateOf(item, outbox.sending);
  const reason = item.refusal?.failure.message ?? item.reason;
  const photos = item.photos.length;
  const sent = photosSentWords(item);

  async function discard(): Promise<void> {
    const sure = await confirm({
      text:
        item.mayHaveArrived && item.route !== 'createMaintenance'
          ? 'Discard this? What you wrote is then gone from this device, but it may have been sent already.'
          : 'Discard this? What you wrote is then gone from this device.',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep',
      danger: true,
    });
    if (!sure) return;
    try {
      await outbox.discard(item.id);
    } catch (error) {
      if (!(error instanceof InDoubt)) throw error;
      setProblem(error.message);
    }
  }

  const retrying = useBusyMutation({ mutationFn: () => outbox.retry(item.id) });

  return (
    <Card as="article" title={title} action={<Badge tone={item.refusal ? 'danger' : 'info'}>{state}</Badge>}>
      {detail && <p className="line-clamp-3 wrap-anywhere whitespace-pre-wrap">{detail}</p>}
      <p className="text-sm text-muted">
        Written {timeText(item.capturedAt, 'dateTime')}
        {sent ? `, ${sent}` : photos > 0 && `, with ${photos === 1 ? '1 photo' : `${photos} photos`}`}
        {item.attempts > 0 && `, tried ${item.attempts === 1 ? 'once' : `${item.attempts} times`}`}
      </p>
      {reason && <p className={item.refusal ? 'font-semibold text-danger' : 'text-muted'}>{reason}</p>}
      {problem && (
        <p role="alert" className="font-semibold text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {edit && item.refusal && (
          <ButtonLink to={edit} state={back}>
            Look and decide
          </ButtonLink>
        )}
        {canBeRetried(item) && !item.awaits && (
          <Button
            variant={item.refusal ? 'secondary' : 'primary'}
            busy={retrying.isPending}
            busyLabel="Trying..."
            onClick={() => void retrying.mutateAsync()}
          >
            Try now
          </Button>
        )}
        {edit && !item.refusal && (
          <ButtonLink variant="secondary" to={edit} state={back}>
            Edit
          </ButtonLink>
        )}
        <Button variant="quiet" onClick={() => void discard()}>
          Discard
        </Button>
      </div>
    </Card>
  );
}
