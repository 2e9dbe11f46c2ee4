import { METER_LABELS, METERS } from '../../../contract/utilities/meters.ts';
import { usageText } from '../../../contract/utilities/billPrice.ts';
import { monthName } from '../../../contract/values/calendar.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { DescriptionList } from '../../ui/data/DescriptionList.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';

/** What a home's meters used by its last bill, beside what they usually do. */
export function LastReadings({ unit }: { unit: number }) {
  const readings = useCachedQuery('listLastReadings', {});
  return (
    <Card
      title="Last Readings"
      action={
        <ButtonLink variant="secondary" to="/admin/utilities">
          Enter Utilities
        </ButtonLink>
      }
    >
      <Loaded query={readings} failed="Unable to load the last readings" loading={<p>Loading...</p>}>
        {(all) => {
          const last = all.find(({ unit_id }) => unit_id === unit);
          if (!last) return <p className="text-muted">No meter was read yet.</p>;
          return (
            <>
              <p className="text-muted">
                {monthName(last.month)}, read <Time value={last.read_at} />
              </p>
              <DescriptionList
                items={METERS.map((meter) => {
                  const { name, unit: measure } = METER_LABELS[meter];
                  return {
                    label: name,
                    value: (
                      <>
                        {usageText(last[`${meter}_usage`])} {measure}{' '}
                        <span className="font-normal text-muted">
                          usually {usageText(last[`usual_${meter}`])}
                        </span>
                      </>
                    ),
                  };
                })}
              />
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}
