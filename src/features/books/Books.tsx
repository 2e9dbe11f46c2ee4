import { useState } from 'react';
import { addMonths, monthName, monthOf } from '../../../contract/values/calendar.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { ManagerScreen } from '../../screens/ManagerScreen.tsx';
import { PropertyOptions } from '../../subjects/properties/PropertyOptions.tsx';
import { isoDay } from '../../ui/data/Time.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { ClosedMonth } from './ClosedMonth.tsx';
import { Downloads } from './Downloads.tsx';
import { FormerTenants } from './FormerTenants.tsx';
import { MonthFigures } from './MonthFigures.tsx';
import { RentRoll } from './RentRoll.tsx';
import { VacantHomes } from './VacantHomes.tsx';

/** How many months can be looked at, with this one. */
const MONTHS = 24;

/** `/admin/books`: a month's figures, the files for an accountant, and the rent roll. */
export default function Books() {
  const now = monthOf(isoDay());
  const [month, setMonth] = useState(now);
  const [property, setProperty] = useState('');
  const { data: properties = [] } = useCachedQuery('listProperties', {});
  const { busy, notice, forgetNotice, change } = useOnlineChange();
  return (
    <ManagerScreen
      title="Books"
      description="What a month came to, what an accountant needs, and who owes what today."
      action={
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/admin/deposits" variant="secondary">
            Deposits
          </ButtonLink>
          <ButtonLink to="/admin/payments" variant="secondary">
            Back to Payments
          </ButtonLink>
        </div>
      }
      needs="You need a connection for the files, and for a month that you have not looked at."
      notice={notice}
      onNoticeDone={forgetNotice}
    >
      <div className="flex flex-col gap-8">
        <section aria-label="A month" className="flex flex-col gap-4">
          <div className="grid grid-cols-1 gap-4 sm:max-w-xl sm:grid-cols-2">
            <Select label="Month" value={month} onChange={(event) => setMonth(event.target.value)}>
              {Array.from({ length: MONTHS }, (_, index) => addMonths(now, -index)).map((each) => (
                <option key={each} value={each}>
                  {monthName(each)}
                </option>
              ))}
            </Select>
            {properties.length > 1 && (
              <Select label="Property" value={property} onChange={(event) => setProperty(event.target.value)}>
                <PropertyOptions none="All properties" properties={properties} />
              </Select>
            )}
          </div>
          <MonthFigures {...{ month, property }} />
          <ClosedMonth {...{ month, busy, change }} />
          <Downloads key={month} {...{ month, property, busy, change }} />
        </section>
        <RentRoll property={property} />
        <VacantHomes property={property} />
        <FormerTenants />
      </div>
    </ManagerScreen>
  );
}
