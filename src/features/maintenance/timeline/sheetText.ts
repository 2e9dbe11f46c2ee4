import { visitTimeText } from '../../../../contract/maintenance/visitText.ts';
import type { OptimisticRequest } from '../../../offline/subjects/maintenance/maintenanceList.ts';
import { detailItems } from '../details/detailItems.ts';

/** What a vendor needs to know of a request, and nothing of anybody's account: what, where, when and how to get in. */
export function sheetItems({ information, unit, details, progress }: OptimisticRequest) {
  const { assignee, visit } = progress;
  return [
    { label: 'What', value: information },
    { label: 'Where', value: unit },
    ...(visit
      ? [
          {
            label: 'When',
            value: visitTimeText({ visit_on: visit.on, visit_from: visit.from, visit_to: visit.to }),
          },
        ]
      : []),
    ...(assignee === null ? [] : [{ label: 'For', value: assignee }]),
    ...detailItems(details),
  ];
}

/** The same as a text to send. */
export function sheetText(listed: OptimisticRequest): string {
  return sheetItems(listed)
    .map(({ label, value }) => `${label}: ${value}`)
    .join('\n');
}
