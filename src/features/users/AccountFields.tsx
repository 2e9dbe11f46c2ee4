import type { OnlineForm } from '../../forms/useOnlineForm.ts';
import { Field } from '../../ui/forms/Field.tsx';
import { UnitFields } from './UnitFields.tsx';
import type { Home } from './userUnits.ts';

/** What everyone has, as the fields hold it. */
export interface Account extends Home {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
}

interface AccountFieldsProps {
  form: {
    field: (
      name: 'firstName' | 'lastName' | 'username' | 'email' | 'unit',
    ) => ReturnType<OnlineForm<Account>['field']>;
    values: Home;
    set: (changes: Partial<Home>) => void;
  };
  homeRequired?: boolean;
}

/** Who someone is and where they live. */
export function AccountFields({ form: { field, values, set }, homeRequired }: AccountFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" required {...field('firstName')} />
        <Field label="Last name" required {...field('lastName')} />
      </div>
      <Field label="Username" required autoCapitalize="none" spellCheck={false} {...field('username')} />
      <Field label="Email" required type="email" {...field('email')} />
      <UnitFields required={homeRequired} home={values} error={field('unit').error} onChange={set} />
    </>
  );
}
