import { fullNameOf } from '../../../contract/users/user.ts';
import type { ListColumn } from '../../ui/lists/listOptions.ts';
import { PersonLink } from './PersonLink.tsx';

interface OfTenant {
  user_id: number;
  first_name: string;
  last_name: string;
}

/** The column of a list that names the tenant of each row, by their last name. */
export function tenantColumn<Row extends OfTenant>(width?: string): ListColumn<Row> {
  return {
    key: 'tenant',
    header: 'Tenant',
    width,
    sort: ({ last_name, first_name }) => `${last_name} ${first_name}`,
    cell: (row) => <PersonLink alone id={row.user_id} children={fullNameOf(row)} />,
  };
}
