import type { Route } from '../http/route.ts';
import { NewReminders, Reminders, REMINDED_DAYS, RemindersSent } from './reminder.ts';

/** How management reminds who is late. */
export const reminderRoutes = {
  readReminders: {
    method: 'GET',
    path: '/reminders',
    who: 'manager',
    offline: 'keep',
    summary:
      'Who is late, with what and since when, when each was reminded last, and the words of reminders.',
    answer: Reminders,
  },
  sendReminders: {
    method: 'POST',
    path: '/reminders',
    who: 'manager',
    // What is past due, and for whom, is what it is when the reminder is written.
    offline: 'refuse',
    summary:
      'Reminds people of what is past due, in the app, by push and mail, and notes it on them. Leaves out who is not late, and who was ' +
      `reminded within ${REMINDED_DAYS} days unless \`again\` asks for it.`,
    body: NewReminders,
    answer: RemindersSent,
  },
} as const satisfies Record<string, Route>;
