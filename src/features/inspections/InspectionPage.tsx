import { Printer } from 'lucide-react';
import { useNavigate, useParams } from 'react-router-dom';
import { unitLabel } from '../../../contract/units/unit.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { stateOf } from '../../offline/engine/outbox/itemState.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { storedPhotosOf } from '../../offline/subjects/photos/inspectionPhotos.ts';
import { unsentPhotosOf } from '../../offline/subjects/photos/recordPhotos.ts';
import { photosSentWords } from '../../offline/subjects/photos/shownPhoto.ts';
import { unsentOf, withUnsent } from '../../offline/subjects/inspections.ts';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { Loaded } from '../../screens/Loaded.tsx';
import { ManagerScreen } from '../../screens/ManagerScreen.tsx';
import { UnsentBadge } from '../../ui/data/UnsentBadge.tsx';
import { AccessDenied } from '../../ui/feedback/AccessDenied.tsx';
import { Problem } from '../../ui/feedback/Problem.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { InspectionSheet } from './InspectionSheet.tsx';
import { useInspectedHome } from './useInspectedHome.ts';
import { moveInOf } from './walk.ts';

/** `/admin/inspections/:unit/:id`: one inspection for management, sent or not; a move-out stands beside its move-in. */
export default function InspectionPage() {
  const { unit = '', id = '' } = useParams();
  const { home, ofHome: read } = useInspectedHome(unit);
  const { items = [], sending } = useOutbox();
  const { busy, notice, forgetNotice, change } = useOnlineChange();
  const online = useOnline();
  const navigate = useNavigate();
  if (read.denied) return <AccessDenied />;
  const unsent = unsentOf(items, id);
  // Where the device has not read the home's inspections yet, it has those that it did not send.
  const known = read.data ?? (read.error && unsent.length > 0 ? [] : undefined);
  const photos = unsentPhotosOf(items, 'inspection', id);
  const waiting = unsent.at(-1);
  return (
    <ManagerScreen
      title="Inspection"
      description={home && <HomeLink unit={home.unit_id}>{unitLabel(home)}</HomeLink>}
      action={
        <ButtonLink to={`/admin/home/${unit}`} variant="secondary">
          Back to Home
        </ButtonLink>
      }
      needs="You need a connection to delete a draft. All else works without one."
      notice={notice}
      onNoticeDone={forgetNotice}
      printsWithoutHeading
    >
      <Loaded query={{ ...read, data: known }} failed="Unable to load the inspection">
        {(inspections) => {
          const all = home ? withUnsent(inspections, items, home) : inspections;
          const inspection = all.find((each) => each.id === id);
          if (!inspection) return <Problem>This inspection is not there any more.</Problem>;
          const isDraft = inspection.finalized_at === null;
          const refused = unsent.some(({ refusal }) => refusal !== undefined);
          return (
            <div className="flex flex-col gap-6">
              <div className="flex flex-wrap items-center gap-3 print:hidden max-sm:[&>a]:grow max-sm:[&>button]:grow">
                {(isDraft || refused) && (
                  <ButtonLink to={`/admin/inspections/${unit}/${id}/walk`}>
                    {refused ? 'Look at It Again' : 'Continue'}
                  </ButtonLink>
                )}
                <Button icon={Printer} variant="secondary" onClick={() => window.print()}>
                  Print
                </Button>
                {isDraft && unsent.length === 0 && (
                  <Button
                    variant="danger"
                    disabled={!online}
                    busy={busy}
                    busyLabel="Deleting..."
                    onClick={() => void remove()}
                  >
                    Delete Draft
                  </Button>
                )}
                {photos.map((item) => (
                  <UnsentBadge
                    key={item.id}
                    needsAttention={item.refusal !== undefined}
                    words={
                      item.refusal?.failure.message ?? `${photosSentWords(item)}. ${stateOf(item, sending)}`
                    }
                  />
                ))}
                {waiting && <UnsentBadge needsAttention={refused} words={stateOf(waiting, sending)} />}
              </div>
              <InspectionSheet
                inspection={inspection}
                storedPhotos={storedPhotosOf(items, id)}
                moveIn={inspection.kind === 'Move-out' ? moveInOf(all, inspection.lease_id) : undefined}
              />
            </div>
          );
        }}
      </Loaded>
    </ManagerScreen>
  );

  async function remove(): Promise<void> {
    await change({
      route: 'deleteInspection',
      input: { params: { id } },
      question: { text: 'Delete this draft?', confirmLabel: 'Delete', danger: true },
      failed: (reason) => `The draft could not be deleted: ${reason}`,
      onDone: () => void navigate(`/admin/home/${unit}`, { replace: true }),
    });
  }
}
