import { fullNameOf, type ListedUser } from '../../../../contract/users/user.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { Button } from '../../../ui/forms/Button.tsx';
import { managerText } from './accessTexts.ts';

interface EndAccessButtonsProps {
  /** Who is listed in the home still. */
  leaving: readonly Pick<ListedUser, 'id' | 'first_name' | 'last_name'>[];
  onEnd: (person: number) => void;
}

/** What opens the form that ends the access of each, and of a manager why there is none. */
export function EndAccessButtons({ leaving, onEnd }: EndAccessButtonsProps) {
  const list = useCachedQuery('listUsers', {});
  const managers = new Set(
    (list.data ?? list.arrived)?.filter(({ is_manager }) => is_manager).map(({ id }) => id),
  );
  return leaving.map((tenant) => {
    const name = fullNameOf(tenant);
    return managers.has(tenant.id) ? (
      <span key={tenant.id} className="text-muted">
        {managerText(name)}
      </span>
    ) : (
      <Button
        key={tenant.id}
        variant="quiet"
        aria-label={`End access of ${name}`}
        onClick={() => onEnd(tenant.id)}
      >
        {leaving.length === 1 ? 'End Access' : `End Access of ${name}`}
      </Button>
    );
  });
}
