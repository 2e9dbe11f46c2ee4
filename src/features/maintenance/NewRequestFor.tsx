import type { ComponentProps } from 'react';
import { unitLabel } from '../../../contract/units/unit.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { NewRequest } from './NewRequest.tsx';

interface NewRequestForProps extends Omit<ComponentProps<typeof NewRequest>, 'home'> {
  /** The id of the unit that the address names; null for none. */
  home: string | null;
}

/** The new-request modal, with the unit of the home that it was opened from. */
export function NewRequestFor({ home, ...form }: NewRequestForProps) {
  return home === null ? <NewRequest {...form} /> : <ForHome {...form} home={home} />;
}

function ForHome({ home, ...form }: NewRequestForProps) {
  const { data, isPending } = useCachedQuery('listUnits', {});
  if (isPending) return <></>;
  // Where the list cannot be read, the form says so at its unit.
  const unit = data?.find(({ id }) => String(id) === home);
  return <NewRequest {...form} home={unit && { id: unit.id, words: unitLabel(unit) }} />;
}
