import type { Sql } from '../database/database.ts';
import type { Calendar } from './calendar.ts';

interface DemoAnnouncement {
  by: string;
  type: 'General' | 'Maintenance' | 'Community' | 'Urgent';
  status: 'pending' | 'approved' | 'rejected';
  text: string;
  /** How many days ago it was written, and at what time. */
  written: [days: number, time: string];
  /** Days until it is published, if that is later than when it was written. */
  scheduled?: [days: number, time: string];
}

const announcements: DemoAnnouncement[] = [
  {
    by: 'manager',
    type: 'General',
    status: 'approved',
    written: [64, '10:00'],
    text: 'Welcome to Porchlight! You can now pay your balance, report a problem with photos and follow your account here, on your phone as well as on a computer. The office keeps its hours: weekdays from 9 to 5.',
  },
  {
    by: 'dana.whitfield',
    type: 'Maintenance',
    status: 'approved',
    written: [31, '15:30'],
    text: 'Furnace filters will be replaced in every apartment of Alder Court between 9 am and 3 pm on Thursday. You do not have to be at home. Please keep the closet in the hall free, and pets in another room.',
  },
  {
    by: 'abena.asante',
    type: 'General',
    status: 'approved',
    written: [19, '18:05'],
    text: 'We are giving away a child’s bike (20 inch, green, two new tires) and a box of picture books. Knock at the garden cottage, Linden House 101, any evening this week.',
  },
  {
    by: 'dana.whitfield',
    type: 'Community',
    status: 'approved',
    written: [11, '11:20'],
    text: 'Potluck in the courtyard of Linden House this Saturday from 4 pm. Bring something to share and a chair if you have one; we bring the grill, lemonade and the long table. If it rains we move to the laundry hall.',
  },
  {
    by: 'manager',
    type: 'Maintenance',
    status: 'approved',
    written: [5, '09:15'],
    text: 'The second dryer at Alder Court is working again. Thank you for your patience, and for cleaning the lint trap.',
  },
  {
    by: 'manager',
    type: 'Urgent',
    status: 'approved',
    written: [1, '16:45'],
    text: 'The water at Alder Court, third and fourth floor, is off tomorrow from 8 am until about 11 am while a valve is replaced. Please fill a kettle tonight and keep the taps closed.',
  },
  {
    by: 'dana.whitfield',
    type: 'Maintenance',
    status: 'approved',
    written: [2, '13:10'],
    scheduled: [6, '08:00'],
    text: 'Fire alarms will be tested at both properties today between 10 am and noon. Each alarm sounds for less than a minute.',
  },
  {
    by: 'manager',
    type: 'Community',
    status: 'approved',
    written: [1, '10:30'],
    scheduled: [13, '09:00'],
    text: 'Movie night in the laundry hall on Friday at 7 pm: vote for the movie on the sheet by the mailboxes. Popcorn is on us.',
  },
  {
    by: 'grace.nakamura',
    type: 'General',
    status: 'pending',
    written: [1, '20:10'],
    text: 'Would anyone like to share a weekly vegetable box? Four households make it half the price. Write your unit number on the list by the Alder Court mailboxes.',
  },
  {
    by: 'resident',
    type: 'General',
    status: 'pending',
    written: [2, '17:25'],
    text: 'Lost: a gray tabby called Biscuit, near the bike shed behind Linden House. Very shy, loves tuna. Please call at 2B if you see her.',
  },
  {
    by: 'tbecker',
    type: 'General',
    status: 'rejected',
    written: [23, '22:50'],
    text: 'Selling a used couch, a microwave and about forty DVDs. First come, first served, cash only, no returns!!!',
  },
];

export async function insertAnnouncements(
  sql: Sql,
  calendar: Calendar,
  userIds: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = announcements.map(({ by, type, status, text, written, scheduled }) => {
    const at = calendar.daysAgo(...written);
    // A pending or rejected suggestion has no publish time.
    const publishAt = scheduled ? calendar.daysAgo(-scheduled[0], scheduled[1]) : at;
    return {
      user_id: userIds.get(by),
      type,
      status,
      text,
      at,
      publish: status === 'approved' ? publishAt : null,
    };
  });
  rows.sort((a, b) => a.at.localeCompare(b.at));
  await sql`
    insert into announcements (user_id, announcement, announcement_type, publish_at, status, created_at, updated_at)
    select user_id, text, type, publish at time zone ${calendar.zone}, status, at at time zone ${calendar.zone},
      at at time zone ${calendar.zone}
    from jsonb_to_recordset(${rows}::jsonb)
      as row(user_id int, type text, status text, text text, at timestamp, publish timestamp)`;
}
