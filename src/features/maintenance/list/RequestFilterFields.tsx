import { SearchField } from '../../../ui/forms/SearchField.tsx';
import { Select } from '../../../ui/forms/Select.tsx';
import { useMediaQuery } from '../../../ui/layout/mediaQuery.ts';
import { OrderSelect } from '../../../ui/lists/OrderSelect.tsx';
import { inOrder, withChosen } from './choices.ts';
import { WorkFilterFields } from './WorkFilterFields.tsx';
import { AGES, ORDERS } from './requestFilters.ts';
import type { RequestFilterFieldsProps } from './filterFieldsProps.ts';

/** What management asks of the list beside the status: words, a property, a unit, an age. */
export function RequestFilterFields({ requests, filters, list }: RequestFilterFieldsProps) {
  const { property, home, age } = filters;
  // A phone folds what is asked seldom, so that requests are in sight below it.
  const wide = useMediaQuery('(min-width: 40rem)');
  const properties = inOrder(requests.flatMap(({ request }) => request?.property_name ?? []));
  const units = inOrder(
    requests
      .filter(({ request }) => property === '' || request?.property_name === property)
      .map(({ unit }) => unit),
  );
  const places = (
    <>
      {/* With one it chooses nothing; one that the address names can be taken back. */}
      {(properties.length > 1 || property !== '') && (
        <Select
          label="Property"
          value={property}
          onChange={(event) => {
            list.write('property', event.target.value);
            // A unit of another one would leave nothing.
            list.write('home', '');
          }}
        >
          <option value="">All properties</option>
          {withChosen(properties, property).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      )}
      <Select label="Unit" value={home} onChange={(event) => list.write('home', event.target.value)}>
        <option value="">All units</option>
        {withChosen(units, home).map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Select>
      <Select label="Reported" value={age} onChange={(event) => list.write('age', event.target.value)}>
        <option value="">At any time</option>
        {AGES.map((days) => (
          <option key={days} value={days}>
            {days} days ago or more
          </option>
        ))}
      </Select>
    </>
  );
  return (
    <div className="grid grow basis-full grid-cols-pair gap-3 sm:grid-cols-3 lg:grid-cols-5">
      <SearchField
        label="Search requests"
        value={list.typed}
        onChange={list.setTyped}
        autoComplete="off"
        className="col-span-full sm:col-span-1"
      />
      {wide && places}
      <OrderSelect orders={ORDERS} value={filters.order} list={list} />
      <WorkFilterFields
        requests={requests}
        filters={filters}
        list={list}
        folded={wide ? undefined : places}
        chosen={wide ? 0 : [property, home, age].filter((each) => each !== '').length}
      />
    </div>
  );
}
