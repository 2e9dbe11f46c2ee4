import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { lateFeeRuleOn, type LateFeeRule } from '../../../contract/leases/lateFee.ts';
import { propertyLabel, type Property } from '../../../contract/properties/property.ts';
import { lateFeeText } from '../../subjects/leases/lateFeeText.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { isoDay, Time } from '../../ui/data/Time.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { LateFeeForm } from './LateFeeForm.tsx';

/** Where the links of the navigation lead. */
const LATE_FEES = 'late-fees';

/** What each property charges for late rent, and what it will. */
export function LateFees({ onDone }: { onDone: (message: string) => void }) {
  const { data: rules } = useCachedQuery('listLateFees', {});
  const { data: properties = [] } = useCachedQuery('listProperties', {});
  const online = useOnline();
  const { address, open, close } = useDialogAddress();
  const { hash } = useLocation();
  const card = useRef<HTMLDivElement>(null);
  const isThere = rules !== undefined && properties.length > 0;
  useEffect(() => {
    if (!isThere || hash !== `#${LATE_FEES}`) return;
    card.current?.scrollIntoView();
    card.current?.focus({ preventScroll: true });
  }, [isThere, hash]);
  if (!rules || properties.length === 0) return <></>;
  const opened = properties.find(({ id }) => String(id) === address.get('late-fee'));
  const rulesOf = ({ id }: Property) => rules.filter(({ property_id }) => property_id === id);
  return (
    <div id={LATE_FEES} ref={card} tabIndex={-1} className="scroll-mt-24 outline-none">
      <Card title="Late fees">
        <ul role="list" className="-my-2 divide-y divide-line">
          {properties.map((property) => {
            const name = propertyLabel(property, properties);
            return (
              <li key={property.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <div className="min-w-0 flex-[1_1_10rem]">
                  <p className="font-semibold wrap-anywhere">{name}</p>
                  <LateFeeTerms property={rulesOf(property)} />
                </div>
                <Button
                  variant="secondary"
                  disabled={!online}
                  aria-label={`Change the late fee of ${name}`}
                  onClick={() => open({ 'late-fee': String(property.id) })}
                >
                  Change
                </Button>
              </li>
            );
          })}
        </ul>
        {opened && (
          <LateFeeForm
            of={{ property: opened.id, name: propertyLabel(opened, properties) }}
            rule={ruleNow(rulesOf(opened))}
            onDone={(message) => {
              close();
              onDone(message);
            }}
            onClose={close}
          />
        )}
      </Card>
    </div>
  );
}

/** The rule that is in force today; the latest first. */
export function ruleNow(rules: readonly LateFeeRule[]): LateFeeRule | undefined {
  const today = isoDay();
  return rules.find(({ from_day }) => from_day <= today);
}

interface LateFeeTermsProps {
  property: readonly LateFeeRule[];
  lease?: readonly LateFeeRule[];
}

/** What is charged for rent that is due today, and the next change of that. */
export function LateFeeTerms({ property, lease = [] }: LateFeeTermsProps) {
  const today = isoDay();
  const [next] = [...property, ...lease]
    .map(({ from_day }) => from_day)
    .filter((day) => day > today)
    .sort();
  return (
    <>
      <p className="text-muted">{termsOn(today)}</p>
      {next !== undefined && (
        <p className="text-sm text-muted">
          From <Time value={next} />: {termsOn(next)}
        </p>
      )}
    </>
  );

  function termsOn(day: string): string {
    const rule = lateFeeRuleOn(day, { lease, property });
    if (!rule) return 'No late fee';
    return `${lateFeeText(rule)} · grace period of ${rule.grace_days === 1 ? '1 day' : `${rule.grace_days} days`}`;
  }
}
