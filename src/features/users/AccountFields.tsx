import { Field } from '../../ui/forms/Field.tsx';
import type { OnlineForm } from '../../offline/engine/useOnlineForm.ts';
import { HomeFields } from './HomeFields.tsx';
import type { Home } from './homes.ts';

/** What everyone has, as the fields hold it. */
export interface Account extends Home {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
}

interface AccountFieldsProps {
  field: (name: 'firstName' | 'lastName' | 'username' | 'email') => ReturnType<OnlineForm<Account>['field']>;
  home: Home;
  homeRequired?: boolean;
  homeError: string | undefined;
  onHome: (home: Home) => void;
}

/** Who someone is and where they live. */
export function AccountFields({ field, home, homeRequired, homeError, onHome }: AccountFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" required {...field('firstName')} />
        <Field label="Last name" required {...field('lastName')} />
      </div>
      <Field label="Username" required autoCapitalize="none" spellCheck={false} {...field('username')} />
      <Field label="Email" required type="email" {...field('email')} />
      <HomeFields required={homeRequired} home={home} error={homeError} onChange={onHome} />
    </>
  );
}
