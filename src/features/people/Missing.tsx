import { useOnline } from '../../offline/hooks/useOnline.ts';
import { Problem } from '../../ui/feedback/Problem.tsx';

/** That a record is not in its list; without a connection the list may be older than the record. */
export function Missing({ children }: { children: string }) {
  const online = useOnline();
  return (
    <Problem>
      {online ? children : 'This is not on this device yet. It is read once you are back online.'}
    </Problem>
  );
}
