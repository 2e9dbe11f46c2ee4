import { usageText } from '../../../contract/utilities/billPrice.ts';
import type { InstalledMeter } from '../../../contract/utilities/installedMeter.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { timeText } from '../../ui/data/Time.tsx';
import { useConfirm } from '../../ui/feedback/Confirm.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Modal } from '../../ui/layout/Modal.tsx';
import { meterName } from './meterTexts.ts';

type NamedMeter = Pick<InstalledMeter, 'id' | 'kind' | 'serial_number'> &
  Partial<Pick<InstalledMeter, 'removed_on' | 'replaces'>>;

interface ReadingOfRemovedProps {
  meter: NamedMeter;
  removedOn: string;
  /** Those among which the one in its place is. */
  meters: readonly NamedMeter[];
  /** Its readings on this device that the server did not take. */
  refused: readonly OutboxItem<'readMeter' | 'readCommonMeter'>[];
  /** Opens the form that reads a meter. */
  onRead: (meter: number) => void;
  onClose: () => void;
}

/** Says of a meter that was removed that it cannot be read any more, and lets go of what was read at it meanwhile. */
export function ReadingOfRemoved(props: ReadingOfRemovedProps) {
  const { meter, removedOn, meters, refused, onRead, onClose } = props;
  const { discard } = useOutbox();
  const confirm = useConfirm();
  const next = inPlaceOf(meter, meters);
  const values = refused.map(({ input }) => usageText(input.body.value)).join(' and ');
  async function discardAll(): Promise<void> {
    const sure = await confirm({
      text: 'Discard this? What you wrote is then gone from this device.',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep',
      danger: true,
    });
    if (!sure) return;
    for (const { id } of refused) await discard(id);
    onClose();
  }

  return (
    <Modal
      title={`Read ${meterName(meter)}`}
      size="small"
      onClose={onClose}
      footer={
        <>
          {refused.length > 0 && (
            <Button variant="danger" onClick={() => void discardAll()}>
              {refused.length === 1 ? 'Discard Reading' : `Discard ${refused.length} Readings`}
            </Button>
          )}
          {next && <Button onClick={() => onRead(next.id)}>Read {meterName(next)}</Button>}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>
          This meter was removed on {timeText(removedOn)}
          {next ? `. ${meterName(next)} is in its place.` : ', and none is in its place.'}
        </p>
        {refused.length > 0 && (
          <p>
            {refused.length === 1 ? 'Your reading' : 'Your readings'} of {values}{' '}
            {refused.length === 1 ? 'was' : 'were'} not saved.
          </p>
        )}
      </div>
    </Modal>
  );
}

/** The meter that is in the place of one now; undefined where it was not exchanged, or what followed was removed as well. */
function inPlaceOf({ id }: NamedMeter, meters: readonly NamedMeter[]): NamedMeter | undefined {
  const next = meters.find(({ replaces }) => replaces === id);
  return next?.removed_on ? inPlaceOf(next, meters) : next;
}
