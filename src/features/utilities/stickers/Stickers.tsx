import { Printer, QrCode } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import type { Unit } from '../../../../contract/units/unit.ts';
import type { InstalledMeter } from '../../../../contract/utilities/installedMeter.ts';
import { METER_LABELS } from '../../../../contract/utilities/meters.ts';
import { Loaded } from '../../../screens/Loaded.tsx';
import { LazyQrCode } from '../../../ui/data/LazyQrCode.tsx';
import { compareNaturally } from '../../../ui/data/naturalOrder.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { ButtonLink } from '../../../ui/forms/ButtonLink.tsx';
import { Select } from '../../../ui/forms/Select.tsx';
import { PageHeading } from '../../../ui/layout/PageHeading.tsx';
import { useUnitsAndMeters } from '../useUnitsAndMeters.ts';
import { stickerLink } from './stickerLinks.ts';

/** `/admin/utilities/stickers?property=…`: a sheet of stickers for the meters of a property, and for homes without one. */
export default function Stickers() {
  const query = useUnitsAndMeters();
  const [address, setAddress] = useSearchParams();
  return (
    <>
      <div className="print:hidden">
        <PageHeading
          title="Meter Stickers"
          description="Print them, and stick each at its meter. A phone that reads the code opens the readings at that meter."
          action={
            <ButtonLink to="/admin/utilities" variant="secondary">
              Back to Readings
            </ButtonLink>
          }
        />
      </div>
      <Loaded query={query} failed="Unable to load the meters">
        {({ units: all, meters: known }) => {
          const properties = new Map(
            all.map(({ property_id, property_name }) => [property_id, property_name]),
          );
          const [first] = properties.keys();
          if (first === undefined) {
            return (
              <EmptyState icon={QrCode} title="No stickers to print.">
                A home has one for each of its meters, once it is there.
              </EmptyState>
            );
          }
          const asked = Number(address.get('property'));
          const chosen = properties.has(asked) ? asked : first;
          const stickers = stickersOf(
            all.filter(({ property_id }) => property_id === chosen),
            known,
          );
          return (
            <div className="flex flex-col gap-6">
              <div className="flex flex-wrap items-end gap-4 print:hidden">
                <Select
                  label="Property"
                  value={String(chosen)}
                  onChange={({ target }) => setAddress({ property: target.value }, { replace: true })}
                >
                  {[...properties].map(([id, name]) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
                <Button icon={Printer} className="max-sm:w-full" onClick={() => window.print()}>
                  {stickers.length === 1 ? 'Print 1 Sticker' : `Print ${stickers.length} Stickers`}
                </Button>
              </div>
              <ul
                role="list"
                aria-label="Stickers"
                className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-4 print:grid-cols-3 print:gap-[4mm]"
              >
                {stickers.map(({ unit, meter }) => (
                  <Sticker key={meter ? `meter ${meter.id}` : `unit ${unit.id}`} unit={unit} meter={meter} />
                ))}
              </ul>
            </div>
          );
        }}
      </Loaded>
    </>
  );
}

interface StickerOf {
  unit: Unit;
  /** None for a home that has none. */
  meter: InstalledMeter | undefined;
}

/** One for each meter that is there, and one for each home without any, in the order of the homes. */
function stickersOf(units: readonly Unit[], meters: readonly InstalledMeter[]): StickerOf[] {
  return units
    .toSorted((a, b) => compareNaturally(a.unit_number, b.unit_number))
    .flatMap((unit): StickerOf[] => {
      const own = meters.filter(({ unit_id, removed_on }) => unit_id === unit.id && !removed_on);
      return own.length === 0 ? [{ unit, meter: undefined }] : own.map((meter) => ({ unit, meter }));
    });
}

/** Three fit beside each other on A4 and on Letter. */
function Sticker({ unit, meter }: StickerOf) {
  const link = stickerLink(meter ? { meter: meter.id } : { unit: unit.id });
  const name = meter ? `${METER_LABELS[meter.kind].name} ${meter.serial_number}` : 'Meters';
  return (
    <li className="flex break-inside-avoid flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-3 print:flex-nowrap print:gap-[2mm] print:rounded-none print:p-[2mm]">
      <div className="size-24 shrink-0 print:size-[24mm]">
        <LazyQrCode text={link} label={`Code of ${name}, Unit ${unit.unit_number}`} />
      </div>
      <p className="min-w-0 flex-1 basis-36 text-sm leading-snug wrap-anywhere print:basis-0 print:text-[9pt]">
        <span className="block text-base font-bold print:text-[11pt]">Unit {unit.unit_number}</span>
        <span className="block font-semibold">{name}</span>
        {unit.property_name}
      </p>
    </li>
  );
}
