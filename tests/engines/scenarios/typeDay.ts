import type { Tab } from '../driver/tab.ts';

/** Sets the day of the form that is open: how one is typed depends on the engine and its language. */
export async function typeDay(tab: Tab, day: string): Promise<void> {
  await tab.evaluate((value) => {
    const field = document.querySelector<HTMLInputElement>('input[type=date]')!;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, day);
}
