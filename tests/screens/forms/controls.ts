import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { App } from '../../support/screens/app.tsx';
import type { Form } from './forms.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const controlsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((each): each is Control => each.matches('input, textarea, select'));
export const labelOf = (control: Control) => control.labels?.[0]?.textContent ?? '';

/** The button that sends, not one of the same name that opens the form. */
export function submitButton(name: string): Promise<HTMLButtonElement> {
  return waitFor(() => {
    const found = screen
      .getAllByRole<HTMLButtonElement>('button', { name })
      .filter(({ type, form }) => type === 'submit' && form);
    expect(found).toHaveLength(1);
    expect(found[0]).toBeEnabled();
    return found[0]!;
  });
}

/** What is said at the fields that are wrong, by their labels. */
export function problemsOf(form: HTMLFormElement): Record<string, string | undefined> {
  const wrong = controlsOf(form).filter((control) => control.getAttribute('aria-invalid') === 'true');
  return Object.fromEntries(
    wrong.map((control) => [labelOf(control), document.getElementById(`${control.id}-error`)?.textContent]),
  );
}

/** Empties what must not be empty; answers these fields, from the top. */
export async function emptyRequired({ user }: App, form: HTMLFormElement): Promise<Control[]> {
  // Choices whose list is still loading are disabled.
  await waitFor(() => expect(controlsOf(form).filter(({ disabled }) => disabled)).toEqual([]));
  const required = controlsOf(form).filter((control) => control.getAttribute('aria-required') === 'true');
  for (const control of required)
    if (!control.matches('select') && control.value !== '') await user.clear(control);
  return required.filter(({ value }) => value === '');
}

async function fillControl({ user }: App, control: Control, typed: string | boolean): Promise<void> {
  if (typeof typed === 'boolean') {
    if ((control as HTMLInputElement).checked !== typed) await user.click(control);
  } else if (control.matches('select')) {
    await user.selectOptions(control, typed);
  } else {
    await user.clear(control);
    // A brace and a bracket begin a key that is pressed; twice they are typed.
    await user.type(control, typed.replaceAll(/[{[]/g, '$&$&'));
  }
}

export function expectTyped(form: HTMLFormElement, typed: Form['typed']): void {
  for (const [label, value] of Object.entries(typed)) {
    const control = controlsOf(form).find((each) => labelOf(each) === label);
    if (!form.isConnected) expect(screen.queryAllByText(String(value))).not.toEqual([]);
    else if (typeof value === 'boolean') expect(control).toHaveProperty('checked', value);
    else expect(control).toHaveDisplayValue(value);
  }
}

/** Types into the fields of these labels. */
export async function fill(app: App, form: HTMLFormElement, typed: Form['typed']): Promise<void> {
  for (const [label, text] of Object.entries(typed)) {
    await fillControl(
      app,
      controlsOf(form).find((each) => labelOf(each) === label)!,
      text,
    );
  }
}

/** Presses Escape until no dialog is open; the focus is never lost by it. */
export async function closeDialogs({ user }: App): Promise<void> {
  const open = () => document.querySelectorAll('dialog[open]').length;
  for (let before = open(); before > 0; before = open()) {
    await user.keyboard('{Escape}');
    await waitFor(() => expect(open()).toBeLessThan(before));
    expect(document.body).not.toHaveFocus();
  }
}
