import { ChevronRight } from 'lucide-react';
import { fullNameOf } from '../../../../contract/users/user.ts';
import { HomeLink } from '../../../subjects/units/HomeLink.tsx';
import { PersonLink } from '../../../subjects/users/PersonLink.tsx';
import { agoText, daysSince } from '../../../subjects/today/dayWords.ts';
import { PhotosToCome } from '../../../subjects/photos/PhotosToCome.tsx';
import { ShownPhotos } from '../../../subjects/photos/ShownPhotos.tsx';
import { isoDay, Time } from '../../../ui/data/Time.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { beginningOf } from '../../../ui/lists/beginningOf.ts';
import { Tick } from '../../../ui/lists/Tick.tsx';
import { detailsText } from '../details/detailItems.ts';
import { EmergencyBadge, StageBadge, StatusBadge, UnsentBadge } from '../StatusBadges.tsx';
import type { ListedRequestProps } from './listedRequest.ts';

/** One request in management's list: a dense row, of which all opens it but the names, which lead to their pages. */
export function RequestRow({ listed, sending, ticked, onTick, onOpen }: ListedRequestProps) {
  const { information, request, completed_at } = listed;
  const details = detailsText(listed.details);
  return (
    <article className="relative pl-[min(0.75rem,3vw)] hover:bg-sunken/40 lg:px-3">
      <div className="flex min-h-16 items-center gap-x-[min(0.25rem,1vw)] py-1.5 max-lg:flex-wrap lg:min-h-11 lg:gap-2 lg:py-0.5">
        {onTick && (
          <div className="relative z-10">
            <Tick name={`Select “${beginningOf(information)}”`} ticked={ticked} onTick={onTick} />
          </div>
        )}
        {/* On a phone the words have a line of their own, and where the letters are large, so have the state and the actions. */}
        <div className="flex min-w-0 grow basis-36 flex-wrap items-center gap-x-3 gap-y-0.5 leading-tight lg:grid lg:grid-cols-[minmax(0,1fr)_11.5rem_7.5rem_7.5rem] lg:justify-items-start">
          <div className="min-w-0 max-lg:basis-full">
            <h2 className="line-clamp-1 font-semibold wrap-anywhere">{information}</h2>
            {details !== '' && (
              <p className="line-clamp-1 text-sm leading-tight wrap-anywhere text-muted max-lg:hidden">
                {details}
              </p>
            )}
          </div>
          <p className="min-w-0 flex-[1_1_7rem] text-sm leading-tight text-muted">
            <span className="relative z-10 block w-fit wrap-anywhere">
              <HomeLink unit={listed.unit_id}>{listed.unit}</HomeLink>
            </span>
            {request && (
              <span className="relative z-10 block w-fit wrap-anywhere">
                <PersonLink id={request.user_id}>{fullNameOf(request)}</PersonLink>
              </span>
            )}
          </p>
          <div className="ml-auto text-right lg:contents">
            {/* Its colour and words are enough where there is little room. */}
            <span className="max-lg:[&_svg]:hidden">
              <StatusBadge completed={listed.completed} />
            </span>
            <p className="text-sm leading-tight text-muted lg:justify-self-end">
              <span className="sr-only">Reported </span>
              <Time value={listed.created_at} />
              {completed_at ? (
                <span className="block">
                  <span className="sr-only">Completed on </span>
                  <span aria-hidden>✓ </span>
                  <Time value={completed_at} />
                </span>
              ) : (
                <span className="block max-lg:hidden">
                  {agoText(daysSince(isoDay(new Date(listed.created_at))))}
                </span>
              )}
            </p>
          </div>
        </div>
        <Button
          variant="quiet"
          className="ml-auto shrink-0 after:absolute after:inset-0 max-lg:size-11 max-lg:px-0 lg:min-h-9 lg:py-1 lg:whitespace-nowrap"
          onClick={onOpen}
        >
          <span className="sr-only lg:not-sr-only">View / Edit</span>
          <ChevronRight aria-hidden className="size-[min(1.25rem,6vw)] text-muted lg:hidden" />
        </Button>
      </div>
      {/* Only where there is more to say or to show than of most. */}
      <div className="relative z-10 flex w-fit flex-wrap items-center gap-2 pb-2 empty:hidden">
        <EmergencyBadge listed={listed} />
        <StageBadge listed={listed} />
        <UnsentBadge listed={listed} sending={sending} />
        <ShownPhotos photos={listed.photos} size="row" />
        <PhotosToCome here={listed.photos.length} toCome={listed.photosToCome} />
      </div>
    </article>
  );
}
