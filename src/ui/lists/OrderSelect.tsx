import { Select } from '../forms/Select.tsx';
import type { ListOrder } from './listOrders.ts';
import type { useListAddress } from './useListAddress.ts';

interface OrderSelectProps<Row> {
  orders: readonly ListOrder<Row>[];
  value: string;
  list: Pick<ReturnType<typeof useListAddress>, 'write'>;
}

/** By what a list of cards stands, which has no headings to press. */
export function OrderSelect<Row>({ orders, value, list }: OrderSelectProps<Row>) {
  return (
    <Select label="Sort by" value={value} onChange={({ target }) => list.write('sort', target.value)}>
      {orders.map((order) => (
        <option key={order.value} value={order.value}>
          {order.label}
        </option>
      ))}
    </Select>
  );
}
