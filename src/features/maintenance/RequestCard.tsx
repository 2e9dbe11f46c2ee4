import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { PhotosToCome } from '../../subjects/photos/PhotosToCome.tsx';
import { ShownPhotos } from '../../subjects/photos/ShownPhotos.tsx';
import { detailsText } from './details/detailItems.ts';
import type { ListedRequestProps } from './list/listedRequest.ts';
import { EmergencyBadge, StageBadge, StatusBadge, UnsentBadge } from './StatusBadges.tsx';

/** One request in a resident’s list. */
export function RequestCard({ listed, sending, onOpen }: ListedRequestProps) {
  const details = detailsText(listed.details);
  return (
    <Card as="article" className="h-full">
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge completed={listed.completed} />
        <StageBadge listed={listed} />
        <EmergencyBadge listed={listed} />
        <UnsentBadge listed={listed} sending={sending} />
      </div>
      <h2 className="line-clamp-3 font-bold text-pretty wrap-anywhere">{listed.information}</h2>
      {details !== '' && <p className="text-sm wrap-anywhere text-muted">{details}</p>}
      <ShownPhotos photos={listed.photos} />
      <PhotosToCome here={listed.photos.length} toCome={listed.photosToCome} />
      <div className="mt-auto flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm wrap-anywhere text-muted">
          Reported <Time value={listed.created_at} />
          {listed.completed_at && (
            <>
              <br />
              Completed <Time value={listed.completed_at} />
            </>
          )}
        </p>
        <Button variant="secondary" onClick={onOpen}>
          View / Edit
        </Button>
      </div>
    </Card>
  );
}
