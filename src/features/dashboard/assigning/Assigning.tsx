import { unitLabel } from '../../../../contract/units/unit.ts';
import type { TodayRow } from '../../../../contract/today/today.ts';
import { fullNameOf, type User } from '../../../../contract/users/user.ts';
import { useQueuedNotice } from '../../../forms/useQueuedNotice.ts';
import { recordOf } from '../../../offline/subjects/maintenance/requestRecord.ts';
import { useOutbox } from '../../../offline/subjects/useOutbox.ts';
import { useUser } from '../../../session/session.tsx';
import { useManagers } from '../../../subjects/users/useManagers.ts';
import { StickyNotice } from '../../../ui/feedback/StickyNotice.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { ButtonLink } from '../../../ui/forms/ButtonLink.tsx';
import { COMES_BACK } from '../../../ui/layout/dialogAddress.ts';
import { Modal } from '../../../ui/layout/Modal.tsx';
import { subjectOf, vendorPath } from '../todayTexts.ts';

type Manager = Pick<User, 'id' | 'first_name' | 'last_name'>;

export interface AssigningProps {
  row: TodayRow;
  /** What the row asks, which is the request's words. */
  title: string;
  /** Whether somebody is being chosen; what became of the choice is told after it. */
  open: boolean;
  onClose: () => void;
}

/** Who does the work of a request: a manager is chosen with one tap, also without a connection; a vendor in the request's form. */
export default function Assigning({ row, title, open, onClose }: AssigningProps) {
  const me = useUser();
  const outbox = useOutbox();
  const { notice, setNotice, follow } = useQueuedNotice();
  // Oneself is known also where the list of people was never read.
  const choices = [me, ...useManagers().filter(({ id }) => id !== me.id)];

  async function assign(manager: Manager): Promise<void> {
    onClose();
    setNotice(undefined);
    const { home } = row;
    const assignee = fullNameOf(manager);
    const id = subjectOf(row);
    const item = await outbox.submit({
      route: 'addRequestEvent',
      input: { params: { id: String(id) }, body: { kind: 'assigned', assignee_id: manager.id } },
      record: recordOf({ id }),
      shown: {
        unit: home?.unit_number ? unitLabel({ ...home, unit_number: home.unit_number }) : '',
        unit_id: home?.unit_id ?? undefined,
        information: title,
        by_management: true,
        assignee,
      },
    });
    void follow(item, {
      sent: `The request was assigned to ${assignee}.`,
      refused: (reason) => `The request could not be assigned: ${reason}`,
    });
  }

  return (
    <>
      <StickyNotice notice={notice} onDone={() => setNotice(undefined)} />
      {open && (
        <Modal title={`Assign: ${title}`} size="small" onClose={onClose}>
          <div role="group" aria-label="Who does it" className="flex flex-col gap-3">
            {choices.map((manager) => (
              <Button key={manager.id} variant="secondary" onClick={() => void assign(manager)}>
                {manager.id === me.id ? 'Me' : fullNameOf(manager)}
              </Button>
            ))}
            <ButtonLink variant="secondary" to={vendorPath(row)} state={COMES_BACK}>
              A vendor
            </ButtonLink>
          </div>
        </Modal>
      )}
    </>
  );
}
