import { useId, useRef, useState, type PointerEvent } from 'react';
import { SIGNATURE_BOX, type Signature } from '../../../contract/ledger/signature.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { FieldHelp } from '../../ui/forms/FieldFrame.tsx';
import { joinClasses } from '../../ui/layout/joinClasses.ts';
import { DrawnSignature } from './DrawnSignature.tsx';

interface SignatureFieldProps {
  label: string;
  help: string;
  /** What the button that clears it is called. */
  clearLabel: string;
  /** Of the field that it is, to which the focus goes where the signature is refused. */
  name: string;
  value: Signature;
  error: string | undefined;
  /** Called when a stroke has ended, and when all are cleared. */
  onChange: (signature: Signature) => void;
}

/** A box in which somebody signs with a finger, a pen or a mouse, or does not. */
export function SignatureField({
  label,
  help,
  clearLabel,
  name,
  value,
  error,
  onChange,
}: SignatureFieldProps) {
  const id = useId();
  const { stroke, handlers } = useStroke((drawn) => onChange([...value, drawn]));
  const described = joinClasses(`${id}-help`, Boolean(error) && `${id}-error`);
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="flex flex-col gap-1.5">
      <p id={`${id}-label`} className="text-sm font-semibold">
        {label}
      </p>
      <div
        className={joinClasses(
          'overflow-hidden rounded-control border bg-surface',
          error ? 'border-danger' : 'border-edge',
        )}
      >
        <DrawnSignature
          role="img"
          aria-label={value.length > 0 ? 'Signed' : 'Not signed'}
          strokes={stroke ? [...value, stroke] : value}
          className="cursor-crosshair touch-none select-none"
          {...handlers}
        />
      </div>
      <FieldHelp id={id} help={help} error={error} />
      {/* Named, so that it gets the focus where the signature is refused. */}
      <Button
        name={name}
        variant="secondary"
        className="self-start"
        aria-label={clearLabel}
        aria-describedby={described}
        onClick={() => onChange([])}
      >
        Clear
      </Button>
    </div>
  );
}

/** A shorter way than this, in units of the box, adds no point. */
const LEAST_WAY = 2;

/** Follows one pointer at a time, so that a palm beside the pen draws nothing. */
function useStroke(onDrawn: (stroke: number[]) => void) {
  /** All points so far: several events may come before the next render. */
  const drawing = useRef<{ pointer: number; stroke: number[] }>(undefined);
  const [stroke, setStroke] = useState<number[]>();

  function begin(event: PointerEvent<SVGSVGElement>): void {
    if (drawing.current || event.button !== 0) return;
    // The pointer may leave the box, and is let go elsewhere.
    event.currentTarget.setPointerCapture(event.pointerId);
    const first = pointAt(event.currentTarget, event);
    drawing.current = { pointer: event.pointerId, stroke: [...first] };
    setStroke(first);
  }

  function goOn(event: PointerEvent<SVGSVGElement>): void {
    const { current } = drawing;
    if (current?.pointer !== event.pointerId) return;
    const points = current.stroke;
    for (const each of eventsOf(event.nativeEvent)) {
      const [x, y] = pointAt(event.currentTarget, each);
      const [lastX = x, lastY = y] = points.slice(-2);
      if (Math.hypot(x - lastX, y - lastY) >= LEAST_WAY) points.push(x, y);
    }
    setStroke([...points]);
  }

  function end(event: PointerEvent<SVGSVGElement>): void {
    const { current } = drawing;
    if (current?.pointer !== event.pointerId) return;
    drawing.current = undefined;
    setStroke(undefined);
    onDrawn(current.stroke);
  }

  return {
    stroke,
    handlers: {
      onPointerDown: begin,
      onPointerMove: goOn,
      onPointerUp: end,
      onPointerCancel: end,
      onLostPointerCapture: end,
    },
  };
}

interface At {
  clientX: number;
  clientY: number;
}

/** Where the pointer went since the last frame; the event alone in a browser that tells no more. */
function eventsOf(event: globalThis.PointerEvent): At[] {
  const passed = 'getCoalescedEvents' in event ? event.getCoalescedEvents() : [];
  return passed.length > 0 ? passed : [event];
}

/** A place on the screen as one in the box, at its edge where it is outside. */
function pointAt(box: SVGSVGElement, { clientX, clientY }: At): [x: number, y: number] {
  const { left, top, width, height } = box.getBoundingClientRect();
  const place = (share: number, most: number) => Math.round(Math.min(Math.max(share, 0), 1) * most);
  return [
    place((clientX - left) / width, SIGNATURE_BOX.width),
    place((clientY - top) / height, SIGNATURE_BOX.height),
  ];
}
