import type { OutboxItem } from '../offline/engine/database.ts';
import { unitLabel } from '../../contract/units/unit.ts';
import { toCents } from '../../contract/values/money.ts';
import type { Thing } from './things.ts';
import { doorTexts, searchedOf } from './words.ts';

type UnsentThing = (item: OutboxItem) => Thing;

/** What is written on this device and unsent, by the words that were written, until the lists have it. */
export function unsentList(isManager: boolean): { group: 'unsent'; toThing: UnsentThing } {
  const requests = isManager ? '/admin/maintenance' : '/maintenance';
  return {
    group: 'unsent',
    toThing: (item) => {
      const { seq, id, route, capturedAt } = item;
      const texts = [...textsIn(item.shown), ...textsIn(item.input.body)];
      const title = titleOf(item) ?? texts[0] ?? '';
      const isOfRequest = route === 'createMaintenance' || route === 'updateMaintenance';
      return {
        id: seq,
        title,
        details: [{ at: capturedAt }],
        searched: searchedOf(['unsent', title, ...texts, ...texts.flatMap(doorTexts)]),
        to: isOfRequest ? `${requests}?unsent=${id}` : '/outbox',
      };
    },
  };
}

/** The words that were written, or whose money it is. */
function titleOf(item: OutboxItem): string | undefined {
  if (item.route === 'createLease') return `New lease: ${unitLabel(item.shown)}`;
  if (item.route === 'createPerson')
    return `New person: ${item.input.body.firstName} ${item.input.body.lastName}`;
  const { input, shown } = item;
  const fields = new Map<string, unknown>([
    ...Object.entries(shown ?? {}),
    ...Object.entries(input.body ?? {}),
  ]);
  return ['information', 'announcement', 'text', 'name']
    .map((field) => fields.get(field))
    .find((each): each is string => typeof each === 'string' && each !== '');
}

/** All texts and amounts of a value, at any depth. */
function textsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return DIGESTS.has(name) ? [] : [value];
  if (typeof value === 'number') return name === 'amount' ? [(toCents(value) / 100).toFixed(2)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, Array.isArray(value) ? name : key));
}

/** What names photos and strokes, which nobody looks for. */
const DIGESTS = new Set([
  'keep_sha256',
  'keep_photos',
  'dropped_photos',
  'following_photos',
  'photos_taken',
  'signature',
  'strokes',
]);
