import { DoorOpen, QrCode } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router-dom';
import { NO_USAGE } from '../../../contract/utilities/utilityBills.ts';
import type { Tariff } from '../../../contract/utilities/tariffs.ts';
import type { Settings } from '../../../contract/utilities/rates.ts';
import { METERS } from '../../../contract/utilities/meters.ts';
import { readReadings } from '../../offline/subjects/bills.ts';
import { ClockNotice } from '../../screens/ClockNotice.tsx';
import { Loaded } from '../../screens/Loaded.tsx';
import { useDevice } from '../../offline/engine/device.ts';
import { useConfirm } from '../../ui/feedback/Confirm.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { useMediaQuery } from '../../ui/layout/mediaQuery.ts';
import { Notices, type Notice } from '../../ui/feedback/Notices.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { Problem } from '../../ui/feedback/Problem.tsx';
import { CommonMeters } from './common/CommonMeters.tsx';
import { CurrentRates } from './CurrentRates.tsx';
import { focusMeter, focusUnreadMeter } from './meters/focusMeter.ts';
import { PropertyUnits } from './PropertyUnits.tsx';
import { ReadyForOffline } from './ReadyForOffline.tsx';
import { Review } from './Review.tsx';
import { blankMeterQuestion, planOf, postingOf, unusualQuestion, type Plan } from './billPlan.ts';
import { byProperty, type UnitToRead } from './walkingOrder.ts';
import { SentBills } from './SentBills.tsx';
import { SentReadings } from './meters/SentReadings.tsx';
import { DraftProblem, Summary } from './Summary.tsx';
import { useBills, type Bills } from './useBills.ts';
import { useUnitsToRead } from './useUnitsToRead.ts';
import { MeterSearch } from './meters/MeterSearch.tsx';
import { useChosenProperty } from './meters/useChosenProperty.ts';
import { WalkingOrder } from './meters/WalkingOrder.tsx';
import { useStickerOfAddress } from './stickers/useStickerOfAddress.ts';
import { WaitingBills } from './WaitingBills.tsx';
import { ReadingStore } from './readingStore.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { ScanLink } from './scan/ScanLink.tsx';
import { isSkipped, useUnsentSkips } from './meters/unsentSkips.ts';
import type { LastPhotos } from './meters/useLastPhotos.ts';
import { found } from './meters/findMeters.ts';
import { useBusy } from '../../ui/forms/useBusy.ts';

/** `/admin/utilities`: the meters of every occupied unit, read in walking order and billed together. */
export default function Readings() {
  const { userId } = useDevice();
  const [readings, setReadings] = useState<ReadingStore>();
  const [problem, setProblem] = useState<Error>();
  const toRead = useUnitsToRead();
  const bills = useBills(readings);
  const [address] = useSearchParams();

  useEffect(() => {
    readReadings(userId).then((typed) => setReadings(new ReadingStore(userId, typed)), setProblem);
  }, [userId]);

  return (
    <>
      <PageHeading
        title="Enter Monthly Utility Readings"
        description="In walking order. Everything you type stays on this device until it is posted."
        action={<ScanLink />}
      />
      <div className="mb-6 flex flex-col gap-4">
        <ClockNotice />
        <FocusedNotice notice={bills.notice} onDone={() => bills.setNotice(undefined)} />
        {bills.items.map((item) => (
          <WaitingBills key={item.seq} item={item} bills={bills} open={address.get('unsent') === item.id} />
        ))}
        <SentReadings />
        {toRead.data && <SentBills units={toRead.data.units} />}
        <ReadyForOffline {...toRead.reads} count={toRead.count} onRefresh={toRead.refresh} />
        {toRead.rates && <CurrentRates rates={toRead.rates} tariffs={toRead.tariffs} />}
      </div>
      {problem ? (
        <Problem>{problem.message}</Problem>
      ) : (
        <Loaded
          query={{ ...toRead, data: readings && toRead.data && { ...toRead.data, readings, bills } }}
          failed="Failed to fetch units"
        >
          {(data) =>
            data.units.length === 0 ? (
              <EmptyState icon={DoorOpen} title="No occupied units.">
                A unit is read and billed once someone lives in it.
              </EmptyState>
            ) : (
              <Meters {...data} photos={toRead.photos} />
            )
          }
        </Loaded>
      )}
      <div className="mt-8">
        <CommonMeters />
      </div>
    </>
  );
}

interface MetersProps {
  readings: ReadingStore;
  units: UnitToRead[];
  rates: Settings;
  tariffs: Tariff[] | undefined;
  photos: LastPhotos;
  bills: Bills;
}

