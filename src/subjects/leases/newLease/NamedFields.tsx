import { TextArea } from '../../../ui/forms/TextArea.tsx';

type FieldProps = Omit<React.ComponentProps<typeof TextArea>, 'label'>;

interface NamedFieldsProps {
  form: { field: (name: 'occupants' | 'guarantors') => FieldProps };
}

/** Asks who is named on a lease and is no tenant. */
export function NamedFields({ form }: NamedFieldsProps) {
  return (
    <>
      <TextArea
        label="Occupants (optional)"
        help="Who lives there and neither signs in nor pays, such as children. A name a line."
        rows={2}
        {...form.field('occupants')}
      />
      <TextArea
        label="Guarantors (optional)"
        help="Who answers for the lease. A name a line, with a phone number or an address if you like."
        rows={2}
        {...form.field('guarantors')}
      />
    </>
  );
}
