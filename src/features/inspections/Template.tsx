import { useNavigate } from 'react-router-dom';
import type { InspectionTemplate } from '../../../contract/inspections/template.ts';
import { parseNumber } from '../../../contract/values/parseNumber.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { ManagerScreen } from '../../screens/ManagerScreen.tsx';
import { AccessDenied } from '../../ui/feedback/AccessDenied.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormCard } from '../../ui/forms/FormCard.tsx';
import { TextArea } from '../../ui/forms/TextArea.tsx';

/** `/admin/inspections/template`: with which rooms and items inspections begin. */
export default function Template() {
  const read = useCachedQuery('readInspectionTemplate', {});
  const { notice, forgetNotice, succeeded } = useOnlineChange();
  if (read.denied) return <AccessDenied />;
  return (
    <ManagerScreen
      title="Template of inspections"
      description="With which rooms and items inspections begin. One that has started keeps its own."
      action={
        <ButtonLink to="/admin/inspections" variant="secondary">
          Back to Inspections
        </ButtonLink>
      }
      needs="You need a connection to change the template."
      notice={notice}
      onNoticeDone={forgetNotice}
    >
      <Loaded query={read} failed="Unable to load the template">
        {(template) => (
          <TemplateForm template={template} onDone={() => void succeeded('The template was changed.')} />
        )}
      </Loaded>
    </ManagerScreen>
  );
}

function TemplateForm({ template, onDone }: { template: InspectionTemplate; onDone: () => void }) {
  const navigate = useNavigate();
  const form = useOnlineForm({
    draft: 'inspection-template',
    initial: { rooms: textOf(template), remark_days: String(template.remark_days) },
    route: 'setInspectionTemplate',
    inputOf: ({ rooms, remark_days }) => ({
      body: { rooms: roomsIn(rooms), remark_days: parseNumber(remark_days) },
    }),
    failed: (message = 'This could not be changed.') => message,
    onDone,
  });
  return (
    <FormCard form={form} submitLabel="Save" onCancel={() => void navigate('/admin/inspections')}>
      <TextArea
        label="Rooms and items"
        help="A line for each room: its name, a colon, and its items with commas between them."
        required
        rows={10}
        {...form.field('rooms')}
      />
      <Field
        label="Days for remarks"
        inputMode="numeric"
        autoComplete="off"
        required
        help="For how many days after an inspection its tenants may add remarks, 0 to 60."
        {...form.field('remark_days')}
      />
    </FormCard>
  );
}

/** Rooms as they are typed: "Kitchen: Floor, Sink". */
function textOf({ rooms }: Pick<InspectionTemplate, 'rooms'>): string {
  return rooms.map(({ name, items }) => `${name}: ${items.map((item) => item.name).join(', ')}`).join('\n');
}

/** What was typed, as rooms with their items. */
function roomsIn(text: string): InspectionTemplate['rooms'] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...rest] = line.split(':');
      const items = rest.join(':').split(',');
      return {
        name: name.trim(),
        items: items.flatMap((item) => (item.trim() === '' ? [] : [{ name: item.trim() }])),
      };
    });
}
