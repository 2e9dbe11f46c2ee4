import { useState } from 'react';
import { ownUnitLabel } from '../../../contract/units/unit.ts';
import type { User } from '../../../contract/users/user.ts';
import { useCachedQuery, useRefreshAfterChange } from '../../offline/hooks/useCachedQuery.ts';
import { useUser } from '../../session/session.tsx';
import { adoptUser } from '../../session/currentSession.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { DescriptionList } from '../../ui/data/DescriptionList.tsx';
import { Email } from '../../ui/data/Email.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { ChangeProfile } from './ChangeProfile.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { SetUpSecondFactor } from './SetUpSecondFactor.tsx';
import { NOT_SET, type ShownUser } from './shownUser.ts';
import { now } from '../../browser/clock.ts';
import { phoneText } from '../../subjects/phone/Phone.tsx';
import { UnconfirmedEmail } from './UnconfirmedEmail.tsx';
import { UnknownUnitNotice } from '../../subjects/users/UnknownUnitNotice.tsx';

/** `/profile`: the profile, its form and its confirmation. */
export default function Profile() {
  const { shown, applyAnswer } = useProfile();
  const [changing, setChanging] = useState(false);
  const factor = useSecondFactorSteps();
  return (
    <>
      <PageHeading title="Profile" />
      <div className="flex max-w-3xl flex-col gap-4 md:gap-6">
        {factor.steps ??
          (changing ? (
            <ChangeProfile shown={shown} onSaved={applyAnswer} onLeave={() => setChanging(false)} />
          ) : (
            <>
              <ViewProfile shown={shown} onEdit={() => setChanging(true)} />
              <ChangePassword username={shown.username} />
              {factor.card}
              <OwnSessions />
              <Card title="Notifications">
                <p className="text-muted">What you are told of, by email and on your devices.</p>
                <ButtonLink
                  variant="secondary"
                  className="self-start max-sm:w-full"
                  to="/notifications/preferences"
                >
                  Notification settings
                </ButtonLink>
              </Card>
              <Card title="This device">
                <p className="text-muted">What Porchlight keeps here, and what is unsent.</p>
                <ButtonLink variant="secondary" className="self-start max-sm:w-full" to="/device">
                  Look at this device
                </ButtonLink>
              </Card>
            </>
          ))}
      </div>
    </>
  );
}

/** A manager's card of the second factor, and the steps that take its page's place. */
function useSecondFactorSteps() {
  const { username, is_manager } = useUser();
  const refreshAfterChange = useRefreshAfterChange();
  const [step, setStep] = useState<'set-up' | readonly string[]>();
  const [done, setDone] = useState<string>();
  const [returned, setReturned] = useState(false);
  const refresh = () => void refreshAfterChange();

  function leave(told?: string) {
    setDone(told);
    setReturned(true);
    setStep(undefined);
  }

  return {
    steps:
      step === 'set-up' ? (
        <SetUpSecondFactor
          onCancel={() => leave()}
          onConfirmed={refresh}
          onDone={() => leave('Your second factor is on. You are signed out everywhere else.')}
        />
      ) : (
        step && (
          <RecoveryCodes
            username={username}
            codes={step}
            onDone={() => leave('You have new recovery codes.')}
          />
        )
      ),
    card: is_manager && (
      <SecondFactor
        done={done}
        returned={returned}
        onTold={setDone}
        onTurnOn={() => setStep('set-up')}
        onNewCodes={(codes) => {
          setStep(codes);
          refresh();
        }}
      />
    ),
  };
}

/** The user as last answered by the server, including the answer to an update. */
function useProfile() {
  const user = useUser();
  const cached = useCachedQuery('readUser', { params: { id: String(user.id) } });
  const [answered, setAnswered] = useState<{ user: User; at: Date }>();
  const newer = answered && !(cached.dataAsOf && cached.dataAsOf > answered.at);
  const shown: ShownUser = newer ? answered.user : (cached.data ?? user);

  async function applyAnswer(changed: User) {
    setAnswered({ user: changed, at: now() });
    await adoptUser(changed);
    void cached.refresh();
  }
  return { shown, applyAnswer };
}

function ViewProfile({ shown, onEdit }: { shown: ShownUser; onEdit: () => void }) {
  return (
    <Card>
      <DescriptionList
        items={[
          { label: 'First name', value: shown.first_name || NOT_SET },
          { label: 'Last name', value: shown.last_name || NOT_SET },
          { label: 'Email', value: shown.email ? <Email address={shown.email} /> : NOT_SET },
          ...(shown.phone ? [{ label: 'Phone', value: phoneText(shown.phone) ?? shown.phone }] : []),
          { label: 'Username', value: shown.username || NOT_SET },
          { label: 'Unit', value: ownUnitLabel(shown) },
        ]}
      />
      <UnknownUnitNotice />
      {shown.email_confirmed === false && <UnconfirmedEmail />}
      <Button className="mt-2 self-start max-sm:w-full" onClick={onEdit}>
        Edit Profile
      </Button>
    </Card>
  );
}
