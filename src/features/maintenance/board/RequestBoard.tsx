import { useState } from 'react';
import { FilterBar } from '../../../ui/data/FilterBar.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { joinClasses } from '../../../ui/layout/joinClasses.ts';
import { FocusKeepingItem } from '../../../ui/lists/FocusKeepingItem.tsx';
import { BoardCard, type CardButton } from './BoardCard.tsx';
import type { RequestBoardProps } from './boardProps.ts';
import { columnNamed, columnOf, COLUMNS, type Column } from './columns.ts';

/** So many cards of a column are drawn at first, and again each time that more are asked for. */
const STEP = 50;

/** The requests by how far they have come, in columns; on a phone one column at a time. */
export function RequestBoard(props: RequestBoardProps) {
  const { requests, sending, actions, column, covered, list, open } = props;
  const [pressed, setPressed] = useState<Pressed>();
  const chosen = columnNamed(column);
  const of = (each: Column) => requests.filter((listed) => columnOf(listed) === each);
  const columns = COLUMNS.map((each) => ({ column: each, requests: of(each) }));
  return (
    <>
      <div className="mb-4 md:hidden">
        <FilterBar
          label="Column"
          options={columns.map((each) => ({
            ...{ value: each.column, label: each.column, count: each.requests.length },
          }))}
          value={chosen}
          onChange={(value) => list.write('column', value)}
        />
      </div>
      <div className="grid grid-cols-1 items-start gap-4 md:auto-cols-[minmax(14rem,1fr)] md:grid-flow-col md:grid-cols-none md:overflow-x-auto md:p-1">
        {columns.map((each) => (
          <BoardColumn
            key={each.column}
            {...each}
            chosen={each.column === chosen}
            {...{ sending, actions, open, covered, pressed }}
            onPress={(key, button) => setPressed({ key, button })}
          />
        ))}
      </div>
    </>
  );
}

/** The button of a card that was pressed last, to which the focus belongs. */
interface Pressed {
  key: string;
  button: CardButton;
}

interface BoardColumnProps extends Pick<
  RequestBoardProps,
  'requests' | 'sending' | 'actions' | 'open' | 'covered'
> {
  column: Column;
  /** Whether a phone shows it. */
  chosen: boolean;
  pressed: Pressed | undefined;
  onPress: (key: string, button: CardButton) => void;
}

function BoardColumn({ column, chosen, requests, pressed, ...props }: BoardColumnProps) {
  const [most, setMost] = useState(STEP);
  const rest = requests.length - most;
  return (
    <section
      aria-label={column}
      className={joinClasses('flex min-w-0 flex-col gap-3', !chosen && 'max-md:hidden')}
    >
      <h2 className="font-bold max-md:sr-only">
        {column} <span className="font-medium text-muted tabular-nums">{requests.length}</span>
      </h2>
      {requests.length === 0 ? (
        <p className="text-sm text-muted">None</p>
      ) : (
        <ul role="list" className="flex flex-col gap-3">
          {requests.slice(0, most).map((listed) => (
            <FocusKeepingItem key={listed.key} item={listed.key}>
              <BoardCard
                listed={listed}
                pressed={pressed?.key === listed.key ? pressed.button : undefined}
                {...props}
              />
            </FocusKeepingItem>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <Button variant="secondary" onClick={() => setMost(most + STEP)}>
          {`Show ${Math.min(STEP, rest)} more`}
        </Button>
      )}
    </section>
  );
}
