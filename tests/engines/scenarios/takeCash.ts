import type { Tab } from '../driver/tab.ts';

/** Takes cash of somebody in the list of balances, which is open. */
export async function takeCash(
  tab: Tab,
  { name, dollars }: { name: string; dollars: number },
): Promise<void> {
  await tab.fill(/^Search/, name);
  await tab.click({ role: 'checkbox', name: `Select ${name}` });
  await tab.click({ role: 'button', name: `Record Payment of ${name}` });
  await tab.fill('Amount', String(dollars), { role: 'dialog' });
  await tab.click({ role: 'button', name: 'Record Payment', within: { role: 'dialog' } });
  await tab.seeNo({ role: 'dialog' });
}
