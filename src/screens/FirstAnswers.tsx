import { useEffect, useState, type ReactNode } from 'react';
import type { CachedRouteName } from '../../contract/routes.ts';
import type { CachedInput } from '../offline/engine/reads/cachedReads.ts';
import { useCachedQuery, type CachedInputs } from '../offline/hooks/useCachedQuery.ts';
import { Loading } from '../ui/feedback/Loading.tsx';

/** How long a screen waits for its first answers, in milliseconds; then what there is of it is drawn. */
const PATIENCE = 3_000;

interface FirstAnswersProps {
  /** Whether this device has read the screen before; then it is drawn at once. */
  known: boolean;
  /** The reads whose answers decide how high the upper part of the screen is. */
  of: CachedInputs;
  children: ReactNode;
}

/**
 * A screen that is opened before the device has read it: it is drawn once these reads are answered or failed, so that no answer
 * moves what somebody is about to press. What is drawn stays.
 */
export function FirstAnswers({ known, of, children }: FirstAnswersProps) {
  const [drawn, setDrawn] = useState(known);
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const reads = Object.entries(of) as [CachedRouteName, CachedInput<CachedRouteName>][];
  if (!drawn && answered.size === reads.length) setDrawn(true);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  if (drawn) return children;
  return (
    <>
      <Loading />
      {reads.map(([name, input]) => (
        <Answer
          key={name}
          {...{ name, input }}
          onAnswer={() => setAnswered((before) => new Set(before).add(name))}
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
