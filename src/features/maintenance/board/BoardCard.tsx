import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { mayAnswerDone } from '../../../../contract/maintenance/requestProgress.ts';
import { nowMs } from '../../../browser/clock.ts';
import type { OptimisticRequest } from '../../../offline/subjects/maintenance/maintenanceList.ts';
import { HomeLink } from '../../../subjects/units/HomeLink.tsx';
import { PersonName } from '../../../subjects/users/PersonLink.tsx';
import { Time } from '../../../ui/data/Time.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { useEscape } from '../../../ui/keyboard/useEscape.ts';
import { beginningOf } from '../../../ui/lists/beginningOf.ts';
import { EmergencyBadge, UnsentBadge } from '../StatusBadges.tsx';
import { movesOf, type Move } from './columns.ts';
import type { RequestBoardProps } from './boardProps.ts';

/** The buttons of a card that open or move its request. */
export type CardButton = 'view' | 'move';

interface BoardCardProps extends Pick<RequestBoardProps, 'sending' | 'actions' | 'open' | 'covered'> {
  listed: OptimisticRequest;
  /** Which of its buttons was pressed, where that was the last one of the board. */
  pressed: CardButton | undefined;
  onPress: (key: string, button: CardButton) => void;
}

/** One request on the board, which its menu moves to another column. */
export function BoardCard(props: BoardCardProps) {
  const { listed, sending, actions, open, covered, pressed, onPress } = props;
  const [choosing, setChoosing] = useState(false);
  const view = useRef<HTMLButtonElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const { key, information, unit, unit_id, created_at, completed_at, progress, cancelling, gone } = listed;
  const moves = movesOf(listed, mayAnswerDone(completed_at, nowMs()));
  // It may have moved to another column under a dialog, which gives the focus back to what is gone.
  const keepFocus = useEffectEvent(() => {
    if (!pressed || covered || cancelling || gone || !isFocusLost()) return;
    (pressed === 'view' ? view : button).current?.focus();
  });
  useEffect(() => keepFocus(), [covered]);

  useEscape(choosing, () => {
    setChoosing(false);
    button.current?.focus();
  });

  function move(chosen: Move): void {
    setChoosing(false);
    onPress(key, 'move');
    if ('form' in chosen) {
      open({ request: key, act: chosen.form });
      return;
    }
    if (chosen.event === 'done') void actions.complete(listed);
    else void actions.add(listed, { kind: chosen.event });
  }

  const name = beginningOf(information);
  return (
    <Card as="div" className="p-4! md:p-4!">
      <div className="flex flex-wrap gap-2 empty:hidden">
        <EmergencyBadge listed={listed} />
        <UnsentBadge listed={listed} sending={sending} />
      </div>
      <div className="wrap-anywhere">
        <p className="text-sm font-semibold text-muted">
          <HomeLink unit={unit_id}>{unit}</HomeLink>
        </p>
        <h3 className="line-clamp-3 font-bold">{information}</h3>
        <p className="text-sm text-muted">
          {progress.assignee !== null && (
            <>
              <PersonName id={progress.assignee_id}>{progress.assignee}</PersonName>,{' '}
            </>
          )}
          <Time value={created_at} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          ref={view}
          variant="secondary"
          aria-label={`View “${name}”`}
          onClick={() => {
            onPress(key, 'view');
            open({ request: key });
          }}
        >
          View
        </Button>
        {moves.length > 0 && (
          <Button
            ref={button}
            variant="secondary"
            aria-label={`Move “${name}”`}
            aria-expanded={choosing}
            aria-controls={menuId}
            onClick={() => setChoosing(!choosing)}
          >
            Move
          </Button>
        )}
      </div>
      {choosing && (
        <div
          id={menuId}
          role="group"
          aria-label={`Where “${name}” is moved`}
          className="flex flex-wrap gap-2"
        >
          {moves.map((each) => (
            <Button key={each.column} variant="quiet" onClick={() => move(each)}>
              {each.label}
            </Button>
          ))}
        </div>
      )}
    </Card>
  );
}

/** Whether nothing has the focus, or the screen's content since nothing else could take it. */
function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return !activeElement || activeElement === body || activeElement.id === 'content';
}
