import { propertyLabel } from '../../../contract/properties/property.ts';
import type { OnlineForm } from '../../forms/useOnlineForm.ts';
import { FailedRead } from '../../screens/Loaded.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Field } from '../../ui/forms/Field.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { unitsOf, type Home } from './userUnits.ts';

/** The fields that every user has. */
export interface Account extends Home {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  phone: string;
}

interface AccountFieldsProps {
  form: {
    field: (
      name: 'firstName' | 'lastName' | 'username' | 'email' | 'phone' | 'unit',
    ) => ReturnType<OnlineForm<Account>['field']>;
    values: Home;
    set: (changes: Partial<Home>) => void;
  };
  homeRequired?: boolean;
}

interface UnitFieldsProps {
  form: Pick<AccountFieldsProps['form'], 'values' | 'set'> & {
    field: (name: 'unit') => ReturnType<OnlineForm<Account>['field']>;
  };
  homeRequired?: boolean;
}

/** The fields for name, username, email, phone and unit. */
export function AccountFields(props: AccountFieldsProps) {
  const { field } = props.form;
  return (
    <>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field label="First name" required {...field('firstName')} />
        <Field label="Last name" required {...field('lastName')} />
      </div>
      <Field label="Username" required autoCapitalize="none" spellCheck={false} {...field('username')} />
      <Field label="Email" required type="email" {...field('email')} />
      <Field label="Phone (optional)" type="tel" {...field('phone')} />
      <UnitFields {...props} />
    </>
  );
}

/** The fields for property and unit. */
export function UnitFields({ form: { field, values: home, set }, homeRequired: required }: UnitFieldsProps) {
  const properties = useCachedQuery('listProperties', {});
  const units = useCachedQuery('listUnits', {});
  const failed = [properties, units].find((list) => list.error);
  if (failed?.error) {
    return (
      <FailedRead error={failed.error} refresh={failed.refresh} failed={() => 'Failed to fetch units.'} />
    );
  }

  const waiting = properties.isPending || units.isPending;
  const property = properties.data?.find(({ id }) => String(id) === home.property) ?? properties.data?.[0];
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <Select
        label="Property"
        required={required}
        disabled={waiting}
        value={property?.id ?? ''}
        onChange={({ target }) => set({ property: target.value, unit: '' })}
      >
        {properties.data?.map((each, _, all) => (
          <option key={each.id} value={each.id}>
            {propertyLabel(each, all)}
          </option>
        ))}
      </Select>
      <Select
        label="Unit"
        name="unit"
        required={required}
        error={field('unit').error}
        disabled={waiting}
        value={home.unit}
        onChange={({ target }) => set({ unit: target.value })}
      >
        <option value="">No unit</option>
        {property &&
          unitsOf(property.id, units.data ?? []).map(({ id, unit_number }) => (
            <option key={id} value={id}>
              {unit_number}
            </option>
          ))}
      </Select>
    </div>
  );
}
