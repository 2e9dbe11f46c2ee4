interface TickProps {
  /** The accessible name, such as "Select Robin Hale". */
  name: string;
  ticked: boolean;
  disabled?: boolean;
  onTick: (on: boolean) => void;
}

/** Ticks a row, by an area as high as a finger. */
export function Tick({ name, ticked, disabled, onTick }: TickProps) {
  return (
    <label className="-my-1.5 -ml-2.5 grid size-11 shrink-0 place-items-center print:hidden">
      <input
        type="checkbox"
        aria-label={name}
        className="checkbox"
        checked={ticked}
        disabled={disabled}
        onChange={({ target }) => onTick(target.checked)}
      />
    </label>
  );
}
