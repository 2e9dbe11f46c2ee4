import { numberText } from '../../contract/values/numberText.ts';
import {
  Building2,
  ChevronRight,
  CloudUpload,
  DoorOpen,
  FileSignature,
  History,
  Megaphone,
  MessagesSquare,
  ReceiptText,
  SquareArrowOutUpRight,
  UserRound,
  Wrench,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { moneyText } from '../ui/data/Money.tsx';
import { timeText } from '../ui/data/Time.tsx';
import { joinClasses } from '../ui/layout/joinClasses.ts';
import type { FoundKind, Hit } from './find.ts';
import type { Detail } from './things.ts';

export const KINDS: Record<FoundKind | 'recent', { label: string; icon: LucideIcon }> = {
  recent: { label: 'Recently Found', icon: History },
  unsent: { label: 'Unsent', icon: CloudUpload },
  actions: { label: 'Actions', icon: Zap },
  people: { label: 'People', icon: UserRound },
  homes: { label: 'Homes', icon: DoorOpen },
  leases: { label: 'Leases', icon: FileSignature },
  requests: { label: 'Requests', icon: Wrench },
  entries: { label: 'Entries', icon: ReceiptText },
  messages: { label: 'Messages', icon: MessagesSquare },
  announcements: { label: 'Announcements', icon: Megaphone },
  properties: { label: 'Properties', icon: Building2 },
  screens: { label: 'Screens', icon: SquareArrowOutUpRight },
};

export interface ShownGroup {
  kind: FoundKind | 'recent';
  hits: Hit[];
  total: number;
  /** Shows all of the group, where it has more than these. */
  more?: Hit | undefined;
}

interface FoundListProps {
  /** Of the list, which the field controls. */
  id: string;
  groups: ShownGroup[];
  active: Hit | undefined;
  onOpen: (hit: Hit) => void;
  onPoint: (hit: Hit) => void;
}

/** The id of a hit's element. */
export const optionId = (listId: string, { key }: Hit) => `${listId} ${key}`.replaceAll(/\s/g, '-');

/** What was found, by kind. The field keeps the focus: an option is active, not focused. */
export function FoundList({ id, groups, active, onOpen, onPoint }: FoundListProps) {
  return (
    <div id={id} role="listbox" aria-label="Found">
      {groups.map(({ kind, hits, total, more }, at) => (
        // The same element while what it has changes, so that a press on one of its rows is not lost.
        <div key={keyOf(groups, at)} role="group" aria-labelledby={`${id}-${at}`} className="pb-2">
          <p
            id={`${id}-${at}`}
            role="presentation"
            className="flex items-baseline gap-2 px-3 pt-2 pb-1 text-sm font-semibold text-muted"
          >
            {KINDS[kind].label}{' '}
            {total > hits.length && (
              <span className="font-normal tabular-nums">
                {hits.length} of {numberText(total)}
              </span>
            )}
          </p>
          {[...hits, ...(more ? [more] : [])].map((hit) => (
            <Option
              key={hit.key}
              id={optionId(id, hit)}
              {...{ hit, kind, onOpen, onPoint }}
              active={hit.key === active?.key}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Its kind, and which one of its kind it is: actions may stand first and last. */
function keyOf(groups: readonly ShownGroup[], at: number): string {
  const kind = groups[at]?.kind;
  return `${kind} ${groups.slice(0, at).filter((group) => group.kind === kind).length}`;
}

interface OptionProps {
  id: string;
  hit: Hit;
  kind: FoundKind | 'recent';
  active: boolean;
  onOpen: (hit: Hit) => void;
  onPoint: (hit: Hit) => void;
}

function Option({ id, hit, kind, active, onOpen, onPoint }: OptionProps) {
  const { icon: Icon } = KINDS[kind];
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What the arrows reach is in view.
    if (active) element.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const details = hit.details.map(detailText).join(' · ');
  return (
    // The field has the focus and takes the keys.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onClick={() => onOpen(hit)}
      onPointerMove={() => !active && onPoint(hit)}
      className={joinClasses(
        'flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5',
        active && 'bg-accent-soft',
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0 text-accent-ink" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{hit.title}</span>
        {details !== '' && <span className="block truncate text-sm text-muted tabular-nums">{details}</span>}
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
    </div>
  );
}

function detailText(detail: Detail): string {
  if (typeof detail === 'string') return detail;
  return 'cents' in detail ? moneyText(detail.cents) : timeText(detail.at);
}
