import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { COMES_BACK } from '../../ui/layout/dialogAddress.ts';

interface AnnounceToProps {
  /** The units of what is ticked; null for somebody who lives in none. */
  units: readonly (number | null | undefined)[];
}

/** Leads to a new announcement for the properties of these units; nothing where none is known. */
export function AnnounceTo({ units }: AnnounceToProps) {
  const { data = [] } = useCachedQuery('listUnits', {});
  const ticked = new Set(units);
  const properties = new Set(data.flatMap(({ id, property_id }) => (ticked.has(id) ? [property_id] : [])));
  if (properties.size === 0) return <></>;
  const ids = [...properties].sort((one, other) => one - other).join();
  return (
    <ButtonLink variant="secondary" to={`/admin/announcements?new=1&for=${ids}`} state={COMES_BACK}>
      Announce
    </ButtonLink>
  );
}
