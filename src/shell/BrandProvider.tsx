import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { refreshCommunity, useCommunity } from '../subjects/community/community.ts';
import { currentConnection, onConnectionChange } from '../api/connection.ts';
import { BrandContext } from '../ui/layout/brand.ts';

/** Gives every frame the community's name and logo, and asks for them at the start and with each connection. */
export function BrandProvider({ children }: { children: ReactNode }) {
  const community = useCommunity();
  const online = useSyncExternalStore(onConnectionChange, currentConnection) === 'online';
  useEffect(() => {
    if (online) void refreshCommunity();
  }, [online]);
  const name = community?.name ?? null;
  const logo = community?.logo ?? null;
  const brand = useMemo(() => ({ name, logo }), [name, logo]);
  return <BrandContext value={brand}>{children}</BrandContext>;
}
