import { Printer } from 'lucide-react';
import { useParams } from 'react-router-dom';
import type { Inspection } from '../../../contract/inspections/inspection.ts';
import { useQueuedNotice } from '../../forms/useQueuedNotice.ts';
import { withoutQueued } from '../../offline/engine/outbox/itemState.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useThumbnailsOffline } from '../../subjects/photos/useThumbnailsOffline.ts';
import { isoDay, Time } from '../../ui/data/Time.tsx';
import { UnsentBadge } from '../../ui/data/UnsentBadge.tsx';
import { Problem } from '../../ui/feedback/Problem.tsx';
import { StickyNotice } from '../../ui/feedback/StickyNotice.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { AddRemark } from './AddRemark.tsx';
import { InspectionSheet } from './InspectionSheet.tsx';
import { moveInOf } from './walk.ts';

/** `/inspections/:id`: an inspection of one's own home, and one's remarks on it. */
export default function OwnInspection() {
  const { id = '' } = useParams();
  const read = useCachedQuery('listOwnInspections', {});
  useThumbnailsOffline(read.data);
  return (
    <>
      <div className="print:hidden">
        <PageHeading
          title="Inspection"
          action={
            <ButtonLink to="/inspections" variant="secondary">
              Back to Inspections
            </ButtonLink>
          }
        />
      </div>
      <Loaded query={read} failed="Unable to load your inspections">
        {(inspections) => {
          const inspection = inspections.find((each) => each.id === id);
          if (!inspection) return <Problem>This inspection is not there any more.</Problem>;
          const moveIn =
            inspection.kind === 'Move-out' ? moveInOf(inspections, inspection.lease_id) : undefined;
          return (
            <div className="flex flex-col gap-6">
              <Button
                icon={Printer}
                className="self-start max-sm:w-full print:hidden"
                onClick={() => window.print()}
              >
                Print
              </Button>
              <OwnSheet {...{ inspection, moveIn }} />
            </div>
          );
        }}
      </Loaded>
    </>
  );
}

function OwnSheet({ inspection, moveIn }: { inspection: Inspection; moveIn: Inspection | undefined }) {
  const { id, remarks_until } = inspection;
  const dialog = useDialogAddress();
  const { items = [], submit } = useOutbox();
  const { notice, setNotice, follow } = useQueuedNotice();
  const unsent = items
    .filter((item) => item.route === 'addInspectionRemark')
    .filter((item) => item.input.params.id === id);
  const isOpen = remarks_until !== null && isoDay() <= remarks_until;
  return (
    <>
      <InspectionSheet
        inspection={{ ...inspection, remarks: withoutQueued(inspection.remarks, items) }}
        moveIn={moveIn}
      />
      <div className="flex flex-col gap-6 print:hidden">
        <StickyNotice notice={notice} onDone={() => setNotice(undefined)} />
        {unsent.length > 0 && (
          <Card title="Unsent remarks">
            <ul role="list" className="flex flex-col gap-4">
              {unsent.map((item) => (
                <li key={item.id}>
                  <p className="wrap-anywhere whitespace-pre-wrap">{item.input.body.text}</p>
                  <UnsentBadge
                    needsAttention={item.refusal !== undefined}
                    words={item.refusal ? item.refusal.failure.message : 'Unsent'}
                  />
                </li>
              ))}
            </ul>
          </Card>
        )}
        {isOpen ? (
          <>
            <p>
              You can add remarks until <Time value={remarks_until} format="long" />.
            </p>
            <Button className="sm:self-start" onClick={() => dialog.open({ remark: '1' })}>
              Add Remark
            </Button>
          </>
        ) : (
          remarks_until !== null && (
            <p className="text-muted">
              Remarks could be added until <Time value={remarks_until} format="long" />.
            </p>
          )
        )}
        {isOpen && dialog.address.has('remark') && (
          <AddRemark
            inspection={inspection}
            onSubmit={async (change) => {
              const sent = await submit(change);
              dialog.close();
              void follow(sent, { sent: 'Your remark was added.', refused: (reason) => reason });
            }}
            onClose={dialog.close}
          />
        )}
      </div>
    </>
  );
}
