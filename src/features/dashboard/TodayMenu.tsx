import { useState } from 'react';
import type { TodayRow } from '../../../contract/today/today.ts';
import { addDays } from '../../../contract/values/calendar.ts';
import type { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { isoDay, timeText } from '../../ui/data/Time.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Modal } from '../../ui/layout/Modal.tsx';

/** Makes a change, whose outcome the card says. */
export type Change = ReturnType<typeof useOnlineChange>['change'];

interface TodayMenuProps {
  title: string;
  row: TodayRow;
  change: Change;
  /** The day that was chosen under "Another day", which is there again when the menu is opened again. */
  day: string;
  onDay: (day: string) => void;
  onClose: () => void;
}

/** What else is done with a row: taken for oneself, or hidden until a day. */
export function TodayMenu({ title, row, change, day, onDay, onClose }: TodayMenuProps) {
  const { userId } = useDevice();
  const online = useOnline();
  const [problem, setProblem] = useState<string>();
  const params = { row: row.id };
  const mine = row.taken_by?.id === userId;

  const take = (taken: boolean, over?: number) => {
    onClose();
    void change({
      ...{
        route: 'takeToday',
        input: { params, body: { taken, over } },
        done: taken ? 'It is yours.' : 'Others can take it now.',
      },
      failed: (reason) => `Nothing was changed: ${reason}`,
    });
  };
  const snooze = (until: string) => {
    onClose();
    void change({
      ...{ route: 'snoozeToday', input: { params, body: { until } } },
      done: `It is back on ${timeText(until, 'short')}.`,
      failed: (reason) => `Nothing was changed: ${reason}`,
    });
  };

  return (
    <Modal title={title} size="small" onClose={onClose}>
      <div className="flex flex-col gap-5">
        {!online && <p className="text-muted">You need a connection to change this.</p>}
        {row.taken_by === null || mine ? (
          <Button variant="secondary" disabled={!online} onClick={() => take(!mine)}>
            {mine ? 'Give it back' : 'I do it'}
          </Button>
        ) : (
          <Button variant="secondary" disabled={!online} onClick={() => take(true, row.taken_by?.id)}>
            Take it over from {row.taken_by.name}
          </Button>
        )}
        <section aria-labelledby="snooze" className="flex flex-col gap-3">
          <h3 id="snooze" className="font-bold">
            Hide it until
          </h3>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" disabled={!online} onClick={() => snooze(addDays(isoDay(), 1))}>
              Tomorrow
            </Button>
            <Button variant="secondary" disabled={!online} onClick={() => snooze(addDays(isoDay(), 7))}>
              In a week
            </Button>
          </div>
          <form
            noValidate
            className="flex flex-wrap items-end gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              if (day > isoDay()) snooze(day);
              else setProblem('Please choose a day after today.');
            }}
          >
            <div className="min-w-40 flex-1">
              <Field
                type="date"
                label="Another day"
                value={day}
                error={problem}
                onChange={({ target }) => {
                  onDay(target.value);
                  setProblem(undefined);
                }}
              />
            </div>
            <Button type="submit" variant="secondary" disabled={!online}>
              Hide
            </Button>
          </form>
        </section>
      </div>
    </Modal>
  );
}
