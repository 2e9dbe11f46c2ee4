import { useOnline } from '../../offline/engine/useOnline.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';

/** Says before anything is typed that a change cannot wait on this device. */
export function NeedsConnection({ children }: { children: string }) {
  const online = useOnline();
  return !online ? <Banner type="warning">{children}</Banner> : <></>;
}
