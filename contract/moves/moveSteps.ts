import type { Move } from './move.ts';

/** What has to be done when a tenant moves in, in the order in which it is done. */
const IN = [
  ...(['accounts', 'lease', 'deposit', 'first rent', 'move-in inspection', 'meters read in'] as const),
  ...(['keys handed over'] as const),
] as const;
const OUT = [
  ...(['notice', 'autopay', 'access', 'move-out inspection', 'meters read out'] as const),
  ...(['keys returned', 'charges'] as const),
  ...(['deposit returned', 'forwarding address', 'vacant'] as const),
] as const;
export type StepName = (typeof IN)[number] | (typeof OUT)[number];

export interface Step {
  name: StepName;
  done: boolean;
}

/** The steps of moving in. */
export function stepsIn(move: Move): Step[] {
  const done: Record<(typeof IN)[number], boolean> = {
    accounts: move.with_account === move.tenants,
    lease: true,
    deposit: move.deposit_missing <= 0,
    'first rent': move.first_rent_open !== null && move.first_rent_open <= 0,
    'move-in inspection': move.move_in_inspection !== null,
    'meters read in': move.meters?.read_in === move.meters?.there,
    'keys handed over': move.keys_handed_over_at !== null,
  };
  return withMeters(
    move,
    IN.map((name) => ({ name, done: done[name] })),
  );
}

/**
 * The steps of moving out; only the notice until it is given.
 * @param today such as `2026-05-26`
 */
export function stepsOut(move: Move, today: string): Step[] {
  const isOver = move.ends !== null && move.ends < today;
  const done: Record<(typeof OUT)[number], boolean> = {
    notice: move.ends !== null,
    autopay: !move.autopay,
    access: move.living_there === 0,
    'move-out inspection': move.move_out_inspection !== null,
    'meters read out': move.meters?.read_out === move.meters?.there,
    'keys returned': move.keys_returned_at !== null,
    charges: isOver && move.owed <= 0,
    'deposit returned': isOver && move.deposit_held <= 0,
    'forwarding address': move.forwarding_address !== null,
    vacant: isOver && move.living_there === 0,
  };
  const steps = withMeters(
    move,
    OUT.map((name) => ({ name, done: done[name] })),
  );
  return move.ends === null ? steps.slice(0, 1) : steps;
}

/** A home without meters has none to read. */
function withMeters({ meters }: Move, steps: Step[]): Step[] {
  return meters?.there ? steps : steps.filter(({ name }) => !name.startsWith('meters'));
}
