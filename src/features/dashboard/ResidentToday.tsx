import { compareTimes } from '../../../contract/values/calendar.ts';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { openChargesOf, type OpenCharge } from '../../../contract/ledger/allocations.ts';
import { dueDayOf } from '../../../contract/ledger/pastDue.ts';
import { nextCharges } from '../../../contract/leases/leaseSchedule.ts';
import { paymentPolicyOf } from '../../../contract/leases/paymentPolicy.ts';
import type { OwnLease } from '../../../contract/leases/lease.ts';
import { toCents } from '../../../contract/values/money.ts';
import type { User } from '../../../contract/users/user.ts';
import { visitText } from '../../../contract/maintenance/visitText.ts';
import { entryTimeText } from '../../../contract/entryNotices/entryText.ts';
import type { ListedNotice } from '../../offline/subjects/entryNoticeList.ts';
import { useEntryNotices } from '../../subjects/entryNotices/useEntryNotices.ts';
import type { OptimisticRequest } from '../../offline/subjects/maintenance/maintenanceList.ts';
import type { ListedThread } from '../../offline/subjects/conversations/threadList.ts';
import { useThreads } from '../../subjects/messages/useThreads.ts';
import { useListedRequests } from '../../subjects/maintenance/useListedRequests.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOwnLedger } from '../../offline/subjects/ledger/ledger.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useUser } from '../../session/session.tsx';
import { LateFeeOf } from '../../subjects/ledger/LateFeeOf.tsx';
import { LateFeeNotice } from '../../subjects/leases/LateFeeNotice.tsx';
import { sharedHome, type SharedHome } from '../../subjects/leases/sharedHome.ts';
import { scheduledName } from '../../subjects/leases/scheduledName.ts';
import { planText } from '../../subjects/payments/autopayText.ts';
import { useAutopayPlan } from '../../subjects/payments/useAutopayPlan.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import { useKeptForPages } from './useKeptForPages.ts';
import { isoDay, timeText } from '../../ui/data/Time.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { COMES_BACK } from '../../ui/layout/dialogAddress.ts';

/** What is due and when, what autopay charges, and whether one's home is known; also without a connection. */
export function ResidentToday() {
  const user = useUser();
  const ledger = useOwnLedger();
  const leases = useCachedQuery('listMyLeases', {});
  const { data: autopay } = useCachedQuery('readAutopay', {});
  const plan = useAutopayPlan(autopay);
  const requests = useListedRequests({}).data ?? [];
  const threads = useThreads().data ?? [];
  const notices = useEntryNotices().data ?? [];
  useKeptForPages(ledger.data !== undefined);
  const planned = plan && autopay && planText(plan, autopay);
  return (
    <Card title="Today">
      {/* "Nothing waits" is not said before it is known what the leases charge. */}
      <Loaded
        query={{ ...ledger, data: leases.isPending ? undefined : ledger.data }}
        failed="Unable to load what is due"
      >
        {(entries) => {
          const own = leases.data ?? [];
          const charges = openChargesOf(entries) ?? [];
          const rows = [
            homeRow(user),
            ...messageRows(threads),
            ...entryRows(notices),
            ...visitRows(requests),
            ...dueRows(charges, own, ledger.dataAsOf),
            sharedRow(sharedHome(own)),
            planned && <Row key="autopay" title={planned} to="/payments/autopay" link="Look at autopay" />,
            nextRow(own, leases.dataAsOf),
          ].filter(Boolean);
          return rows.length > 0 ? (
            <ul role="list" className="-my-3 divide-y divide-line">
              {rows}
            </ul>
          ) : (
            <p className="flex items-center gap-2">
              <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
              <span>Nothing waits for you today.</span>
            </p>
          );
        }}
      </Loaded>
    </Card>
  );
}

interface RowProps {
  title: string;
  children?: ReactNode;
  to?: string;
  link?: string;
}

function Row({ title, children, to, link }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <p className="font-semibold">{title}</p>
        {children !== undefined && <div className="text-sm text-muted">{children}</div>}
      </div>
      {to !== undefined && (
        <ButtonLink variant="secondary" to={to} state={COMES_BACK}>
          {link}
        </ButtonLink>
      )}
    </li>
  );
}

function homeRow({ unit, unit_claim }: User): ReactNode {
  if (unit !== null) return undefined;
  return (
    <Row
      key="home"
      title="Your home is not confirmed yet"
      children={
        unit_claim === null
          ? 'Management was told, and says which unit is yours.'
          : `You said that you live in ${unit_claim}. Management was told and has to confirm it.`
      }
    />
  );
}

/** What was written to one and not read. */
function messageRows(threads: readonly ListedThread[]): ReactNode[] {
  return threads
    .filter(({ unread }) => unread > 0)
    .map(({ uuid, last_text, last_by_management }) => (
      <Row
        key={`message ${uuid}`}
        title={last_by_management ? 'Management wrote to you' : 'Somebody in your home wrote'}
        to={`/messages/${uuid}`}
        link="Read"
      >
        <span className="line-clamp-2">{last_text}</span>
      </Row>
    ));
}

