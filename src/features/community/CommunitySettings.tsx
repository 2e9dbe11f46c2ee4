import { useEffect, useState } from 'react';
import { LEAD_HOURS } from '../../../contract/entryNotices/leadTime.ts';
import { parseNumber } from '../../../contract/values/parseNumber.ts';
import type { Community } from '../../../contract/community/community.ts';
import { ChangeHistory, type ChangeLabels } from '../../subjects/audit/ChangeHistory.tsx';
import { adoptCommunity, refreshCommunity, useCommunity } from '../../subjects/community/community.ts';
import { changesOf } from '../../forms/changesOf.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { useRefreshAfterChange } from '../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { Banner, SuccessBanner } from '../../ui/feedback/Banner.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormNotices } from '../../ui/forms/FormNotices.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { ExportAll } from './ExportAll.tsx';
import { LogoField } from './LogoField.tsx';

const changeLabels: ChangeLabels = {
  name: { label: 'Name' },
  phone_number: { label: 'Phone' },
  emergency_number: { label: 'Emergency number' },
  entry_notice_hours: { label: 'Notice of entry (hours before)' },
  email: { label: 'Email' },
  address: { label: 'Address' },
  logo: { label: 'Logo' },
  remark_days: { label: 'Days for remarks on inspections' },
  inspected_rooms: { label: 'Template of inspections' },
  return_days: { label: 'Deposits returned within (days)' },
  interest: { label: 'Interest of deposits' },
  percent: { label: 'Interest of deposits, percent a year' },
  reminder_words: { label: 'Words of reminders' },
};

/** `/admin/community`: the name, contact and logo that every screen, receipt and message shows. */
export default function CommunitySettings() {
  const community = useCommunity();
  const online = useOnline();
  useEffect(() => {
    if (online) void refreshCommunity();
  }, [online]);
  return (
    <div className="mx-auto max-w-xl">
      <PageHeading
        title="Community"
        description="Its name and logo are on every screen, receipt, statement and message."
      />
      {community === undefined ? (
        online ? (
          <Loading cards={1} />
        ) : (
          <Banner type="warning">You need a connection to see what the community has set.</Banner>
        )
      ) : (
        <div className="flex flex-col gap-6">
          <SettingsForm community={community} />
          <ExportAll />
          <ChangeHistory subject="community" id={1} labels={changeLabels} />
        </div>
      )}
    </div>
  );
}

interface Typed {
  name: string;
  phone_number: string;
  emergency_number: string;
  entry_notice_hours: string;
  email: string;
  address: string;
  logo: string;
}

function SettingsForm({ community }: { community: Community }) {
  const [saved, setSaved] = useState(0);
  const refreshAfterChange = useRefreshAfterChange();
  const form = useOnlineForm({
    draft: 'community',
    initial: typedOf(community),
    route: 'updateCommunity',
    // Each field by itself: another manager may have changed the others. A name that was never set is missing all the same.
    inputOf: (typed, began) => ({
      body: { ...(began.name === '' && { name: typed.name }), ...changesOf(bodyOf(began), bodyOf(typed)) },
    }),
    failed: (message = 'The community could not be saved.') => message,
    onDone: async (answer) => {
      adoptCommunity(answer);
      setSaved((count) => count + 1);
      await refreshAfterChange();
    },
  });
  if (!form.ready) return <Loading cards={1} />;
  return (
    <form onSubmit={form.submit} noValidate>
      <Card>
        <FormNotices
          form={form}
          needs="You need a connection to save. What you type is kept on this device."
        />
        <Field
          label="Name"
          autoComplete="organization"
          help="As residents know it, such as Linden Grove."
          required
          {...form.field('name')}
        />
        <LogoField
          value={form.values.logo}
          error={form.field('logo').error}
          onChange={(logo) => form.set({ logo })}
        />
        <Field
          type="tel"
          label="Phone"
          autoComplete="off"
          help="Residents see it where they ask for help, also before they sign in."
          {...form.field('phone_number')}
        />
        <Field
          type="tel"
          label="Emergency number"
          autoComplete="off"
          help="Residents who report an emergency see it at once. Where it is blank, they see the phone above."
          {...form.field('emergency_number')}
        />
        <Field
          label="Notice of entry (hours before)"
          inputMode="numeric"
          autoComplete="off"
          help="How long before somebody enters a home its residents are told."
          required
          {...form.field('entry_notice_hours')}
        />
        <Field type="email" label="Email" autoComplete="off" {...form.field('email')} />
        <Field label="Address" autoComplete="off" {...form.field('address')} />
        <p className="text-sm text-muted">
          Time zone:{' '}
          <span className="font-semibold text-ink">{community.time_zone.replaceAll('_', ' ')}</span>. It is
          chosen once, since charges are posted by it; a property may have its own.
        </p>
        {/* Beside the button, since the top of the form is out of sight there. */}
        {saved > 0 && (
          <SuccessBanner
            key={saved}
            message="The community was saved."
            onDone={() => setSaved((count) => (count === saved ? 0 : count))}
          />
        )}
        <Button
          type="submit"
          busy={form.busy}
          busyLabel="Saving..."
          disabled={form.lacksConnection}
          className="self-start max-sm:w-full"
        >
          Save Changes
        </Button>
      </Card>
    </form>
  );
}

function typedOf(community: Community): Typed {
  const { name, phone_number, emergency_number, entry_notice_hours, email, address, logo } = community;
  return {
    name: name ?? '',
    phone_number: phone_number ?? '',
    emergency_number: emergency_number ?? '',
    entry_notice_hours: String(entry_notice_hours ?? LEAD_HOURS),
    email: email ?? '',
    address: address ?? '',
    logo: logo ?? '',
  };
}

function bodyOf({ entry_notice_hours, logo, ...texts }: Typed) {
  return {
    ...{ ...texts, entry_notice_hours: parseNumber(entry_notice_hours) },
    logo: logo === '' ? null : logo,
  };
}
