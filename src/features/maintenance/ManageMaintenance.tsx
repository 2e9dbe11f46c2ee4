import { useState } from 'react';
import { compareNaturally } from '../../ui/data/naturalOrder.ts';
import { Select } from '../../ui/forms/Select.tsx';
import type { OptimisticRequest } from '../../offline/subjects/maintenanceList.ts';
import { RequestsScreen } from './RequestsScreen.tsx';

/** `/admin/maintenance`: everyone's requests. */
export default function ManageMaintenance() {
  const [unit, setUnit] = useState('');
  return (
    <RequestsScreen
      title="Manage Maintenance Requests"
      description="Every unit’s requests, newest first."
      manager
      matches={(listed) => unit === '' || listed.unit === unit}
      filter={(requests) => <UnitFilter requests={requests} value={unit} onChange={setUnit} />}
    />
  );
}

interface UnitFilterProps {
  requests: OptimisticRequest[];
  value: string;
  onChange: (unit: string) => void;
}

function UnitFilter({ requests, value, onChange }: UnitFilterProps) {
  const units = [...new Set(requests.map((listed) => listed.unit))].sort(compareNaturally.compare);
  return (
    <Select label="Unit" value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">All units</option>
      {units.map((unit) => (
        <option key={unit} value={unit}>
          {unit}
        </option>
      ))}
    </Select>
  );
}
