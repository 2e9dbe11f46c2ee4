import type { NotificationPreferences as Choices } from '../../../contract/notifications/notification.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useUser } from '../../session/session.tsx';
import { UnconfirmedEmailNotice } from '../../subjects/users/UnconfirmedEmailNotice.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { NothingSent } from './NothingSent.tsx';
import { PreferencesForm } from './PreferencesForm.tsx';
import { quietText } from './quietText.ts';

/** `/notifications/preferences`: what one is told of outside the app, and how. */
export default function Preferences() {
  const { is_manager } = useUser();
  const preferences = useCachedQuery('readNotificationPreferences', {});
  return (
    <div className="max-w-3xl">
      <PageHeading
        title="Notification settings"
        description="Everything is listed under Notifications. Choose what also reaches you outside the app."
      />
      <div className="mb-4 empty:hidden md:mb-6">
        <UnconfirmedEmailNotice />
      </div>
      <Loaded query={preferences} failed="Unable to load your choice" loading={<Loading cards={2} />}>
        {(loaded) =>
          loaded.channels.length === 0 ? (
            <NothingSent />
          ) : (
            <div className="flex flex-col gap-4 md:gap-6">
              <PreferencesForm
                preferences={loaded}
                route="updateNotificationPreferences"
                onSaved={preferences.refresh}
              />
              <Ways choices={loaded} />
              {is_manager && (
                <Card title="For everyone">
                  <p className="text-muted">What people are told of who have not chosen for themselves.</p>
                  <ButtonLink
                    variant="secondary"
                    className="self-start max-sm:w-full"
                    to="/admin/notifications"
                  >
                    Set the community’s defaults
                  </ButtonLink>
                </Card>
              )}
            </div>
          )
        }
      </Loaded>
    </div>
  );
}

/** When and where one is told. */
function Ways({ choices: { channels, quiet_hours } }: { choices: Choices }) {
  return (
    <Card title="When and where">
      <p>{quietText(quiet_hours)}</p>
      {!channels.includes('email') && <p className="text-muted">This Porchlight sends no email.</p>}
      {channels.includes('push') ? (
        <>
          <p>Your devices are those on which you have turned notifications on.</p>
          <ButtonLink variant="secondary" className="self-start max-sm:w-full" to="/device">
            Look at this device
          </ButtonLink>
        </>
      ) : (
        <p className="text-muted">This Porchlight sends no notifications to devices.</p>
      )}
    </Card>
  );
}
