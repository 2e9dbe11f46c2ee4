import { fireEvent } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/** Where the box is on the screen of `signatureBox`: half as large as a signature's own units. */
const BOX = new DOMRect(100, 50, 300, 100);

/** Gives elements a place and captures pointers for one test, since jsdom does neither. Returns the captured ones. */
export function signatureBox(): number[] {
  const captured: number[] = [];
  const place = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(BOX);
  Object.assign(Element.prototype, { setPointerCapture: (pointer: number) => captured.push(pointer) });
  onTestFinished(() => {
    place.mockRestore();
    Reflect.deleteProperty(Element.prototype, 'setPointerCapture');
  });
  return captured;
}

interface Pointer {
  pointerId?: number;
  pointerType?: string;
  button?: number;
}

/** An event at a point of a signature, wherever the box is. */
export function pointAt([x, y]: readonly [number, number], pointer: Pointer = {}) {
  return {
    ...{ pointerId: 1, pointerType: 'touch', button: 0, ...pointer },
    ...{ clientX: BOX.left + x / 2, clientY: BOX.top + y / 2 },
  };
}

/** Draws a stroke by its points. */
export function drawStroke(box: Element, points: readonly [number, number][], pointer: Pointer = {}): void {
  const [first, ...rest] = points.map((point) => pointAt(point, pointer));
  fireEvent.pointerDown(box, first);
  for (const each of rest) fireEvent.pointerMove(box, each);
  fireEvent.pointerUp(box, { ...first, ...rest.at(-1) });
}
