import type { ReactNode } from 'react';
import { mayAnswerDone } from '../../../../contract/maintenance/requestProgress.ts';
import { nowMs } from '../../../browser/clock.ts';
import type { OptimisticRequest } from '../../../offline/subjects/maintenance/maintenanceList.ts';
import { useUser } from '../../../session/session.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import type { useRequestActions } from '../useRequestActions.ts';
import { VendorSheet } from './VendorSheet.tsx';
import type { EventFormName } from './EventForm.tsx';

interface RequestStepsProps {
  listed: OptimisticRequest;
  actions: ReturnType<typeof useRequestActions>;
  open: (form: EventFormName) => void;
}

/** What can be done next: by management while a request is open, and by either side once it is complete. */
export function RequestSteps({ listed, actions, open }: RequestStepsProps) {
  const { is_manager } = useUser();
  const { completed, completed_at, progress, cancelling } = listed;
  if (cancelling) return <></>;
  if (completed) {
    if (!mayAnswerDone(completed_at, nowMs())) return <></>;
    if (is_manager)
      return (
        <Steps>
          <Button variant="secondary" onClick={() => void actions.add(listed, { kind: 'reopened' })}>
            Reopen
          </Button>
        </Steps>
      );
    return (
      <Steps>
        {!progress.confirmed && (
          <Button onClick={() => void actions.add(listed, { kind: 'confirmed' })}>It Is Fixed</Button>
        )}
        <Button variant="secondary" onClick={() => open('reopened')}>
          Still Not Fixed
        </Button>
      </Steps>
    );
  }
  if (!is_manager) return <></>;
  return (
    <Steps>
      <Button variant="secondary" onClick={() => open('assigned')}>
        Assign
      </Button>
      <Button variant="secondary" onClick={() => open('scheduled')}>
        Schedule
      </Button>
      {listed.unit_id !== undefined && (
        <Button variant="secondary" onClick={() => open('entry')}>
          Notice of Entry
        </Button>
      )}
      {!progress.started && (
        <Button variant="secondary" onClick={() => void actions.add(listed, { kind: 'started' })}>
          Start
        </Button>
      )}
      <Button variant="secondary" onClick={() => open('done')}>
        Complete with a Note
      </Button>
      <VendorSheet listed={listed} />
    </Steps>
  );
}

function Steps({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-3">{children}</div>;
}
