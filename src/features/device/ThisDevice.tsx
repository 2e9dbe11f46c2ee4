import { useDrafts } from '../../offline/hooks/useDrafts.ts';
import { useUnsent } from '../../offline/hooks/useUnsent.ts';
import { useLogout } from '../../session/useLogout.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { Installation } from './Installation.tsx';
import { Notifying } from './Notifying.tsx';
import { OfflineParts } from './OfflineParts.tsx';
import { Storage } from './Storage.tsx';

/** `/device`: what Porchlight keeps on this device. */
export default function ThisDevice() {
  const { forgetDevice, question } = useLogout();
  return (
    <>
      <PageHeading
        title="This device"
        description="What Porchlight keeps here, so that it works without a signal."
      />
      <div className="flex max-w-3xl flex-col gap-4 md:gap-6">
        <UnsentSummary />
        <OfflineParts />
        <Notifying />
        <Storage />
        <Installation />
        <Card title="Forget this device">
          <p className="text-muted">
            Logs you out and deletes from this device everything that it keeps for you, also what is unsent.
          </p>
          <Button variant="danger" className="self-start max-sm:w-full" onClick={forgetDevice}>
            Forget this device
          </Button>
        </Card>
      </div>
      {question}
    </>
  );
}

function UnsentSummary() {
  const { items } = useUnsent();
  const drafts = useDrafts();
  if (!items || !drafts) return <></>;
  const some = items.length + drafts.length > 0;
  return (
    <Card title="Unsent">
      <p>{some ? summaryOf(items.length, drafts.length) : 'Everything you wrote here is sent.'}</p>
      {some && (
        <ButtonLink variant="secondary" className="self-start max-sm:w-full" to="/outbox">
          See what is unsent
        </ButtonLink>
      )}
    </Card>
  );
}

function summaryOf(changes: number, drafts: number): string {
  const parts = [
    ...(changes > 0 ? [changes === 1 ? '1 change is unsent' : `${changes} changes are unsent`] : []),
    ...(drafts > 0 ? [drafts === 1 ? '1 draft is not finished' : `${drafts} drafts are not finished`] : []),
  ];
  return `${parts.join(', and ')}.`;
}
