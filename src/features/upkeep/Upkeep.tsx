import { CalendarClock } from 'lucide-react';
import type { UpkeepPlan } from '../../../contract/upkeep/upkeep.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { ManagerScreen } from '../../screens/ManagerScreen.tsx';
import { PropertyLink } from '../../subjects/properties/PropertyLink.tsx';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { UpkeepForm } from './UpkeepForm.tsx';
import { everyText, firstLine, openText } from './upkeepTexts.ts';

/** `/admin/upkeep`: work that recurs, which becomes requests by itself. */
export default function Upkeep() {
  const { busy, notice, forgetNotice, change, succeeded } = useOnlineChange();
  const online = useOnline();
  const plans = useCachedQuery('listUpkeep', {});
  const { address, open, close } = useDialogAddress();
  const changed = plans.data?.find(({ id }) => String(id) === address.get('change'));

  async function end({ id, information }: UpkeepPlan): Promise<void> {
    await change({
      route: 'endUpkeep',
      input: { params: { id: String(id) } },
      question: {
        text: `End “${firstLine(information)}”? No more requests are made; those that are there stay.`,
        confirmLabel: 'End',
        danger: true,
      },
      done: 'The upkeep was ended.',
      failed: (reason) => `The upkeep could not be ended: ${reason}`,
    });
  }

  const plan = (
    <Button disabled={!online} onClick={() => open({ new: '1' })}>
      Plan Upkeep
    </Button>
  );
  return (
    <ManagerScreen
      title="Upkeep"
      description="Work that recurs. On its day it becomes a maintenance request of each home."
      action={
        <div className="flex flex-wrap gap-3 max-sm:*:grow">
          <ButtonLink to="/admin/maintenance" variant="secondary">
            Back to Maintenance
          </ButtonLink>
          {plan}
        </div>
      }
      needs="You need a connection to plan upkeep. You can look here what is planned."
      notice={notice}
      onNoticeDone={forgetNotice}
    >
      <Loaded query={plans} failed="Unable to load the upkeep" loading={<Loading cards={2} />}>
        {(rows) =>
          rows.length > 0 ? (
            <ul
              role="list"
              aria-label="Upkeep"
              className="grid grid-cols-1 items-start gap-4 md:grid-cols-2 md:gap-6"
            >
              {rows.map((each) => (
                <li key={each.id}>
                  <PlanCard
                    plan={each}
                    disabled={!online || busy}
                    onChange={() => open({ change: String(each.id) })}
                    onEnd={() => void end(each)}
                  />
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState icon={CalendarClock} title="No Upkeep Planned" action={plan}>
              Plan what recurs, such as new filters each quarter. The requests come by themselves, one for
              each home.
            </EmptyState>
          )
        }
      </Loaded>
      {(changed ?? address.has('new')) && (
        <UpkeepForm
          key={changed?.id}
          plan={changed}
          onDone={(message) => {
            close();
            void succeeded(message);
          }}
          onClose={close}
        />
      )}
    </ManagerScreen>
  );
}

interface PlanCardProps {
  plan: UpkeepPlan;
  disabled: boolean;
  onChange: () => void;
  onEnd: () => void;
}

function PlanCard({ plan, disabled, onChange, onEnd }: PlanCardProps) {
  const { information, category, every_months, next_on, last_on } = plan;
  return (
    <Card as="article" title={firstLine(information)}>
      <p className="wrap-anywhere text-muted">
        {plan.unit_id !== null && plan.unit_number !== null ? (
          <HomeLink unit={plan.unit_id}>Unit {plan.unit_number}</HomeLink>
        ) : (
          'Every home'
        )}
        {', '}
        <PropertyLink id={plan.property_id}>{plan.property_name}</PropertyLink>
        {category && ` · ${category}`}
      </p>
      <p>
        <span className="font-semibold">{everyText(every_months)}</span>, next on{' '}
        <Time value={next_on} format="long" />
      </p>
      {last_on !== null && (
        <p className="text-muted">
          Last on <Time value={last_on} format="long" />: {openText(plan)}
        </p>
      )}
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button
          variant="secondary"
          disabled={disabled}
          aria-label={`Change: ${firstLine(information)}`}
          onClick={onChange}
        >
          Change
        </Button>
        <Button
          variant="quiet"
          disabled={disabled}
          aria-label={`End: ${firstLine(information)}`}
          onClick={onEnd}
        >
          End
        </Button>
      </div>
    </Card>
  );
}
