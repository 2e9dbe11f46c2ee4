import { INTEREST_RULES, type DepositRule, type InterestRule } from '../../../contract/deposits/deposit.ts';
import { parseNumber, parsePercent } from '../../../contract/values/parseNumber.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { Field } from '../../ui/forms/Field.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { Select } from '../../ui/forms/Select.tsx';

const INTEREST_NAMES: Record<InterestRule, string> = {
  none: 'No interest',
  simple: 'Simple, for each day',
  yearly: 'Added to the deposit each year',
};

/** How often a deposit bears interest, and how much. */
export function interestText({ interest, percent }: DepositRule): string {
  return interest === 'none' ? INTEREST_NAMES.none : `${percent}% a year. ${INTEREST_NAMES[interest]}`;
}

interface RuleFormProps {
  rule: DepositRule;
  /** The property whose rule it is; the community's without it. */
  of?: { property: number; name: string } | undefined;
  onDone: () => void;
  onClose: () => void;
}

/** Says within how many days deposits go back, and what interest they bear. */
export function RuleForm({ rule, of, onDone, onClose }: RuleFormProps) {
  const form = useOnlineForm({
    draft: of ? `deposit-rule-${of.property}` : 'deposit-rule',
    initial: {
      return_days: String(rule.return_days),
      interest: rule.interest,
      percent: rule.interest === 'none' ? '' : String(rule.percent),
    },
    route: of ? 'setPropertyDepositRule' : 'setDepositRule',
    inputOf: ({ return_days, interest, percent }) => ({
      ...(of ? { params: { id: String(of.property) } } : {}),
      body: {
        return_days: parseNumber(return_days),
        interest,
        percent: interest === 'none' ? 0 : parsePercent(percent),
      },
    }),
    failed: (message = 'This could not be changed.') => message,
    onDone,
  });
  const { field, values } = form;
  return (
    <FormModal
      title="How deposits are kept"
      submitLabel="Save"
      busyLabel="Saving..."
      form={form}
      subject={of && <p className="font-semibold wrap-anywhere">{of.name}</p>}
      onClose={onClose}
    >
      <Field
        label="Returned within (days)"
        inputMode="numeric"
        autoComplete="off"
        required
        help="Of the last day of a lease, 14 to 45 as the law of the place says. Today counts down to it."
        {...field('return_days')}
      />
      <Select label="Interest" required {...field('interest')}>
        {INTEREST_RULES.map((each) => (
          <option key={each} value={each}>
            {INTEREST_NAMES[each]}
          </option>
        ))}
      </Select>
      {values.interest !== 'none' && (
        <Field
          label="Percent a year"
          inputMode="decimal"
          autoComplete="off"
          required
          help="It is told at each lease, and added by you."
          {...field('percent')}
        />
      )}
    </FormModal>
  );
}
