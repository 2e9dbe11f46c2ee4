import { UsersRound } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Unit } from '../../../contract/units/unit.ts';
import { fullNameOf, type ListedUser } from '../../../contract/users/user.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { useUnsent } from '../../offline/hooks/useUnsent.ts';
import { accessEndsOf } from '../../offline/subjects/people/access.ts';
import { AnnounceTo } from '../../subjects/announcements/AnnounceTo.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { ListTable, useLabelAbove } from '../../ui/lists/ListTable.tsx';
import { ListTools } from '../../ui/lists/ListTools.tsx';
import { SearchedOnly } from '../../ui/lists/SearchedOnly.tsx';
import { useList } from '../../ui/lists/useList.ts';
import { useStable } from '../../ui/lists/useStable.ts';
import { CHIPS, claimsFirst, MOST_SHOWN, SEARCHED, textsBy } from './searchUsers.ts';
import { columnsOf, summaryOf, type UserActions } from './userColumns.tsx';
import { usersTable } from './userTable.ts';

interface UserListProps {
  users: readonly ListedUser[];
  units: readonly Unit[] | undefined;
  online: boolean;
  /** Whether no list is here yet. */
  pending: boolean;
  /** Whether all are here. */
  whole: boolean;
  /** Given where the list could not be loaded. */
  onTryAgain: (() => void) | undefined;
  actions: UserActions;
}

/** The users by what is asked of them, or why there are none. */
export function UserList({ users, units, online, pending, whole, onTryAgain, ...props }: UserListProps) {
  const { userId } = useDevice();
  const actions = useStable(props.actions);
  const { items } = useUnsent();
  const ends = useMemo(() => accessEndsOf(items), [items]);
  const around = useMemo(() => ({ units, online, userId, ends }), [units, online, userId, ends]);
  const columns = useMemo(() => columnsOf(around, actions), [around, actions]);
  const summary = useCallback((user: ListedUser) => summaryOf(user, around, actions), [around, actions]);
  const labelAbove = useLabelAbove();
  const [address] = useSearchParams();
  const by = SEARCHED.find(({ value }) => value === address.get('by'))?.value ?? SEARCHED[0].value;
  const textsOf = useMemo(() => textsBy(by), [by]);
  const rows = useMemo(() => claimsFirst(users), [users]);
  const list = useList({
    rows,
    rowKey,
    textsOf,
    columns,
    chips: CHIPS,
    most: MOST_SHOWN,
    asTheyCome: 'Claims, then last name',
  });
  const { found, shown, sought } = list;
  const tryAgain = onTryAgain && (
    <Button variant="secondary" onClick={onTryAgain}>
      Try Again
    </Button>
  );
  return (
    <div>
      <ListTools
        label="Search"
        list={list}
        one="user"
        many="users"
        chipsLabel="Accounts"
        tableOf={whole ? usersTable : undefined}
        printed="Users"
        actionsOf={(ticked) => <AnnounceTo units={ticked.map(({ unit }) => unit)} />}
        before={
          <Select
            label="Search by"
            hideLabel={!labelAbove}
            value={by}
            onChange={({ target }) =>
              list.write('by', target.value === SEARCHED[0].value ? '' : target.value)
            }
          >
            {SEARCHED.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        }
      />
      <p role="status" className="mb-3 text-muted empty:hidden">
        {found.length > shown.length &&
          `Showing ${shown.length} of ${numberText(found.length)}: search to find others.`}
      </p>
      {pending ? (
        <Loading />
      ) : shown.length > 0 ? (
        <ListTable
          caption="Users"
          list={list}
          columns={columns}
          rowKey={rowKey}
          nameOf={fullNameOf}
          summaryOf={summary}
          empty="No Users Found"
        />
      ) : (
        <EmptyState
          icon={UsersRound}
          title="No Users Found"
          action={tryAgain ?? <SearchedOnly list={list} />}
        >
          {onTryAgain
            ? 'The list is not here yet.'
            : sought !== '' && 'Nobody here has that. Try another word, or search by something else.'}
        </EmptyState>
      )}
    </div>
  );
}

const rowKey = ({ id }: ListedUser) => id;
