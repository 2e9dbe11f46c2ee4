/** How a reminder was told, given the channels beside the app. */
export function reachedText(reached: readonly string[]): string {
  return reached.length === 0
    ? 'neither push nor email reaches them'
    : `in the app, by ${reached.join(' and ')}`;
}
