import type { ComponentProps } from 'react';
import { SIGNATURE_BOX, signaturePath, type Signature } from '../../../contract/ledger/signature.ts';
import { joinClasses } from '../../ui/layout/joinClasses.ts';

interface DrawnSignatureProps extends ComponentProps<'svg'> {
  strokes: Signature;
}

/** A signature in the ink of the screen, and in black on paper. */
export function DrawnSignature({ strokes, className, ...rest }: DrawnSignatureProps) {
  const { width, height } = SIGNATURE_BOX;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={joinClasses('block aspect-3/1 w-full text-ink', className)}
      {...rest}
    >
      <path
        d={signaturePath(strokes)}
        fill="none"
        stroke="currentColor"
        strokeWidth={4}
        strokeLinecap="round"
        strokeLinejoin="round"
        className="print:stroke-[black]"
      />
    </svg>
  );
}
