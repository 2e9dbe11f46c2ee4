import type { Autopay as AutopayOf } from '../../../../contract/payments/autopay.ts';
import { AutopayNotice } from '../../../subjects/payments/AutopayNotice.tsx';
import { useOnlineChange } from '../../../forms/useOnlineChange.ts';
import { Loaded } from '../../../screens/Loaded.tsx';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import { StickyNotice } from '../../../ui/feedback/StickyNotice.tsx';
import { ButtonLink } from '../../../ui/forms/ButtonLink.tsx';
import { PageHeading } from '../../../ui/layout/PageHeading.tsx';
import { AutopaySettings } from './AutopaySettings.tsx';
import { SetUpAutopay } from './SetUpAutopay.tsx';
import { useSetupReturn } from './useSetupReturn.ts';

/** `/payments/autopay`: what is charged each month by itself, and how it is set up and stopped. */
export default function Autopay() {
  const autopay = useCachedQuery('readAutopay', {});
  const changes = useOnlineChange();
  const { change, notice, forgetNotice } = changes;

  /** Asks the server whether the card or bank account is stored. */
  const finish = () =>
    change({
      route: 'finishAutopay',
      input: {},
      failed: (reason) => `Autopay could not be turned on: ${reason}`,
    });
  const back = useSetupReturn(finish);

  return (
    <div className="max-w-2xl">
      <PageHeading
        title="Autopay"
        description="Pays what you owe each month by itself."
        action={
          <ButtonLink to="/payments" variant="secondary">
            Back to Payments
          </ButtonLink>
        }
      />
      <StickyNotice notice={notice} onDone={forgetNotice} />
      {back.processing ? (
        <p role="status" className="py-8 text-center font-semibold">
          Storing your card or bank account...
        </p>
      ) : (
        <Loaded query={autopay} failed="Unable to load autopay" loading={<Loading cards={1} />}>
          {(loaded) => (
            <div className="flex flex-col gap-6">
              {back.failed && <Banner type="error">Your bank did not approve it. Nothing was stored.</Banner>}
              <AutopayNotice atHome />
              <Content autopay={loaded} changes={changes} onStored={finish} />
            </div>
          )}
        </Loaded>
      )}
    </div>
  );
}

interface ContentProps {
  autopay: AutopayOf;
  changes: ReturnType<typeof useOnlineChange>;
  onStored: () => Promise<void>;
}

function Content({ autopay, changes, onStored }: ContentProps) {
  switch (autopay.state) {
    case 'on':
    case 'paused':
      return <AutopaySettings autopay={autopay} changes={changes} onStored={onStored} />;
    case 'setting_up':
    case 'off':
      return (
        <>
          {autopay.state === 'setting_up' && (
            <Banner>You began to set up autopay and did not finish. Nothing is charged before you do.</Banner>
          )}
          {autopay.available ? (
            <SetUpAutopay autopay={autopay} onStored={onStored} />
          ) : (
            <Banner type="warning">Autopay is not available, since no card provider is set up.</Banner>
          )}
        </>
      );
  }
}
