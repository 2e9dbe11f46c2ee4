import { useId } from 'react';
import type { Lease } from '../../../../contract/leases/lease.ts';
import { SHARES_IN, sharesProblem, type NewShares } from '../../../../contract/leases/shares.ts';
import { unitLabel } from '../../../../contract/units/unit.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import { parseAmount, parsePercent } from '../../../../contract/values/parseNumber.ts';
import { useOnlineForm } from '../../../forms/useOnlineForm.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { Checkbox } from '../../../ui/forms/Checkbox.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { FieldHelp } from '../../../ui/forms/FieldFrame.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { Select } from '../../../ui/forms/Select.tsx';
import { NamedFields } from '../../../subjects/leases/newLease/NamedFields.tsx';
import { namesIn } from '../../../subjects/leases/newLease/typedNames.ts';
import { peopleOf, sharesOf, tenantsOf, typedOf, type Person, type Typed } from './typedTenants.ts';

interface ChangeTenantsProps {
  lease: Lease;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Says who rents by a lease, who is billed, and how much of what is charged each is asked for. */
export function ChangeTenants({ lease, onDone, onClose }: ChangeTenantsProps) {
  const { data: units = [] } = useCachedQuery('listUnits', {});
  const people = peopleOf(lease, units.find(({ id }) => id === lease.unit_id)?.tenant_info ?? []);
  const form = useOnlineForm<Typed, 'updateLease'>({
    draft: `lease-tenants-${lease.id}`,
    initial: typedOf(lease),
    route: 'updateLease',
    inputOf: (typed) => ({ params: { id: String(lease.id) }, body: bodyOf(typed) }),
    named: { tenant_ids: 'billed' },
    check: (typed): Record<string, string> => {
      const { tenant_ids, shares } = bodyOf(typed);
      if (!shares) return {};
      if (shares.of.some((share) => !(share >= 0))) return { shares: 'A share is a number of at least 0.' };
      const problem = sharesProblem(shares, { tenants: tenant_ids.length, monthly: undefined });
      return problem === undefined ? {} : { shares: problem };
    },
    failed: (message = 'The lease could not be changed.') => message,
    onDone: () => onDone('The lease was changed.'),
  });
  const { values, set } = form;
  const tenants = tenantsOf(values);
  const shares = sharesOf(values);

  /** The billed one stays the first, whoever comes or goes. */
  function tick(id: number, rents: boolean): void {
    const others = tenants.filter((each) => each !== id && String(each) !== values.billed);
    set({ others: (rents ? [...others, id] : others).join() });
  }

  return (
    <FormModal
      title="Tenants"
      submitLabel="Save"
      busyLabel="Saving..."
      form={form}
      subject={<p className="font-semibold wrap-anywhere">{unitLabel(lease)}</p>}
      onClose={onClose}
    >
      <Select
        label="Billed to"
        required
        name="billed"
        value={values.billed}
        error={form.form.formState.errors.billed?.message}
        help="What the lease charges from now on stands in their account. Each tenant can pay it."
        onChange={({ target: { value } }) => {
          const others = tenants.filter((each) => String(each) !== value);
          set({ billed: value, others: others.join() });
        }}
      >
        {people.map((person) => (
          <option key={person.id} value={person.id}>
            {fullNameOf(person)}
          </option>
        ))}
      </Select>
      <div role="group" aria-label="Also rent by this lease" className="flex flex-col gap-1">
        <p className="font-semibold">Also rent by this lease</p>
        {people
          .filter(({ id }) => String(id) !== values.billed)
          .map((person) => (
            <Checkbox
              key={person.id}
              name="others"
              label={fullNameOf(person)}
              checked={tenants.includes(person.id)}
              onChange={({ target: { checked } }) => tick(person.id, checked)}
            />
          ))}
        {people.length < 2 && (
          <p className="text-muted">Nobody else is confirmed in this unit. Confirm who moves in first.</p>
        )}
      </div>
      {tenants.length > 1 && (
        <Select
          label="Shares"
          name="shares_in"
          value={values.shares_in}
          help="Each is asked for their share. The debt stays the lease’s: each of them can pay all of it."
          onChange={({ target: { value } }) =>
            set({ shares_in: SHARES_IN.find((each) => each === value) ?? '' })
          }
        >
          <option value="">None</option>
          <option value="percent">Percent</option>
          <option value="amount">Dollars a month</option>
        </Select>
      )}
      {tenants.length > 1 && values.shares_in !== '' && (
        <ShareFields
          unit={values.shares_in}
          people={tenants.flatMap((id) => people.find((each) => each.id === id) ?? [])}
          shares={shares}
          error={form.form.formState.errors.shares?.message}
          onChange={(id, share) => {
            const others = [...shares].filter(([each]) => each !== id);
            set({
              shares: [...others, [id, share.replaceAll(/[,=]/g, '')]].map((pair) => pair.join('=')).join(),
            });
          }}
        />
      )}
      <NamedFields form={form} />
    </FormModal>
  );
}

interface ShareFieldsProps {
  unit: NewShares['in'];
  people: readonly Person[];
  shares: ReadonlyMap<number, string>;
  error: string | undefined;
  onChange: (id: number, share: string) => void;
}

/** The share of each tenant. What is wrong with them is said below them all, since it is their sum. */
function ShareFields({ unit, people, shares, error, onChange }: ShareFieldsProps) {
  const id = useId();
  return (
    <div
      role="group"
      aria-label="Shares"
      aria-describedby={error ? `${id}-error` : undefined}
      className="flex flex-col gap-3"
    >
      {people.map((person) => {
        const share = shares.get(person.id) ?? '';
        return (
          <Field
            key={person.id}
            name="shares"
            label={`Share of ${fullNameOf(person)}`}
            inputMode="decimal"
            autoComplete="off"
            required
            {...(unit === 'amount' ? { before: '$' } : {})}
            help={unit === 'percent' ? 'Percent' : 'Dollars a month'}
            value={share}
            onChange={({ target: { value } }) => onChange(person.id, value)}
          />
        );
      })}
      <FieldHelp id={id} error={error} />
    </div>
  );
}

function bodyOf(typed: Typed) {
  const tenant_ids = tenantsOf(typed);
  const shares = sharesOf(typed);
  const { shares_in: unit } = typed;
  return {
    tenant_ids,
    guarantors: namesIn(typed.guarantors),
    occupants: namesIn(typed.occupants),
    shares:
      unit === '' || tenant_ids.length < 2
        ? null
        : {
            in: unit,
            of: tenant_ids
              .map((id) => shares.get(id) ?? '')
              .map((share) => (unit === 'percent' ? parsePercent(share) : parseAmount(share))),
          },
  };
}
