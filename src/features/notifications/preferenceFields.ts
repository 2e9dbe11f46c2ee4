import {
  NOTIFICATION_CHANNELS,
  type KindPreference,
  type NotificationChannel,
} from '../../../contract/notifications/notification.ts';

/** The checkboxes of the form, by the names that `fieldOf` gives. */
export type TypedChoices = Record<string, boolean>;

/** The name of the checkbox of a kind and a channel. */
export function fieldOf(kind: string, channel: NotificationChannel): string {
  return `${channel}-${kind}`;
}

/** What the form begins with. */
export function typedOf(kinds: readonly KindPreference[]): TypedChoices {
  const fields = kinds.flatMap((kind) =>
    NOTIFICATION_CHANNELS.filter((channel) => kind.mandatory === null && kind[channel] !== null).map(
      (channel) => [fieldOf(kind.kind, channel), kind[channel] === true] as const,
    ),
  );
  return Object.fromEntries(fields);
}

type Choice = { kind: string } & Partial<Record<NotificationChannel, boolean>>;

/** The changed checkboxes as the server takes them, one entry for each kind. */
export function choicesOf(changed: Partial<TypedChoices>): Choice[] {
  const choices = new Map<string, Choice>();
  for (const [field, wanted] of Object.entries(changed)) {
    const channel = NOTIFICATION_CHANNELS.find((each) => field.startsWith(`${each}-`));
    if (!channel || wanted === undefined) continue;
    const kind = field.slice(channel.length + 1);
    choices.set(kind, { ...(choices.get(kind) ?? { kind }), [channel]: wanted });
  }
  return [...choices.values()];
}
