import { DoorOpen, FileSpreadsheet } from 'lucide-react';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';

/** How an empty community gets its units; nothing once it has one, or while it is not known. */
export function FirstUnits() {
  const { data: units } = useCachedQuery('listUnits', {});
  if (units?.length !== 0) return null;
  return (
    <Card title="Add your units first" tone="amber">
      <p className="max-w-prose text-muted">
        There are no units yet. A spreadsheet brings them all at once, with their people, leases and what is
        owed.
      </p>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <ButtonLink to="/admin/import" icon={FileSpreadsheet}>
          Import a spreadsheet
        </ButtonLink>
        <ButtonLink to="/admin/addunit" variant="secondary" icon={DoorOpen}>
          Add a unit by hand
        </ButtonLink>
      </div>
    </Card>
  );
}
