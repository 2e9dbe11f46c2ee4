import { discardDraft } from '../../offline/engine/drafts.ts';
import type { ListedDraft } from '../../offline/engine/draftList.ts';
import { useUser } from '../../session/session.tsx';
import { timeText } from '../../ui/data/Time.tsx';
import { useConfirm } from '../../ui/feedback/Confirm.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { COMES_BACK_UNSENT } from '../../ui/layout/dialogAddress.ts';
import { describeDraft } from './describeDraft.ts';

/** The drafts on this device. The readings of all units are shown as one, since they are finished on one screen. */
export function Unfinished({ drafts }: { drafts: ListedDraft[] }) {
  if (drafts.length === 0) return <></>;
  const readings = drafts.filter(({ name }) => name.startsWith('reading:'));
  const others = drafts.filter((draft) => !readings.includes(draft));
  const groups = [...(readings.length > 0 ? [readings] : []), ...others.map((draft) => [draft])];
  return (
    <section aria-labelledby="unfinished" className="mt-10 first:mt-0">
      <h2 id="unfinished" className="text-xl font-bold">
        Not finished
      </h2>
      <p className="mt-1 mb-4 text-muted">
        What you typed and have not submitted. It stays on this device until you do.
      </p>
      <ul role="list" className="flex flex-col gap-4">
        {groups.map((group) => (
          <li key={group[0]?.name}>
            <UnfinishedCard drafts={group} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function UnfinishedCard({ drafts }: { drafts: ListedDraft[] }) {
  const user = useUser();
  const confirm = useConfirm();
  const [draft] = drafts as [ListedDraft];
  const { title, detail, to } = describeDraft(draft, user.is_manager);

  async function discard(): Promise<void> {
    const sure = await confirm({
      text: 'Discard this? What you wrote is then gone from this device.',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep',
      danger: true,
    });
    if (sure) await Promise.all(drafts.map((each) => discardDraft(user.id, each)));
  }

  return (
    <Card as="article" level={3} title={title}>
      {detail && <p className="line-clamp-3 wrap-anywhere whitespace-pre-wrap">{detail}</p>}
      <p className="text-sm text-muted">
        {drafts.length > 1 && `${drafts.length} units, last `}
        {drafts.length > 1 ? 'saved' : 'Saved'} {timeText(draft.savedAt, 'dateTime')}
        {draft.photos > 0 && `, with ${draft.photos === 1 ? '1 photo' : `${draft.photos} photos`}`}
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={to} state={COMES_BACK_UNSENT}>
          Continue
        </ButtonLink>
        <Button variant="quiet" onClick={() => void discard()}>
          Discard
        </Button>
      </div>
    </Card>
  );
}
