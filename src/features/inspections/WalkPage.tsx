import { useParams, useSearchParams } from 'react-router-dom';
import { unitLabel } from '../../../contract/units/unit.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { storedPhotosOf } from '../../offline/subjects/photos/inspectionPhotos.ts';
import { unsentOf } from '../../offline/subjects/inspections.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useUser } from '../../session/session.tsx';
import { AccessDenied } from '../../ui/feedback/AccessDenied.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Problem } from '../../ui/feedback/Problem.tsx';
import { useInspectedHome } from './useInspectedHome.ts';
import { homeLeases } from './homeLeases.ts';
import { Walk } from './Walk.tsx';

/** `/admin/inspections/:unit/:id/walk`: an inspection as it is done, room by room, with or without a connection. */
export default function WalkPage() {
  const { unit = '', id = '' } = useParams();
  const [address] = useSearchParams();
  const user = useUser();
  const { home, units, leases, madeLeases, ofHome } = useInspectedHome(unit);
  const template = useCachedQuery('readInspectionTemplate', {});
  const { items } = useOutbox();
  if (ofHome.denied) return <AccessDenied />;
  if (!home) {
    return (
      <Loaded query={units} arrived={units.arrived} failed="Failed to load units">
        {(_, whole) => (whole ? <Problem>This unit is not there any more.</Problem> : <Loading />)}
      </Loaded>
    );
  }
  // What this device has not read yet, it can do without: a home is also inspected where there is no connection.
  const isPending = [leases, ofHome, template].some(({ data, error }) => data === undefined && !error);
  if (!items || !madeLeases || isPending) return <Loading />;
  return (
    <Walk
      key={`${unit} ${id}`}
      home={{ label: unitLabel(home), unit: home.unit_id }}
      sources={{
        ...{ id, unit: home.unit_id, user, kind: address.get('kind'), lease: address.get('lease') },
        inspections: ofHome.data ?? [],
        unsent: unsentOf(items, id),
        storedPhotos: storedPhotosOf(items, id),
        leases: homeLeases(home.unit_id, leases.data ?? [], madeLeases.unsent),
        sentAs: madeLeases.sentAs,
        template: template.data,
      }}
    />
  );
}
