import { isEmergency } from '../../../contract/maintenance/requestDetails.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { PersonLink } from '../../subjects/users/PersonLink.tsx';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { beginningOf } from '../../ui/lists/beginningOf.ts';
import { Time } from '../../ui/data/Time.tsx';
import { Tick } from '../../ui/lists/Tick.tsx';
import type { OptimisticRequest } from '../../offline/subjects/maintenance/maintenanceList.ts';
import { PhotosToCome } from '../../subjects/photos/PhotosToCome.tsx';
import { ShownPhotos } from '../../subjects/photos/ShownPhotos.tsx';
import { detailItems } from './details/detailItems.ts';
import { EmergencyBadge, StageBadge, StatusBadge, UnsentBadge } from './StatusBadges.tsx';

interface RequestCardProps {
  listed: OptimisticRequest;
  sending: string | undefined;
  /** Whether the reader needs to be told where it is, and who reported it. */
  manager: boolean;
  ticked: boolean;
  onTick: ((on: boolean) => void) | undefined;
  onOpen: () => void;
}

/** One request in the list. */
export function RequestCard({ listed, sending, manager, ticked, onTick, onOpen }: RequestCardProps) {
  return (
    <Card as="article" className="h-full">
      <div className="flex flex-wrap items-center gap-2">
        {onTick && (
          <Tick name={`Select “${beginningOf(listed.information)}”`} ticked={ticked} onTick={onTick} />
        )}
        <StatusBadge completed={listed.completed} />
        <StageBadge listed={listed} />
        <EmergencyBadge listed={listed} />
        <UnsentBadge listed={listed} sending={sending} />
      </div>
      <div className="wrap-anywhere">
        {manager && (
          <p className="text-sm font-semibold text-muted">
            <HomeLink unit={listed.unit_id}>{listed.unit}</HomeLink>
          </p>
        )}
        <h2 className="line-clamp-3 font-bold text-pretty">{listed.information}</h2>
      </div>
      <Details listed={listed} />
      <ShownPhotos photos={listed.photos} />
      <PhotosToCome here={listed.photos.length} toCome={listed.photosToCome} />
      <div className="mt-auto flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm wrap-anywhere text-muted">
          Reported <Time value={listed.created_at} />
          {manager && listed.request && (
            <>
              {' '}
              by <PersonLink id={listed.request.user_id}>{fullNameOf(listed.request)}</PersonLink>
            </>
          )}
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

/** What the request says beside its words, in a line. */
function Details({ listed: { details } }: { listed: OptimisticRequest }) {
  // An emergency is marked already.
  const said = detailItems({ ...details, urgency: isEmergency(details.urgency) ? null : details.urgency });
  if (said.length === 0) return <></>;
  const words = said.map(({ label, value }) =>
    label === 'May enter' || label === 'Pets' ? `${label}: ${value}` : value,
  );
  return <p className="text-sm wrap-anywhere text-muted">{words.join(' · ')}</p>;
}
