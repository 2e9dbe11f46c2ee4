import { stageOf, type WaitingFor } from '../../../../contract/maintenance/requestProgress.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import { DAY } from '../../../../contract/values/calendar.ts';
import { nowMs } from '../../../browser/clock.ts';
import type { OptimisticRequest } from '../../../offline/subjects/maintenance/maintenanceList.ts';
import { matchingWords } from '../../../ui/data/matchingWords.ts';
import { rowsInOrder, type ListOrder } from '../../../ui/lists/listOrders.ts';

export type Status = 'all' | 'pending' | 'completed';
export const STATUSES = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'completed', label: 'Completed' },
] as const satisfies { value: Status; label: string }[];

/** For how many days at least a request has been there. */
export const AGES = [3, 7, 30, 90];

/** What is asked of the list of requests; what is blank asks nothing. */
export interface RequestFilters {
  status: Status;
  search: string;
  property: string;
  /** The label of a unit, or of a claimed one. */
  home: string;
  /** In days. */
  age: string;
  /** How far it has come. */
  stage: string;
  urgency: string;
  category: string;
  /** Whose turn it is with an open one. */
  waiting: string;
  /** A manager or a vendor, by name; `NOBODY` for none. */
  assignee: string;
  /** By what they stand; blank as they come, the newest first. */
  order: string;
}

/** The statuses, with how many requests have each. */
export function countedStatuses(requests: readonly OptimisticRequest[]) {
  const done = requests.filter(({ completed }) => completed).length;
  const counts = { all: requests.length, pending: requests.length - done, completed: done };
  return STATUSES.map(({ value, label }) => ({ value, label, count: counts[value] }));
}

/** By what the list can stand; the first is how it comes. */
export const ORDERS: readonly ListOrder<OptimisticRequest>[] = [
  { value: '', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first', key: ({ created_at }) => Date.parse(created_at) },
  { value: 'unit', label: 'Unit', key: ({ unit }) => unit },
  { value: 'reporter', label: 'Reported by', key: reporterOf },
  { value: 'assignee', label: 'Assigned to', key: ({ progress }) => progress.assignee },
];

/** What the address names for requests that nobody has taken on. */
export const NOBODY = 'nobody';

/** What is said of whose turn it is. */
export const WAITING_TEXTS: Readonly<Record<WaitingFor, string>> = {
  management: 'Management',
  resident: 'The resident',
  vendor: 'The vendor',
  visit: 'The visit',
};

/** The status that an address names; all for any other text. */
export function statusOf(text: string | null): Status {
  return STATUSES.find(({ value }) => value === text)?.value ?? 'all';
}

/** Who reported a request; undefined before the server has it. */
function reporterOf({ request }: OptimisticRequest): string | undefined {
  return request && fullNameOf(request);
}

/** The property of a request's unit; of one that is not sent yet by the label of its unit. */
function isOfProperty({ request, unit }: OptimisticRequest, property: string): boolean {
  return request ? request.property_name === property : unit.endsWith(`, ${property}`);
}

/** Whether the server has it, and nothing of it is refused or about to end it. */
export function canBeCompleted({ request, completed, cancelling, gone, unsent }: OptimisticRequest): boolean {
  return (
    request !== undefined && !completed && !cancelling && !gone && !unsent.some(({ refusal }) => refusal)
  );
}

/** Whether a request is asked for by what it is about and how far it has come. */
function isOfWork(
  each: OptimisticRequest,
  { stage, urgency, category, waiting, assignee }: Pick<RequestFilters, WorkFilter>,
): boolean {
  const { details, progress, completed } = each;
  return (
    (stage === '' || stageOf(each) === stage) &&
    (urgency === '' || details.urgency === urgency) &&
    (category === '' || details.category === category) &&
    (waiting === '' || (!completed && progress.waiting_for === waiting)) &&
    (assignee === '' || (progress.assignee ?? NOBODY) === assignee)
  );
}

/** What is asked of the work on requests, beside where they are and since when. */
export type WorkFilter = 'stage' | 'urgency' | 'category' | 'waiting' | 'assignee';

/** Those of the requests that are asked for, in the order that is. */
export function matchingRequests(
  requests: readonly OptimisticRequest[],
  { status, search, property, home, age, order, ...rest }: RequestFilters,
): readonly OptimisticRequest[] {
  const matches = matchingWords(search);
  const days = Number(age);
  const before = days > 0 ? nowMs() - days * DAY : Infinity;
  const found = requests.filter(
    (each) =>
      (status === 'all' || each.completed === (status === 'completed')) &&
      (property === '' || isOfProperty(each, property)) &&
      (home === '' || each.unit === home) &&
      Date.parse(each.created_at) <= before &&
      isOfWork(each, rest) &&
      matches(each.information, each.unit, reporterOf(each)),
  );
  return rowsInOrder(found, ORDERS, order);
}
