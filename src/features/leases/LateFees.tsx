import { useState } from 'react';
import type { LateFeeRule } from '../../../contract/lateFee.ts';
import { propertyLabel, type Property } from '../../../contract/property.ts';
import { lateFeeText } from '../../lateFeeText.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { isoDay, Time } from '../../ui/data/Time.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { LateFeeForm } from './LateFeeForm.tsx';

/** What each property charges for late rent, and what it will. */
export function LateFees({ onDone }: { onDone: (message: string) => void }) {
  const { data: rules } = useCachedQuery('listLateFees', {});
  const { data: properties = [] } = useCachedQuery('listProperties', {});
  const online = useOnline();
  const [opened, setOpened] = useState<Property>();
  if (!rules || properties.length === 0) return <></>;
  const rulesOf = ({ id }: Property) => rules.filter(({ property_id }) => property_id === id);
  return (
    <Card title="Late fees">
      <ul role="list" className="-my-2 divide-y divide-line">
        {properties.map((property) => {
          const name = propertyLabel(property, properties);
          return (
            <li key={property.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div className="min-w-0 flex-[1_1_10rem]">
                <p className="font-semibold wrap-anywhere">{name}</p>
                <LateFeeTerms rules={rulesOf(property)} />
              </div>
              <Button
                variant="secondary"
                disabled={!online}
                aria-label={`Change the late fee of ${name}`}
                onClick={() => setOpened(property)}
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
            setOpened(undefined);
            onDone(message);
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Card>
  );
}

/** The rule that is in force today; the latest first. */
export function ruleNow(rules: readonly LateFeeRule[]): LateFeeRule | undefined {
  const today = isoDay();
  return rules.find(({ from_day }) => from_day <= today);
}

/** What is charged now, and what will be. */
export function LateFeeTerms({ rules }: { rules: readonly LateFeeRule[] }) {
  const today = isoDay();
  const now = ruleNow(rules);
  // The latest first, so the next one is the last of those to come.
  const next = rules.findLast(({ from_day }) => from_day > today);
  return (
    <>
      <p className="text-muted">
        {now ? lateFeeText(now) : 'No late fee'}
        {now && graceText(now)}
      </p>
      {next && (
        <p className="text-sm text-muted">
          From <Time value={next.from_day} />: {lateFeeText(next)}
          {graceText(next)}
        </p>
      )}
    </>
  );
}

function graceText({ kind, grace_days }: LateFeeRule): string {
  if (kind !== 'flat' && kind !== 'percent') return '';
  return ` · ${grace_days === 1 ? '1 day' : `${grace_days} days`} to pay`;
}
