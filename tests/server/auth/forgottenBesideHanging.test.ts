import { expect, test, vi } from 'vitest';
import { startMailServer } from '../../support/server/notifications/mailServer.ts';
import { testServer } from '../../support/server/server.ts';

test('a link for a new password does not wait for notifications that hang', async () => {
  const mail = await startMailServer();
  const server = await testServer({
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'office@example.com', PUBLIC_URL: 'http://localhost:3123' },
  });
  let end: () => void = () => undefined;
  const hanging = new Promise<void>((resolve) => {
    end = resolve;
  });
  const deliver = vi.spyOn(server.app, 'deliverNotifications').mockImplementation(() => hanging);
  try {
    for (const email of ['nobody@example.com', 'resident@example.com']) {
      await server.call('POST', '/password-reset', { body: { email } });
    }
    const made = server.app.sendResetLinks().then(() => 'made');
    const late = new Promise((resolve) => setTimeout(resolve, 3000, 'late'));
    expect(await Promise.race([made, late])).toBe('made');
    // Heard of alike, whether or not somebody has the address.
    expect(deliver).toHaveBeenCalledTimes(2);
  } finally {
    end();
    await server.close();
    await mail.close();
  }
});
