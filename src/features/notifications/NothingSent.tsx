import { Card } from '../../ui/layout/Card.tsx';

/** Says that there is nothing to choose, where the server sends neither mail nor push. */
export function NothingSent() {
  return (
    <Card>
      <p>
        This Porchlight sends neither email nor notifications to devices, so everything is told under
        Notifications alone.
      </p>
    </Card>
  );
}
