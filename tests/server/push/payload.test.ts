import { expect, test } from 'vitest';
import { pushPayload } from '../../../server/push/payload.ts';

const message = {
  title: 'Your request is completed',
  body: 'The sink drips.',
  url: 'https://homes.example.com/maintenance?request=maintenance:7',
  tag: 'notification-12',
  unread: 3,
};

test('a message is a declarative one, which Safari shows by itself', () => {
  expect(JSON.parse(pushPayload(message))).toEqual({
    web_push: 8030,
    notification: {
      title: 'Your request is completed',
      body: 'The sink drips.',
      lang: 'en-US',
      navigate: 'https://homes.example.com/maintenance?request=maintenance:7',
      tag: 'notification-12',
      app_badge: '3',
    },
    app_badge: 3,
  });
});

test.each(['x', '\n', '"', '水', '👨‍👩‍👧', '\u2028'])(
  'a message of a megabyte of %j has at most 3 kB',
  (character) => {
    const payload = pushPayload({
      ...message,
      title: character.repeat(500),
      body: character.repeat(1_000_000),
    });
    expect(Buffer.byteLength(payload)).toBeLessThan(3000);
    const { notification } = JSON.parse(payload) as { notification: { body: string } };
    expect(notification.body.endsWith('…')).toBe(true);
    // Half a surrogate pair would become U+FFFD.
    expect(Buffer.from(notification.body).toString()).toBe(notification.body);
  },
);
