import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeDraft } from '../../../src/features/outbox/describeDraft.ts';

/** The beginnings of calls that keep a draft, with the name of each. */
const CALL = /\buse(?:OnlineForm|QueuedForm|DraftForm|Draft)(?:<[^(]*>)?\(/g;
const NAME = /\b(?:draft: |useDraft(?:<[^(]*>)?\(\s*)([^\n]*?)(?:,\s*$|,\n|,)/m;

const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, source: readFileSync(`src/${file}`, 'utf8') }));

/** The text of a constant that names a draft; the nearest file's first. */
function textOf(constant: string, near: string): string | undefined {
  const isIt = new RegExp(`const ${constant} = '([^']+)'`);
  const texts = [near, ...SOURCES.map(({ source }) => source)].flatMap(
    (source) => isIt.exec(source)?.[1] ?? [],
  );
  return texts[0];
}

/** Each source text that names a draft, such as `edit-unit-${unit.id}`. */
function namedDrafts(): string[] {
  return SOURCES.filter(({ file }) => file.startsWith('features/')).flatMap(({ file, source }) =>
    [...source.matchAll(CALL)].flatMap(({ index }) => {
      // A form may name it by a constant of its own.
      const [, expression = ''] =
        NAME.exec(source.slice(index)) ?? /const draft = ([^;]+);/.exec(source) ?? [];
      const texts = [...expression.matchAll(/'([^']+)'|`([^`]+)`/g)].map(
        ([, plain, template]) => plain ?? template!,
      );
      const constants = [...expression.matchAll(/\b[A-Z_]{4,}\b/g)].flatMap(
        ([name]) => textOf(name, source) ?? [],
      );
      const found = [...texts, ...constants];
      return found.length > 0 ? found : [`src/${file}: ${expression}`];
    }),
  );
}

test('every draft that a form keeps has a name and the place where it is finished', () => {
  const names = namedDrafts();
  expect(names.length).toBeGreaterThan(25);
  for (const source of names.filter((name) => !name.startsWith('src/'))) {
    // In nested templates the kinds are alternatives.
    const name = source
      .replace("${isLease ? 'lease' : 'property'}", 'lease')
      .replace('request-${kind}', 'request-done')
      .replace('${DRAFT}', 'new-maintenance-request')
      .replace('${item.record}', 'new:1')
      .replace('${listed.key}', 'maintenance:1')
      .replaceAll(/\$\{[^}]+\}/g, '7');
    const { title, to } = describeDraft({ name, value: { announcement: 'x' } }, true);
    expect(title, name).not.toBe('Draft');
    // What management asks for is answered, and a lease is renewed, in a dialog of the dashboard.
    expect(to, name).toMatch(
      /^\/(?!admin\/dashboard|dashboard)|^\/dashboard\/resident\?read=|^\/admin\/dashboard\?renew=/,
    );
  }
  expect(
    names.filter((name) => name.startsWith('src/')),
    'calls whose draft was not found',
  ).toEqual([]);
});

test.each([
  ['late-fee-property-3', '/admin/leases?late-fee=3'],
  ['late-fee-lease-4', '/admin/lease/4?change=late-fee'],
  ['refund-3', '/admin/ledger/3?refund=3'],
  ['charges-2,3', '/admin/payments?charges=2,3'],
  ['new-lease-charge-4', '/admin/lease/4?charge=new'],
  ['credit-4', '/admin/ledger/4?credit=4'],
  ['end-lease-4', '/admin/lease/4?change=last-day'],
  ['edit-person-4', '/admin/invitations?edit=4'],
  ['end-access-4', '/admin/person/4?end-access=4'],
  ['lease-tenants-4', '/admin/lease/4?change=tenants'],
  ['lease-terms-4', '/admin/lease/4?change=terms'],
  ['new-lease', '/admin/addlease'],
  ['new-lease-3', '/admin/addlease?unit=3'],
  ['request-reply-4', '/admin/maintenance?request=maintenance:4'],
  ['request-scheduled-4', '/admin/maintenance?request=maintenance:4&act=scheduled'],
  ['pay-part', '/payments?part=1'],
])('the draft %s is finished at %s', (name, to) => {
  expect(describeDraft({ name, value: { typed: {} } }, true).to).toBe(to);
});

test('a draft that keeps its place is finished there', () => {
  const at = '/admin/ledger/2?entry=15&reverse=1';
  expect(describeDraft({ name: 'reversal-15', value: { typed: {}, at } }, true).to).toBe(at);
  expect(describeDraft({ name: 'reversal-15', value: { typed: {} } }, true).to).toBe('/admin/payments');
});