function Meters({ readings, units: all, rates, tariffs, photos, bills }: MetersProps) {
  const wide = useMediaQuery('(min-width: 48rem)');
  const [plan, setPlan] = useState<Plan>();
  const { busy, run } = useBusy();
  const [ordered, setOrdered] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const confirm = useConfirm();
  const [search, setSearch] = useState('');
  const chosen = useChosenProperty(all);
  const { units } = chosen;
  const metered = units.some(({ meters }) => meters.length > 0);
  const unsent = bills.items.flatMap((item) => item.shown.bills.map(({ unit_id }) => unit_id));
  const waitingKey = unsent.join();
  const waiting = useMemo(() => new Set(waitingKey.split(',').map(Number)), [waitingKey]);
  const property = chosen.properties.find(({ id }) => id === ordered);
  const open = useMemo(() => units.filter(({ unit_id }) => !waiting.has(unit_id)), [units, waiting]);

  const skips = useUnsentSkips();
  const notRead = useStickerOfAddress(open);
  const shownUnits = useMemo(() => found(byProperty(units), search), [units, search]);

  useEffect(
    () =>
      readings.go(
        open.map((unit) => ({ ...unit, skipped: isSkipped(unit, skips) })),
        rates,
      ),
    [readings, open, rates, skips],
  );

  // A phone may be put away, and the app killed, while a field has the focus.
  useEffect(() => {
    document.addEventListener('visibilitychange', readings.store);
    return () => {
      document.removeEventListener('visibilitychange', readings.store);
      readings.store();
    };
  }, [readings]);

  // Only typing clears an error, not a refresh of the list.
  useEffect(() => readings.subscribe('typed', () => setProblem(undefined)), [readings]);

  function review(): void {
    if (METERS.every((meter) => rates[`rate_${meter}`] === 0) && !tariffs?.length) {
      setProblem('Set the utility rates first.');
      return;
    }
    const planned = planOf(open, readings.typedOf, rates);
    const [wrong] = planned.wrong;
    setProblem(undefined);
    if (wrong) {
      flushSync(() => {
        setProblem(wrong.problem);
        setSearch('');
      });
      focusMeter(wrong.unit.unit_id);
    } else if (planned.bills.length === 0) setProblem(NO_USAGE);
    else setPlan(planned);
  }

  async function post(planned: Plan): Promise<void> {
    const text = blankMeterQuestion(planned);
    if (text && !(await confirm({ text, confirmLabel: 'Bill as 0', cancelLabel: 'Back' }))) return;
    const unusual = unusualQuestion(planned);
    if (unusual && !(await confirm({ text: unusual, confirmLabel: 'Bill anyway', cancelLabel: 'Back' })))
      return;
    const { entries, shown } = postingOf(planned, tariffs);
    await run(() => bills.post(entries, shown));
    setPlan(undefined);
  }

  return (
    <>
      <DraftProblem readings={readings} />
      <Summary
        readings={readings}
        units={open.length}
        busy={busy}
        problem={problem}
        onReview={review}
        onNext={metered ? focusUnreadMeter : undefined}
      />
      <MeterSearch {...{ chosen, search }} onSearch={setSearch} />
      {notRead && (
        <Banner type="warning" className="mb-6">
          {notRead}
        </Banner>
      )}
      {search !== '' && shownUnits.length === 0 && (
        <p className="mb-6 text-muted">No unit or meter has this number.</p>
      )}
      {shownUnits.map((group) => (
        <PropertyUnits
          key={group.id}
          property={group}
          {...{ readings, rates, waiting, skips, photos, wide }}
          onOrder={() => setOrdered(group.id)}
        />
      ))}
      <ButtonLink icon={QrCode} to="/admin/utilities/stickers" variant="quiet">
        Meter Stickers
      </ButtonLink>
      {property && <WalkingOrder property={property} onClose={() => setOrdered(undefined)} />}
      {plan && (
        <Review
          plan={plan}
          busy={busy}
          onPost={() => void post(plan)}
          onLook={(unitId, meter, id) => {
            flushSync(() => {
              setPlan(undefined);
              setSearch('');
            });
            focusMeter(unitId, meter, id);
          }}
          onClose={() => setPlan(undefined)}
        />
      )}
    </>
  );
}

/** The result of the last posting, scrolled into view and announced to screen readers. */
function FocusedNotice({ notice, onDone }: { notice: Notice | undefined; onDone: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice) place.current?.focus();
  }, [notice]);
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-24 outline-none empty:hidden">
      {notice && <Notices notice={notice} onDone={onDone} className="" />}
    </div>
  );
}
