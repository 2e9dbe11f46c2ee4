import { CalendarHeart, Megaphone, Siren, Wrench, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { announcementTypeOf, type Announcement } from '../../../contract/announcements/announcement.ts';
import { PersonName } from '../../subjects/users/PersonLink.tsx';
import { Badge } from '../../ui/data/Badge.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { joinClasses } from '../../ui/layout/joinClasses.ts';
import { Time } from '../../ui/data/Time.tsx';
import type { Tone } from '../../ui/data/toneClasses.ts';

interface Kind {
  icon: LucideIcon;
  badge: Tone;
  card?: Tone;
}

const kinds: Record<string, Kind> = {
  urgent: { icon: Siren, badge: 'danger', card: 'danger' },
  maintenance: { icon: Wrench, badge: 'amber', card: 'amber' },
  community: { icon: CalendarHeart, badge: 'success', card: 'success' },
};
const general: Kind = { icon: Megaphone, badge: 'neutral' };

/** Case-insensitive, since imported announcements may be written otherwise. */
function kindOf(type: string): Kind {
  return kinds[type.toLowerCase()] ?? general;
}

/** The label of a type. */
export function typeLabel(type: string): string {
  const known = announcementTypeOf(type);
  return known === 'Community' ? 'Community Event' : (known ?? type);
}

function TypeBadge({ type }: { type: string }) {
  const { icon, badge } = kindOf(type);
  return (
    <Badge tone={badge} icon={icon}>
      {typeLabel(type)}
    </Badge>
  );
}

interface AnnouncementCardProps {
  announcement: Pick<Announcement, 'announcement' | 'announcement_type' | 'first_name' | 'last_name'>;
  /** The author’s id, where the reader is told who it is. */
  author?: number | undefined;
  /** Ticks it, where several can be. */
  tick?: ReactNode;
  /** Shown beside the type. */
  badge?: ReactNode;
  when: ReactNode;
  children?: ReactNode;
}

/** An announcement in the style of its type. */
export function AnnouncementCard({
  announcement,
  author,
  tick,
  badge,
  when,
  children,
}: AnnouncementCardProps) {
  const { announcement: text, announcement_type: type, first_name, last_name } = announcement;
  return (
    <Card as="article" tone={kindOf(type).card} className="h-full">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-2">
          {tick}
          <h2 className="contents">
            <TypeBadge type={type} />
          </h2>
          {badge}
        </div>
        <p className={joinClasses('text-sm text-muted', Boolean(badge) && 'w-full')}>{when}</p>
      </div>
      <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
      <p className="mt-auto text-sm wrap-anywhere text-muted">
        Posted by{' '}
        <PersonName id={author}>
          {first_name} {last_name}
        </PersonName>
      </p>
      {children}
    </Card>
  );
}

/** A date in long US format, with the time of day if `hour` is set. */
export function LongDate({ value, hour = false }: { value: string; hour?: boolean }) {
  return (
    <>
      <Time value={value} format="long" />
      {hour && (
        <>
          , <Time value={value} format="clock" />
        </>
      )}
    </>
  );
}
