import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';

/** What the server warns management of, such as a full disk; nothing on a usual day. */
export function ServerWarnings() {
  const { data = [] } = useCachedQuery('listWarnings', {});
  return data.map(({ code, message }) => (
    <Banner key={code} type="warning">
      {message}
    </Banner>
  ));
}
