import type { RequestDetails } from '../../contract/maintenance/requestDetails.ts';
import type { UnitName } from './places.ts';

interface DemoRequest {
  /** The reporter's username. */
  by: string;
  /** If it is not the reporter's own. */
  unit?: UnitName;
  text: string;
  details?: RequestDetails;
  reported: [daysAgo: number, time: string];
  completed?: [daysAgo: number, time: string];
  /** Names of files in `photos/`, each used once. */
  photos?: string[];
}

export const requests: DemoRequest[] = [
  {
    by: 'resident',
    text: 'The kitchen faucet drips all night, about one drop a second, even with the handle closed as far as it goes.',
    details: {
      category: 'Plumbing',
      room: 'Kitchen',
      urgency: 'Soon',
      may_enter: true,
      entry_hours: 'Weekdays from 9 to 5',
      pets: 'A cat, who hides',
    },
    reported: [2, '07:35'],
    photos: ['dripping-faucet.jpg'],
  },
  {
    by: 'resident',
    text: 'The pipes over my parking space in the garage drip: there is a puddle now, and the ceiling of the stairwell next to it has a brown stain.',
    reported: [6, '18:20'],
    photos: ['garage-puddle.jpg', 'ceiling-stain.jpg'],
  },
  {
    by: 'resident',
    text: 'The shower drain is clogged. The water stands ankle-deep after a few minutes.',
    reported: [41, '20:05'],
    completed: [39, '11:30'],
    photos: ['clogged-drain.jpg'],
  },
  {
    by: 'resident',
    text: 'The lamp in the hallway on our floor flickers and is almost out. It is very dark at the stairs.',
    reported: [97, '21:15'],
    completed: [95, '09:50'],
    photos: ['hallway-lamp.jpg'],
  },
  {
    by: 'hannah.osullivan',
    text: 'The dishwasher stops after the first rinse and leaves the water standing. It hums, but does not pump.',
    reported: [1, '08:10'],
  },
  {
    by: 'priyanka',
    text: 'It is cold in here: the thermostat reads 58 although it is set to 70, and the vents blow nothing warm.',
    details: { category: 'Heating and cooling', urgency: 'Emergency' },
    reported: [3, '06:55'],
    photos: ['cold-thermostat.jpg'],
  },
  {
    by: 'samuel.adeyemi',
    text: 'The bedroom outlet next to the window sparks when I plug anything in. I have stopped using it.',
    details: { category: 'Electrical', room: 'Bedroom', urgency: 'Soon' },
    reported: [4, '19:45'],
  },
  {
    by: 'maximiliane',
    text: 'Smoke alarm in the hallway chirps every minute. A new battery did not help.',
    reported: [9, '22:30'],
    photos: ['smoke-alarm.jpg'],
  },
  {
    by: 'manager',
    unit: 'Linden House 102',
    text: 'Before the cottage is let: replace the cracked pane in the back door and check the gutter after the roof work.',
    reported: [12, '14:15'],
  },
  {
    by: 'manager',
    unit: 'Linden House 2B',
    text: 'Yearly check of the washer hookup and its hoses.',
    reported: [16, '10:00'],
    completed: [13, '15:40'],
  },
  {
    by: 'walter.lindqvist',
    text: 'One of the grab bars in the bathroom has come loose from the wall. My wife needs it, so soon would be kind.',
    reported: [22, '09:05'],
    completed: [22, '14:25'],
  },
  {
    by: 'kofi.asante',
    text: 'The gate to the yard does not latch any more and bangs in the wind.',
    reported: [35, '17:10'],
    completed: [30, '10:20'],
  },
  {
    by: 'cmendoza',
    text: 'Radiator in the living room stays cold, the others are hot.',
    reported: [58, '18:40'],
    completed: [56, '13:00'],
  },
  {
    by: 'ingrid.eriksen',
    text: 'The window in the bedroom does not close all the way, there is a draft and you can hear the street.',
    reported: [75, '12:30'],
    completed: [70, '16:15'],
  },
  {
    by: 'zoe.castellanos',
    text: 'The door of my mailbox hangs from one hinge and does not lock, so anybody could take my mail.',
    reported: [1, '18:50'],
    photos: ['mailbox-door.jpg'],
  },
];