/** When management enters the home, the soonest first. */
function entryRows(notices: readonly ListedNotice[]): ReactNode[] {
  const today = isoDay();
  return notices
    .filter(({ notice }) => notice.entry_on >= today)
    .toReversed()
    .map(({ key, notice, answers }) => (
      <Row
        key={`entry ${key}`}
        title={`Management enters your home on ${entryTimeText(notice)}`}
        to="/entry-notices"
        link={answers.length > 0 ? 'See the notice' : 'Answer'}
      >
        {notice.text ? `${notice.purpose}: ${notice.text}` : notice.purpose}
      </Row>
    ));
}

/** When somebody comes about one's requests, the soonest first. */
function visitRows(requests: readonly OptimisticRequest[]): ReactNode[] {
  const today = isoDay();
  return requests
    .flatMap(({ key, information, completed, progress: { visit } }) =>
      visit && !completed && visit.on >= today ? [{ key, information, visit }] : [],
    )
    .sort((a, b) => compareTimes(a.visit.on, b.visit.on))
    .map(({ key, information, visit: { on, from, to, visitor } }) => (
      <Row
        key={`visit ${key}`}
        title={visitText({ visit_on: on, visit_from: from, visit_to: to, visitor })}
        to={`/maintenance?request=${key}`}
        link="See the request"
      >
        {information}
      </Row>
    ));
}

/** What a home owes that another is billed for. */
function sharedRow(shared: SharedHome | undefined): ReactNode {
  if (!shared || shared.home.owes <= 0) return undefined;
  const { home, payment_policy } = shared;
  const pay = payment_policy === 'nothing' ? {} : { to: '/payments', link: 'Go to Payments' };
  return (
    <Row key="shared" title={`Your home owes ${moneyText(toCents(home.owes))}`} {...pay}>
      {home.billed_to} is billed for it, and each of you can pay.
    </Row>
  );
}

const dueOn = ({ entry }: OpenCharge): string => dueDayOf(entry, (moment) => isoDay(new Date(moment)));

const sumOf = (charges: readonly OpenCharge[]): string =>
  moneyText(charges.reduce((sum, { open }) => sum + open, 0));

function dueRows(
  charges: readonly OpenCharge[],
  leases: readonly OwnLease[],
  asOf: Date | undefined,
): ReactNode[] {
  const today = isoDay();
  const inOrder = charges.toSorted((a, b) => compareTimes(dueOn(a), dueOn(b)));
  const past = inOrder.filter((charge) => dueOn(charge) < today);
  const coming = inOrder.filter((charge) => dueOn(charge) >= today);
  const policy = paymentPolicyOf(leases, today);
  const pay = policy === 'nothing' ? {} : { to: '/payments', link: 'Go to Payments' };
  const fees = (of: readonly OpenCharge[]) =>
    of.map((charge) => <LateFeeOf key={charge.entry.id} {...charge} {...{ leases, policy, asOf }} />);
  return [
    past[0] && (
      <Row key="past" title={`${sumOf(past)} past due`} {...pay}>
        Since {timeText(dueOn(past[0]), 'short')}
        {fees(past)}
      </Row>
    ),
    coming[0] && (
      <Row key="coming" title={`${sumOf(coming)} due`} {...(past[0] ? {} : pay)}>
        {dueOn(coming[0]) === today ? 'Today' : `By ${timeText(dueOn(coming[0]), 'short')}`}
        {fees(coming)}
      </Row>
    ),
  ];
}

/** How many of the next charges are looked at for those of one day. */
const NEXT = 10;

/** What the leases that one is billed for charge on the next day on which they charge; nothing while management has paused them. */
function nextRow(leases: readonly OwnLease[], asOf: Date | undefined): ReactNode {
  const next = leases
    .filter(({ billed, paused }) => billed && !paused)
    .flatMap((lease) => nextCharges(lease, NEXT).map((charge) => ({ ...charge, lease })))
    .sort((a, b) => compareTimes(a.due_on, b.due_on));
  const day = next[0]?.due_on;
  if (day === undefined) return undefined;
  const charges = next.filter(({ due_on }) => due_on === day);
  const policy = paymentPolicyOf(leases, isoDay());
  return (
    <Row
      key="next"
      title={`${moneyText(charges.reduce((sum, { cents }) => sum + cents, 0))} due on ${timeText(day, 'short')}`}
    >
      {charges.map((each) => (
        <p key={each.charge.id}>{scheduledName(each)}</p>
      ))}
      {charges
        .filter(({ charge }) => charge.kind === 'rent')
        .map(({ charge, lease, cents }) => (
          <LateFeeNotice key={charge.id} rules={lease} due_on={day} {...{ policy, cents, asOf }} />
        ))}
    </Row>
  );
}
