import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { roomsOf } from './inspection.ts';

/** For how many days after an inspection its tenants may add remarks. */
export const MOST_REMARK_DAYS = 60;
const REMARK_DAYS = `Tenants may add remarks for 0 to ${MOST_REMARK_DAYS} days.`;
const ROOM_NEEDED = 'Please leave at least one room.';

/** The rooms and items with which an inspection begins, and for how many days tenants may add remarks. */
export const InspectionTemplate = lazySchema(() =>
  z.object({
    remark_days: z
      .int(REMARK_DAYS)
      .check(z.minimum(0, REMARK_DAYS), z.maximum(MOST_REMARK_DAYS, REMARK_DAYS)),
    rooms: roomsOf({}).check(z.minLength(1, ROOM_NEEDED)),
  }),
);
export type InspectionTemplate = z.infer<typeof InspectionTemplate>;

const room = (name: string, ...items: string[]) => ({
  name,
  items: items.map((item) => ({ name: item })),
});
const shell = ['Walls and ceiling', 'Floor', 'Windows and blinds', 'Lights and outlets'];

/** What holds until the community says something else. */
export const FIRST_TEMPLATE: InspectionTemplate = {
  remark_days: 7,
  rooms: [
    room('Entrance', 'Door and locks', 'Walls and ceiling', 'Floor', 'Smoke alarm'),
    room('Living room', ...shell, 'Heating and cooling'),
    room('Kitchen', ...shell, 'Cabinets and counters', 'Sink and faucet', 'Stove and oven', 'Refrigerator'),
    room('Bathroom', ...shell, 'Sink and faucet', 'Shower and tub', 'Toilet', 'Fan'),
    room('Bedroom', ...shell, 'Closet', 'Smoke alarm'),
    room('Keys and meters', 'Keys', 'Mailbox', 'Meters'),
  ],
};
