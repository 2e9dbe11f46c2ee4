import { useEffect, useState } from 'react';
import { routes } from '../../../contract/routes.ts';
import type { ProfileEdit, User } from '../../../contract/user.ts';
import { call, ApiError, Unreachable } from '../../call.ts';
import { changesOf } from '../../offline/subjects/changesOf.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { useCachedQuery } from '../../offline/engine/useCachedQuery.ts';
import { useDraft } from '../../offline/engine/useDraft.ts';
import { adoptUser, useUser } from '../../session/session.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { DescriptionList } from '../../ui/data/DescriptionList.tsx';
import { Email } from '../../ui/data/Email.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { ConfirmProfile } from './ConfirmProfile.tsx';
import { EditProfile } from './EditProfile.tsx';
import { NOT_SET, unitWords, valuesOf, type Shown } from './values.ts';

type Mode =
  | { name: 'view' }
  | { name: 'edit'; problem?: string; fields?: Partial<ProfileEdit> }
  | { name: 'confirm'; typed: ProfileEdit; saving?: boolean; saved?: boolean; problem?: string };

const FAILED = 'Failed to update profile. Please try again.';
/** In milliseconds: how long a success is shown before the profile is. */
const SUCCESS_SHOWN = 2000;

/** `/profile`: seen, edited, confirmed. */
export default function Profile() {
  const { shown, adopt } = useProfile();
  const { userId, withToken } = useDevice();
  const draft = useDraft<ProfileEdit | null>('profile', null);
  const [mode, setMode] = useState<Mode>({ name: 'view' });

  const saved = mode.name === 'confirm' && mode.saved;
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => setMode({ name: 'view' }), SUCCESS_SHOWN);
    return () => clearTimeout(timer);
  }, [saved]);

  async function leave() {
    setMode({ name: 'view' });
    await draft.startOver();
  }

  async function save(typed: ProfileEdit) {
    setMode({ name: 'confirm', typed, saving: true });
    try {
      const user = await withToken((token) =>
        call(
          routes.updateUser,
          { params: { id: String(userId) }, body: changesOf(valuesOf(shown), typed) },
          { token },
        ),
      );
      await draft.startOver();
      await adopt(user);
      setMode({ name: 'confirm', typed, saved: true });
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
      const fields = error instanceof ApiError ? error.failure.fields : undefined;
      // Where a field is at fault, such as a taken email, it is mended where it is typed.
      setMode(
        fields ? { name: 'edit', problem: FAILED, fields } : { name: 'confirm', typed, problem: FAILED },
      );
    }
  }

  return (
    <>
      <PageHeading title="Profile" />
      <div className="flex max-w-3xl flex-col gap-4 md:gap-6">
        {content()}
        {mode.name === 'view' && <ChangePassword username={shown.username} />}
      </div>
    </>
  );

  function content() {
    if (mode.name === 'edit') {
      if (!draft.draft) return <Loading cards={1} />;
      return (
        <EditProfile
          shown={shown}
          start={draft.draft.value ?? valuesOf(shown)}
          restored={draft.draft.restored}
          problem={mode.problem ?? draft.problem}
          refused={mode.fields}
          onType={draft.setValue}
          onNext={(typed) => setMode({ name: 'confirm', typed })}
          onCancel={() => void leave()}
        />
      );
    }
    if (mode.name === 'confirm') {
      return (
        <ConfirmProfile
          shown={shown}
          {...mode}
          onSave={() => void save(mode.typed)}
          onCancel={() => void leave()}
        />
      );
    }
    return <ViewProfile shown={shown} onEdit={() => setMode({ name: 'edit' })} />;
  }
}

/** The person as the server last told of them, and what it answered to a change since. */
function useProfile() {
  const user = useUser();
  const kept = useCachedQuery('readUser', { params: { id: String(user.id) } });
  const [answered, setAnswered] = useState<{ user: User; at: Date }>();
  const newer = answered && !(kept.asOf && kept.asOf > answered.at);
  const shown: Shown = newer ? answered.user : (kept.data ?? user);

  async function adopt(changed: User) {
    setAnswered({ user: changed, at: new Date() });
    await adoptUser(changed);
    void kept.refresh();
  }
  return { shown, adopt };
}

function ViewProfile({ shown, onEdit }: { shown: Shown; onEdit: () => void }) {
  return (
    <Card>
      <DescriptionList
        items={[
          { label: 'First name', value: shown.first_name || NOT_SET },
          { label: 'Last name', value: shown.last_name || NOT_SET },
          { label: 'Email', value: shown.email ? <Email address={shown.email} /> : NOT_SET },
          { label: 'Username', value: shown.username || NOT_SET },
          { label: 'Unit', value: unitWords(shown) },
        ]}
      />
      <Button className="mt-2 self-start max-sm:w-full" onClick={onEdit}>
        Edit Profile
      </Button>
    </Card>
  );
}
