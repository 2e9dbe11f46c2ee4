import { useEffect, useLayoutEffect, useRef, useState, type SyntheticEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SCAN_PATH } from '../../../../contract/http/cameraPage.ts';
import type { Unit } from '../../../../contract/units/unit.ts';
import type { InstalledMeter } from '../../../../contract/utilities/installedMeter.ts';
import { Loaded } from '../../../screens/Loaded.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { ButtonLink } from '../../../ui/forms/ButtonLink.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { PageHeading } from '../../../ui/layout/PageHeading.tsx';
import { pathOfCode, placesOf, type PlaceOnWalk } from '../stickers/stickerLinks.ts';
import { useUnitsAndMeters } from '../useUnitsAndMeters.ts';
import { useCamera } from './useCamera.ts';

const NOT_OURS = 'This code is not of a meter sticker of this community.';

/** The address of the screen once it was loaded as a page of its own. */
const LOADED = `${SCAN_PATH}?loaded=1`;

/** Whether this page was loaded at another address, where no camera may be used; browsers that do not tell have no such rule. */
function cameraIsClosed(): boolean {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature: (name: string) => boolean } };
  return featurePolicy?.allowsFeature('camera') === false;
}

/** `/admin/utilities/scan`: reads the sticker of a meter by the camera, or takes its number, and opens the readings there. */
export default function Scan() {
  const [address] = useSearchParams();
  const reloads = cameraIsClosed() && !address.has('loaded');
  useEffect(() => {
    if (reloads) window.location.replace(LOADED);
  }, [reloads]);
  return (
    <>
      <PageHeading
        title="Scan a Sticker"
        description="Hold the camera over the code at a meter. The readings open at that meter."
        action={
          <ButtonLink to="/admin/utilities" variant="secondary" reloadDocument>
            Back to Readings
          </ButtonLink>
        }
      />
      {!reloads && <Scanner />}
    </>
  );
}

function Scanner() {
  const query = useUnitsAndMeters();
  const video = useRef<HTMLVideoElement>(null);
  const [foreign, setForeign] = useState(false);
  const [found, setFound] = useState<PlaceOnWalk>();
  const problem = useCamera(video, (text) => {
    const to = pathOfCode(text);
    setForeign(to === undefined);
    if (to !== undefined) setFound({ to, name: 'the meter' });
  });
  return (
    <div className="flex max-w-xl flex-col gap-6">
      {found && <Opening place={found} />}
      {problem ? (
        <Banner type="warning">{problem} Type the number on the sticker instead.</Banner>
      ) : (
        <video
          ref={video}
          muted
          playsInline
          aria-label="Picture of the camera"
          className="aspect-square w-full rounded-card bg-ink object-cover sm:aspect-video"
        />
      )}
      {foreign && <Banner type="warning">{NOT_OURS}</Banner>}
      <Loaded query={query} failed="Unable to load the meters">
        {(known) => <TypedNumber {...known} focused={problem !== undefined} onFound={setFound} />}
      </Loaded>
    </div>
  );
}

/** Loads the readings as a page of their own, in which no camera may be used. */
function Opening({ place: { to, name } }: { place: PlaceOnWalk }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.click(), [to]);
  return (
    <ButtonLink ref={link} to={to} reloadDocument>
      Open {name}
    </ButtonLink>
  );
}

interface TypedNumberProps {
  units: readonly Unit[];
  meters: readonly InstalledMeter[];
  /** Whether it is the only way, since there is no camera. */
  focused: boolean;
  onFound: (place: PlaceOnWalk) => void;
}

function TypedNumber({ units, meters, focused, onFound }: TypedNumberProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [several, setSeveral] = useState<PlaceOnWalk[]>([]);
  useLayoutEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);

  function open(event: SyntheticEvent): void {
    event.preventDefault();
    const places = typed.trim() === '' ? [] : placesOf(typed, units, meters);
    const [first, second] = places;
    setSeveral(second ? places : []);
    if (first && !second) onFound(first);
    if (first) return;
    setError(
      typed.trim() === ''
        ? 'Please type the number on the sticker.'
        : 'No meter and no unit has this number.',
    );
    field.current?.focus();
  }

  return (
    <form noValidate onSubmit={open} className="flex flex-col gap-4">
      <Field
        ref={field}
        label="Number of the meter or unit"
        help="It stands on the sticker beside the code."
        autoComplete="off"
        autoCapitalize="characters"
        value={typed}
        error={error}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(undefined);
          setSeveral([]);
        }}
      />
      <Button type="submit" className="self-start max-sm:w-full">
        Open Readings
      </Button>
      {several.length > 0 && (
        <div role="status">
          <p className="mb-2 font-medium">Several have this number. Which one is it?</p>
          <ul role="list" className="flex flex-col items-start gap-2">
            {several.map((place) => (
              <li key={place.to}>
                <ButtonLink to={place.to} variant="secondary" reloadDocument>
                  {place.name}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </form>
  );
}
