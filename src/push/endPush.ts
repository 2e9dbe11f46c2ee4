import { findPushManager } from '../browser/serviceWorkerMessages.ts';

/** How long the browser may take, in milliseconds: some ask their push service, which is away without a connection. */
const PATIENCE = 1000;

/** Ends the subscription of this browser, so that after a sign-out nothing of the person is shown. */
export async function endPush(): Promise<void> {
  try {
    const subscription = await (await findPushManager())?.getSubscription();
    if (!subscription) return;
    await Promise.race([subscription.unsubscribe(), new Promise((late) => setTimeout(late, PATIENCE))]);
  } catch (error) {
    // The server ends the subscription with the session.
    console.warn(error);
  }
}
