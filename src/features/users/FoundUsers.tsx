import { UsersRound } from 'lucide-react';
import type { ComponentProps } from 'react';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { UserTable } from './UserTable.tsx';

interface FoundUsersProps extends ComponentProps<typeof UserTable> {
  /** Whether no list is here yet. */
  pending: boolean;
  /** Given where the list could not be loaded. */
  onTryAgain: (() => void) | undefined;
  /** Whether something was typed to search for. */
  searched: boolean;
}

/** The users that the search found, or why there are none. */
export function FoundUsers({ pending, onTryAgain, searched, ...table }: FoundUsersProps) {
  if (pending) return <Loading />;
  if (table.users.length > 0) return <UserTable {...table} />;
  const tryAgain = onTryAgain && (
    <Button variant="secondary" onClick={onTryAgain}>
      Try Again
    </Button>
  );
  return (
    <EmptyState icon={UsersRound} title="No Users Found" action={tryAgain}>
      {onTryAgain
        ? 'The list is not here yet.'
        : searched && 'Nobody here has that. Try another word, or search by something else.'}
    </EmptyState>
  );
}
