import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { recordFound, readRecentlyFound } from '../offline/subjects/recentlyFound.ts';
import { useSharedLiveQuery } from '../offline/hooks/useSharedLiveQuery.ts';
import { useUser } from '../session/session.tsx';
import type { Hit } from './find.ts';
import { FindDialog } from './FindDialog.tsx';
import type { ShownGroup } from './FoundList.tsx';
import { useFindAge } from './useFindAge.ts';
import { useFinder } from './useFinder.ts';

interface FindProps {
  open: boolean;
  onClose: () => void;
}

/** Finds anything that this device has. What was read for it stays ready while Find is closed. */
export default function Find({ open, onClose }: FindProps) {
  const { id: userId, is_manager: isManager } = useUser();
  const [typed, setTyped] = useState('');
  const recent = useSharedLiveQuery(`recently found by ${userId}`, () => readRecentlyFound(userId));
  const found = useFinder({ userId, isManager, typed, recent: recent?.map(({ key }) => key) ?? [] });
  if (!open) return <></>;
  return (
    <OpenFind
      {...{ typed, isManager, found, onClose }}
      recent={recent?.map((each): Hit => ({ ...each, details: [] })) ?? []}
      onType={setTyped}
    />
  );
}

interface OpenFindProps {
  typed: string;
  onType: (typed: string) => void;
  isManager: boolean;
  found: ReturnType<typeof useFinder>;
  recent: Hit[];
  onClose: () => void;
}

function OpenFind({ typed, onType, isManager, found, recent, onClose }: OpenFindProps) {
  const { id: userId } = useUser();
  const navigate = useNavigate();
  const age = useFindAge(isManager);
  const sought = typed.trim();
  const recently: ShownGroup[] =
    recent.length > 0 ? [{ kind: 'recent', hits: recent, total: recent.length }] : [];
  const isFound = found?.typed === sought;

  function close(): void {
    onType('');
    onClose();
  }

  return (
    <FindDialog
      {...{ typed, onType, age }}
      groups={sought === '' ? recently : isFound ? found.groups : undefined}
      before={found && found.typed !== '' ? found.groups : recently}
      whole={sought === '' || (isFound && found.whole)}
      placeholder={isManager ? 'Name, home, request, amount...' : 'Request, entry, announcement...'}
      onOpen={({ key, title, to }) => {
        void recordFound(userId, { key, title, to });
        close();
        void navigate(to);
      }}
      onClose={close}
    />
  );
}
