import { isAccessEnded } from '../../../../contract/users/access.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { whoseAccess } from '../../../offline/subjects/people/access.ts';
import { StickyNotice } from '../../../ui/feedback/StickyNotice.tsx';
import { useDialogAddress } from '../../../ui/layout/dialogAddress.ts';
import { END_ACCESS } from './accessTexts.ts';
import { EndAccess } from './EndAccess.tsx';
import { UnsentAccess } from './UnsentAccess.tsx';
import { useAccessEnds } from './useAccessEnds.ts';

/** The ends of these people's access that wait on this device, and the form that the address opens for one of them. */
export function AccessOf({ people }: { people: readonly number[] }) {
  const access = useAccessEnds(people);
  const list = useCachedQuery('listUsers', {});
  const { address, open, close } = useDialogAddress();
  const asked = Number(address.get(END_ACCESS));
  const listed = (of: number) => (list.data ?? list.arrived)?.find(({ id }) => id === of);
  /** The person whose end of access the form opens for. */
  const residentOf = (of: number) => {
    const found = listed(of);
    return found?.is_manager ? undefined : found;
  };
  const person = people.includes(asked) ? residentOf(asked) : undefined;
  const item = access.items.find((each) => whoseAccess(each) === asked);
  return (
    <>
      <StickyNotice notice={access.notice} onDone={() => access.setNotice(undefined)} />
      <div className="mb-6 flex flex-col gap-4 empty:hidden">
        {access.items.map((each) => (
          <UnsentAccess
            key={each.id}
            item={each}
            access={access}
            isManager={listed(whoseAccess(each))?.is_manager === true}
            onEdit={
              residentOf(whoseAccess(each)) && (() => open({ [END_ACCESS]: String(whoseAccess(each)) }))
            }
          />
        ))}
      </div>
      {person && (item !== undefined || !isAccessEnded(person, { sign_in_ends: true })) && (
        <EndAccess key={person.id} {...{ person, item, access }} onClose={close} />
      )}
    </>
  );
}
