import { usePush } from '../../push/usePush.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { joinClasses } from '../../ui/layout/joinClasses.ts';

type State = ReturnType<typeof usePush>['state'];

const TEXTS: Record<State, string> = {
  starting: 'Looking whether this device is notified...',
  on: 'Porchlight tells you on this device, also while it is closed.',
  off: 'Porchlight can tell you on this device when something happens, also while it is closed.',
  denied:
    'Notifications of Porchlight are blocked on this device. Allow them in the settings of your browser or device, then come back here.',
  'install-first':
    'On iPhone and iPad Porchlight can notify you once it is on your home screen. Add it there, then turn notifications on in it.',
  unsupported: 'This browser cannot notify you. You can be told by email.',
  'not-kept':
    'You signed in without “Keep me signed in on this device”, so nothing is shown here while you are away.',
  unavailable: 'This Porchlight sends no notifications to devices. Ask your management if you miss them.',
  unknown: 'There is no connection to Porchlight, so it is not known whether this device can be notified.',
};

/** Whether this device is notified, and turning it on and off. */
export function Notifying() {
  const { state, turnOn, turnOff, busy, problem } = usePush();
  return (
    <Card title="Notifications on this device">
      <p className={joinClasses(state !== 'on' && 'text-muted')}>{TEXTS[state]}</p>
      {problem && (
        <p role="alert" className="font-semibold text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-3 max-sm:*:w-full">
        {state === 'off' && (
          <Button variant="secondary" busy={busy} busyLabel="Turning on..." onClick={turnOn}>
            Turn on notifications
          </Button>
        )}
        {state === 'on' && (
          <Button variant="secondary" busy={busy} busyLabel="Turning off..." onClick={turnOff}>
            Turn off notifications
          </Button>
        )}
        <ButtonLink variant="quiet" to="/notifications/preferences">
          Notification settings
        </ButtonLink>
      </div>
    </Card>
  );
}
