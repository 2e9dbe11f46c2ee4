import { expect, test as base } from 'vitest';
import { notify } from '../../../server/notifications/notify.ts';
import { headerOf, startMailServer, type MailServer } from '../../support/server/mailServer.ts';
import { testServer, type TestServer } from '../../support/server/server.ts';

const test = base
  .extend('mailServer', { scope: 'file' }, async ({}, { onCleanup }): Promise<MailServer> => {
    const mailServer = await startMailServer();
    onCleanup(() => mailServer.close());
    return mailServer;
  })
  .extend('server', { scope: 'file' }, async ({ mailServer }, { onCleanup }): Promise<TestServer> => {
    const server = await testServer({
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Maple Court <office@example.com>',
      PUBLIC_URL: 'https://portal.example.com',
    });
    onCleanup(() => server.close());
    return server;
  });

test('an event is told by mail', async ({ server, mailServer }) => {
  await server.database.transaction((sql) =>
    notify(sql, { kind: 'password_changed', to: [2], data: { by: 'oneself' } }),
  );
  await server.app.deliverNotifications();
  const [mail] = mailServer.mails;
  expect(mail?.to).toEqual(['resident@example.com']);
  expect(headerOf(mail?.source ?? '', 'Message-ID')).toBe('<1.2@portal.example.com>');
  const list = await server.call('GET', '/notifications', { as: await server.token('resident') });
  const preferences = await server.call('GET', '/notifications/preferences', {
    as: await server.token('resident'),
  });
});
