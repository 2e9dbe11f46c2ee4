import { Loaded } from '../../screens/Loaded.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { NothingSent } from './NothingSent.tsx';
import { PreferencesForm } from './PreferencesForm.tsx';

/** `/admin/notifications`: what people are told of who have not chosen for themselves. */
export default function Defaults() {
  const defaults = useCachedQuery('readNotificationDefaults', {});
  return (
    <div className="max-w-3xl">
      <PageHeading
        title="The community’s defaults"
        description="What people are told of outside the app who have not chosen for themselves."
        action={
          <ButtonLink variant="secondary" to="/notifications/preferences">
            Your own choice
          </ButtonLink>
        }
      />
      <Loaded query={defaults} failed="Unable to load the defaults" loading={<Loading cards={1} />}>
        {(loaded) =>
          loaded.channels.length === 0 ? (
            <NothingSent />
          ) : (
            <PreferencesForm
              preferences={loaded}
              route="updateNotificationDefaults"
              onSaved={defaults.refresh}
            />
          )
        }
      </Loaded>
    </div>
  );
}
