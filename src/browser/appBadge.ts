/** Shows a number on the installed app's icon; 0 removes it. Many browsers have no such number. */
export async function showAppBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  try {
    await navigator.setAppBadge(count);
  } catch (error) {
    // Refused where notifications are not allowed, as on iOS.
    console.warn(error);
  }
}
