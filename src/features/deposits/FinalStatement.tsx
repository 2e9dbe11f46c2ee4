import type { ReactNode } from 'react';
import type { Inspection } from '../../../contract/inspections/inspection.ts';
import type { Move } from '../../../contract/moves/move.ts';
import { toCents } from '../../../contract/values/money.ts';
import { Money } from '../../ui/data/Money.tsx';
import { Time } from '../../ui/data/Time.tsx';

/** What a statement names of a condition. */
const TOLD = ['Damaged', 'Missing'];

interface PartProps {
  title: string;
  children: ReactNode;
}

function Part({ title, children }: PartProps) {
  return (
    <section className="flex flex-col gap-2 print:break-inside-avoid">
      <h2 className="text-lg font-bold">{title}</h2>
      {children}
    </section>
  );
}

/** What the move-out inspection found damaged or missing. */
export function Found({ move, inspections }: { move: Move; inspections: readonly Inspection[] }) {
  const inspection = inspections.find(({ id }) => id === move.move_out_inspection);
  const found = (inspection?.rooms ?? []).flatMap((room, at) =>
    room.items
      .filter(({ condition }) => condition !== null && TOLD.includes(condition))
      .map((item, place) => ({ key: `${at} ${place}`, room: room.name, ...item })),
  );
  return (
    <Part title="Move-out inspection">
      {move.move_out_inspection === null ? (
        <p className="text-muted">The home was not inspected yet.</p>
      ) : !inspection ? (
        <p className="text-muted">This device has not read the inspection yet.</p>
      ) : (
        <p className="text-muted">
          Of <Time value={inspection.day} />
          {found.length === 0 && '. Nothing was damaged or missing.'}
        </p>
      )}
      <ul role="list" className="divide-y divide-line empty:hidden">
        {found.map(({ key, room, name, condition, remark }) => (
          <li key={key} className="flex break-inside-avoid flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5">
            <span className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
              {room}, {name}
              {remark && <span className="block text-sm text-muted">{remark}</span>}
            </span>
            <span>{condition}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The charges at the end of a lease, and what of each is unpaid. */
export function LastCharges({ charges = [] }: { charges: Move['last_charges'] }) {
  return (
    <Part title="Last charges">
      {charges.length === 0 && (
        <p className="text-muted">Nothing is unpaid or was charged since the last day.</p>
      )}
      <ul role="list" className="divide-y divide-line empty:hidden">
        {charges.map(({ id, day, description, amount, open }) => (
          <li key={id} className="flex break-inside-avoid flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5">
            <span className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
              {description}
              <span className="block text-sm text-muted">
                <Time value={day} />
                {open > 0 && (
                  <>
                    , unpaid: <Money cents={toCents(open)} />
                  </>
                )}
              </span>
            </span>
            <Money cents={toCents(amount)} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** What is left between both once the deposit that is held is set against what is owed, and where the statement goes. */
export function Balance({ move }: { move: Move }) {
  const [owed, held] = [toCents(move.owed), toCents(move.deposit_held)];
  const left = owed - held;
  return (
    <>
      <Part title="Balance">
        <dl className="divide-y divide-line border-y border-edge">
          <Line name={owed < 0 ? 'Credit' : 'Owed'} cents={Math.abs(owed)} />
          <Line name="Deposit held" cents={held} />
          <Line name={left > 0 ? 'Left to pay' : 'Left to return'} cents={Math.abs(left)} isTotal />
        </dl>
      </Part>
      <Part title="Sent to">
        {move.forwarding_address === null ? (
          <p className="text-muted">No forwarding address was given.</p>
        ) : (
          <p className="wrap-anywhere whitespace-pre-line">{move.forwarding_address}</p>
        )}
      </Part>
    </>
  );
}

function Line({ name, cents, isTotal = false }: { name: string; cents: number; isTotal?: boolean }) {
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-4 py-2.5 ${isTotal ? 'font-bold' : ''}`}
    >
      <dt className={isTotal ? undefined : 'text-muted'}>{name}</dt>
      <dd>
        <Money cents={cents} />
      </dd>
    </div>
  );
}
