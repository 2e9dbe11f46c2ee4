import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { byProperty, type UnitToRead } from '../walkingOrder.ts';

/**
 * The property in the address, whose homes alone are then read, counted and billed. One that has no home to read counts
 * as none, so that nothing is hidden without a word.
 */
export function useChosenProperty(all: readonly UnitToRead[]) {
  const [address, setAddress] = useSearchParams();
  const properties = useMemo(() => byProperty(all), [all]);
  const asked = address.get('property');
  const chosen = properties.find(({ id }) => String(id) === asked);
  return {
    properties,
    /** The id of the property; blank for all. */
    property: chosen ? String(chosen.id) : '',
    units: chosen?.units ?? all,
    choose: (id: string) => {
      const next = new URLSearchParams(address);
      if (id === '') next.delete('property');
      else next.set('property', id);
      setAddress(next, { replace: true });
    },
  };
}
