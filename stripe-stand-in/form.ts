export interface Form {
  [name: string]: string | Form | undefined;
}

/** Parses a form as Stripe's clients encode it: `metadata[user]=1`, `expand[0]=latest_charge`. */
export function readForm(text: string): Form {
  const form = Object.create(null) as Form;
  for (const [key, value] of new URLSearchParams(text)) {
    const names = key.split(/[[\]]+/).filter(Boolean);
    const last = names.pop();
    if (last === undefined) continue;
    let part = form;
    for (const name of names) {
      const inner = part[name];
      part = typeof inner === 'object' ? inner : (part[name] = Object.create(null) as Form);
    }
    part[last] = value;
  }
  return form;
}

export function textIn(form: Form, name: string): string | undefined {
  const value = form[name];
  return typeof value === 'string' ? value : undefined;
}

export function formIn(form: Form, name: string): Record<string, string> {
  const value = form[name];
  if (typeof value !== 'object') return {};
  return Object.fromEntries(
    Object.entries(value).filter((each): each is [string, string] => typeof each[1] === 'string'),
  );
}
