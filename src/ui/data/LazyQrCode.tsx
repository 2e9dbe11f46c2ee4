import { Suspense, type ComponentProps } from 'react';
import { lazyPart } from '../../browser/lazyPart.ts';
import { PartBoundary } from '../feedback/PartBoundary.tsx';
import type Drawn from './QrCode.tsx';

// Loaded with the first code that is shown.
const QrCode = lazyPart(() => import('./QrCode.tsx'));

export function LazyQrCode(props: ComponentProps<typeof Drawn>) {
  return (
    <PartBoundary>
      <Suspense>
        <QrCode {...props} />
      </Suspense>
    </PartBoundary>
  );
}
