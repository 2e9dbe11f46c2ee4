import { RequestsScreen } from './RequestsScreen.tsx';

/** `/maintenance`: a resident's own requests, and those management made for their unit. */
export default function Maintenance() {
  return (
    <RequestsScreen
      title="Maintenance"
      description="Report a problem and follow it. It works without a signal, too."
      manager={false}
    />
  );
}
