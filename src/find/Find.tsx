import { numberText } from '../../contract/values/numberText.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { recordFound, readRecentlyFound } from '../offline/subjects/recentlyFound.ts';
import { useSharedLiveQuery } from '../offline/hooks/useSharedLiveQuery.ts';
import { useUser } from '../session/session.tsx';
import { examplesOf } from './actions.ts';
import type { FoundGroup, Hit } from './find.ts';
import { FindDialog } from './FindDialog.tsx';
import type { ShownGroup } from './FoundList.tsx';
import { useFindAge } from './useFindAge.ts';
import type { Group } from './things.ts';
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
  const [all, setAll] = useState<Group>();
  const found = useFinder({ userId, isManager, typed, all, recent: recent?.map(({ key }) => key) ?? [] });
  if (!open) return <></>;
  return (
    <OpenFind
      {...{ typed, isManager, found, all, onClose }}
      onAll={setAll}
      recent={recent?.map((each): Hit => ({ ...each, details: [] })) ?? []}
      onType={(next) => {
        setTyped(next);
        setAll(undefined);
      }}
    />
  );
}

interface OpenFindProps {
  typed: string;
  onType: (typed: string) => void;
  /** The group of which all are shown, and nothing else. */
  all: Group | undefined;
  onAll: (kind: Group) => void;
  isManager: boolean;
  found: ReturnType<typeof useFinder>;
  recent: Hit[];
  onClose: () => void;
}

function OpenFind({ typed, onType, all, onAll, isManager, found, recent, onClose }: OpenFindProps) {
  const { id: userId } = useUser();
  const navigate = useNavigate();
  const age = useFindAge(isManager);
  const sought = typed.trim();
  const recently: ShownGroup[] =
    recent.length > 0 ? [{ kind: 'recent', hits: recent, total: recent.length }] : [];
  const isFound = found?.typed === sought;
  const groups = shownOf(found?.groups ?? [], all);

  function close(): void {
    onType('');
    onClose();
  }

  return (
    <FindDialog
      {...{ typed, onType, age }}
      groups={sought === '' ? recently : isFound ? groups : undefined}
      before={found && found.typed !== '' ? groups : recently}
      examples={examplesOf(isManager)}
      whole={sought === '' || (isFound && found.whole)}
      placeholder={isManager ? 'Name, home, request, amount...' : 'Request, entry, announcement...'}
      onOpen={({ key, title, to }) => {
        const whole = groups.find(({ more }) => more?.key === key)?.kind;
        if (whole && isGroup(whole)) {
          onAll(whole);
          return;
        }
        void recordFound(userId, { key, title, to });
        close();
        void navigate(to);
      }}
      onClose={close}
    />
  );
}

/** Only the group of which all are shown, or else each with the way to all of it. */
function shownOf(groups: readonly FoundGroup[], all: Group | undefined): ShownGroup[] {
  if (all) return groups.filter(({ kind }) => kind === all);
  return groups.map((group) => ({ ...group, more: moreOf(group) }));
}

function moreOf({ kind, hits, total }: FoundGroup): Hit | undefined {
  if (total <= hits.length || !isGroup(kind)) return undefined;
  return { key: `all ${kind}`, title: `Show all ${numberText(total)}`, details: [], to: '' };
}

/** Actions and screens are few, and always shown whole. */
function isGroup(kind: ShownGroup['kind']): kind is Group {
  return kind !== 'actions' && kind !== 'screens' && kind !== 'recent';
}
