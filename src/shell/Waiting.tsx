import { Loading } from '../ui/feedback/Loading.tsx';
import { Page } from '../ui/layout/Page.tsx';

/** What is shown until it is known who is signed in, or until their screens are loaded. */
export function Waiting() {
  return (
    <Page>
      <Loading />
    </Page>
  );
}
