import { useEffect, useState, type ReactNode } from 'react';
import type { CachedRouteName } from '../../contract/routes.ts';
import type { CachedInput } from '../offline/engine/reads/cachedReads.ts';
import { useCachedQuery, type CachedInputs } from '../offline/hooks/useCachedQuery.ts';
import { Loading } from '../ui/feedback/Loading.tsx';

/** How long a screen waits for its first answers, in milliseconds; then what there is of it is drawn. */
const PATIENCE = 2_000;

interface FirstAnswersProps {
  /** Whether this device has read the screen before; then it is drawn at once. */
  known: boolean;
  /** What the screen reads: all of it is asked for at once. */
  reads: CachedInputs;
  /** The reads whose answers decide how high the upper part of the screen is. */
  above: readonly CachedRouteName[];
  children: ReactNode;
}

/**
 * A screen that is opened before the device has read it: it is drawn once these reads are answered or failed, so that no answer
 * moves what somebody is about to press. What is drawn stays.
 */
export function FirstAnswers({ known, reads, above, children }: FirstAnswersProps) {
  const [drawn, setDrawn] = useState(known);
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  if (!drawn && above.every((name) => answered.has(name))) setDrawn(true);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  if (drawn) return children;
  return (
    <>
      <Loading />
      {(Object.entries(reads) as [CachedRouteName, CachedInput<CachedRouteName>][]).map(([name, input]) => (
        <Answer
          key={name}
          {...{ name, input }}
          onAnswer={() => setAnswered((before) => (before.has(name) ? before : new Set(before).add(name)))}
        />
      ))}
    </>
  );
}

interface AnswerProps {
  name: CachedRouteName;
  input: CachedInput<CachedRouteName>;
  onAnswer: () => void;
}

/** Asks for a read, and shows nothing. */
function Answer({ name, input, onAnswer }: AnswerProps): ReactNode {
  const { isPending } = useCachedQuery(name, input);
  useEffect(() => {
    if (!isPending) onAnswer();
  });
  return undefined;
}
