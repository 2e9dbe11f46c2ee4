import { lazy, type ComponentType } from 'react';
import { loadPart } from './loadPart.ts';

/** A component that is loaded when it is first shown, as React's `lazy` does it. */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => loadPart(load));
}
