import { Lock } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import {
  MANDATORY_REASONS,
  type KindPreference,
  type NotificationChannel,
  type NotificationPreferences,
} from '../../../contract/notifications/notification.ts';
import { changesOf } from '../../forms/changesOf.ts';
import { useOnlineForm, type OnlineForm } from '../../forms/useOnlineForm.ts';
import { SuccessBanner } from '../../ui/feedback/Banner.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { FormNotices } from '../../ui/forms/FormNotices.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { OwnChoices } from './OwnChoices.tsx';
import { choicesOf, fieldOf, typedOf, type TypedChoices } from './preferenceFields.ts';

const CHANNEL_LABELS: Record<NotificationChannel, string> = { push: 'Devices', email: 'Email' };

interface PreferencesFormProps {
  preferences: NotificationPreferences;
  route: 'updateNotificationPreferences' | 'updateNotificationDefaults';
  onSaved: () => Promise<void>;
}

/** The form of what one is told of, or of what everyone is who has not chosen: each kind by each channel of the server. */
export function PreferencesForm({ preferences, route, onSaved }: PreferencesFormProps) {
  const [saved, setSaved] = useState<NotificationPreferences>();
  const [told, setTold] = useState(false);
  const { kinds, channels } = saved ?? preferences;
  const isDefaults = route === 'updateNotificationDefaults';
  const form = useOnlineForm<TypedChoices, typeof route>({
    draft: isDefaults ? 'notification-defaults' : 'notification-preferences',
    initial: typedOf(kinds),
    route,
    // What was changed alone: of the rest, the default may change later.
    inputOf: (typed, began) => ({ body: { kinds: choicesOf(changesOf(began, typed)) } }),
    failed: (message) => `Your choice was not saved${message ? `: ${message}` : ''}`,
    onDone: async (answer) => {
      await adopt(answer);
      setTold(true);
    },
  });
  async function adopt(answer: NotificationPreferences) {
    setSaved(answer);
    await onSaved();
  }
  // The next change is one from what was saved.
  const goOn = useEffectEvent(() => void form.startOver());
  useEffect(() => {
    if (saved) goOn();
  }, [saved]);

  if (!form.ready) return <Loading cards={1} />;
  return (
    <form onSubmit={form.submit} noValidate>
      <Card>
        <FormNotices
          form={form}
          needs="You need a connection to change this. What you choose here is kept on this device."
        />
        {!isDefaults && (
          <OwnChoices kinds={kinds} channels={channels} onReset={(answer) => void adopt(answer)} />
        )}
        <ul role="list" className="divide-y divide-line">
          {kinds
            .filter((kind) => kind.mandatory || channelsOf(kind, channels).length > 0)
            .map((kind) => (
              <KindRow key={kind.kind} kind={kind} channels={channels} form={form} marksOwn={!isDefaults} />
            ))}
        </ul>
        <div aria-live="polite" className="empty:hidden">
          {told && <SuccessBanner message="Your choice is saved." onDone={() => setTold(false)} />}
        </div>
        <Button
          type="submit"
          className="self-start max-sm:w-full"
          busy={form.busy}
          busyLabel="Saving..."
          disabled={form.lacksConnection}
        >
          Save
        </Button>
      </Card>
    </form>
  );
}

/** Those by which a kind can be told. */
const channelsOf = (kind: KindPreference, channels: readonly NotificationChannel[]) =>
  channels.filter((channel) => kind[channel] !== null);

interface KindRowProps {
  kind: KindPreference;
  channels: readonly NotificationChannel[];
  form: OnlineForm<TypedChoices>;
  /** Whether it says which choices are the reader's own. */
  marksOwn: boolean;
}

function KindRow({ kind, channels, form, marksOwn }: KindRowProps) {
  const labelId = useId();
  const usable = channelsOf(kind, channels);
  return (
    <li className="py-3 first:pt-0">
      <div
        role="group"
        aria-labelledby={labelId}
        className="flex flex-col gap-x-6 md:flex-row md:items-center"
      >
        <span id={labelId} className="min-w-0 grow font-semibold wrap-anywhere">
          {kind.label}
        </span>
        {kind.mandatory ? (
          <span className="flex items-start gap-2 py-2 text-muted md:max-w-96">
            <Lock aria-hidden className="mt-1 size-4 shrink-0" />
            {`Always told, since ${MANDATORY_REASONS[kind.mandatory]}.`}
          </span>
        ) : (
          <span className="flex flex-wrap gap-x-6">
            {usable.map((channel) => (
              <Checkbox
                key={channel}
                className="w-28"
                label={CHANNEL_LABELS[channel]}
                help={marksOwn && kind.own?.includes(channel) ? 'Your choice' : undefined}
                {...form.field(fieldOf(kind.kind, channel))}
              />
            ))}
          </span>
        )}
      </div>
    </li>
  );
}
