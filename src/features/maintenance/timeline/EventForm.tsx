import type { OptimisticRequest } from '../../../offline/subjects/maintenance/maintenanceList.ts';
import type { useRequestActions } from '../useRequestActions.ts';
import { AssignForm } from './AssignForm.tsx';
import type { EventFormProps } from './eventFormProps.ts';
import { EntryNoticeForm } from '../../../subjects/entryNotices/EntryNoticeForm.tsx';
import { ScheduleForm } from './ScheduleForm.tsx';
import { WordsForm } from './WordsForm.tsx';

/** The events that have a form of their own, as the address names them. */
export const EVENT_FORMS = ['assigned', 'scheduled', 'entry', 'done', 'reopened'] as const;
export type EventFormName = (typeof EVENT_FORMS)[number];

interface Props {
  form: EventFormName;
  listed: OptimisticRequest;
  /** The request's id. */
  request: number;
  actions: ReturnType<typeof useRequestActions>;
  /** Goes back to the request. */
  onDone: () => void;
  onClose: () => void;
}

/** The form that stands in the place of a request while something is said or done about it. */
export function EventForm({ form, listed, request, actions, onDone, onClose }: Props) {
  const props: EventFormProps = {
    request,
    assignee: listed.progress.assignee,
    onSubmit: async (body, draft, photos) => {
      await actions.add(listed, body, draft, { photos });
      // What is complete leaves the list's first part, and what became of it is told above the list.
      if (body.kind === 'done') onClose();
      else onDone();
    },
    onCancel: onDone,
    onClose,
  };
  switch (form) {
    case 'assigned':
      return (
        <AssignForm
          {...props}
          onSubmit={async (body, draft, assignee) => {
            await actions.add(listed, body, draft, { assignee });
            onDone();
          }}
        />
      );
    case 'scheduled':
      return <ScheduleForm {...props} />;
    case 'entry':
      // It is of a home, and a request of who has none yet has no form.
      return (
        listed.unit_id !== undefined && (
          <EntryNoticeForm
            unit={listed.unit_id}
            home={listed.unit}
            request={request}
            onDone={(id) => {
              actions.followNotice(id);
              onDone();
            }}
            onCancel={onDone}
            onClose={onClose}
          />
        )
      );
    default:
      return <WordsForm {...props} kind={form} />;
  }
}
