/** The most characters of a title and a text; phones show less. With them a payload stays below 3 kB. */
const MAX_TITLE = 100;
const MAX_BODY = 500;

interface PushedNotification {
  title: string;
  body: string;
  /** The address of the screen that it leads to. */
  url: string;
  /** Another message with this tag takes the place of the one that is shown. */
  tag: string;
  /** How many notifications its person has not read. */
  unread: number;
}

/**
 * The JSON of a declarative push message, which Safari shows by itself and our service worker elsewhere:
 * https://w3c.github.io/push-api/#declarative-push-message. WebKit looks for the number in the notification, the draft of
 * the standard beside it.
 */
export function pushPayload({ title, body, url, tag, unread }: PushedNotification): string {
  return JSON.stringify({
    web_push: 8030,
    notification: {
      title: cut(title, MAX_TITLE),
      body: cut(body, MAX_BODY),
      lang: 'en-US',
      navigate: url,
      tag,
      app_badge: String(unread),
    },
    app_badge: unread,
  });
}

/** Cuts between whole characters. */
function cut(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}
