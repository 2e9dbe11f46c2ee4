import { Suspense } from 'react';
import { lazyPart } from '../../browser/lazyPart.ts';
import type { RemindDialogProps } from './RemindDialog.tsx';

const RemindDialog = lazyPart<RemindDialogProps>(() => import('./RemindDialog.tsx'));

/** The dialog that reminds people, loaded when it is opened. */
export function Remind(props: RemindDialogProps) {
  return (
    <Suspense>
      <RemindDialog {...props} />
    </Suspense>
  );
}
