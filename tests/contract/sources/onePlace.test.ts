import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesIn } from '../../../scripts/sources.mjs';

interface Rule {
  what: string;
  /** How another way of doing it would look. */
  pattern: RegExp;
  /** Where it is done. */
  only: readonly string[];
  folders: readonly string[];
}

const BOTH = ['contract', 'server'];

/** What is done in one place, so that it cannot be done in two ways. */
const RULES: Rule[] = [
  {
    what: 'a day is written as Americans write it',
    pattern: /DateTimeFormat|toLocale(Date|Time)String/,
    only: ['contract/values/timeZone.ts'],
    folders: BOTH,
  },
  {
    // For some hours of each night the community's day is another one.
    what: 'a test takes today from its community',
    pattern: /new Date\(\)\.toISOString\(\)\.slice\(0, ?10\)|now\(\) at time zone 'UTC'/,
    // What is measured is not compared with a community's day.
    only: ['tests/bench/benchPage.ts', 'tests/bench/figures.ts'],
    folders: ['tests'],
  },
  {
    // Visible wherever the page is scrolled, or in the card whose button was pressed.
    what: 'the result of a change is told where the person looks',
    pattern: /<Notices\b/,
    only: [
      'src/ui/feedback/StickyNotice.tsx',
      'src/features/notifications/OwnChoices.tsx',
      'src/features/utilities/Readings.tsx',
    ],
    folders: ['src'],
  },
  {
    what: 'a month is named on a screen',
    pattern: /January February|DateTimeFormat\([^)]*month:/,
    only: ['contract/values/calendar.ts'],
    folders: ['contract', 'src'],
  },
  {
    what: 'days are counted',
    pattern: /86_?400_?000|24 \* 60 \* 60 \* 1000/,
    only: ['contract/values/calendar.ts'],
    folders: ['contract'],
  },
  {
    what: 'a zone that is not known counts as the community’s',
    pattern: /isTimeZone\b/,
    // Where a zone is given, it must be known.
    only: [
      'contract/values/timeZone.ts',
      'contract/community/setup.ts',
      'contract/properties/property.ts',
      'server/configuration/environment.ts',
    ],
    folders: BOTH,
  },
  {
    what: 'it is said where a day begins first and ends last',
    pattern: /Etc\/GMT|Kiritimati|Baker|Pago_Pago/,
    only: ['contract/values/timeZone.ts'],
    folders: [...BOTH, 'src'],
  },
  {
    what: 'it is said what an amount is',
    pattern: /isExact\(toCents/,
    // What it tells of itself; a percentage; a cost, which may be nothing and has no most; what is shown while somebody types.
    only: [
      'contract/values/amount.ts',
      'contract/values/money.ts',
      'contract/leases/lateFee.ts',
      'contract/leases/shares.ts',
      'contract/utilities/utilityBills.ts',
      'src/subjects/leases/newLease/FirstCharges.tsx',
      'src/features/payments/PayPart.tsx',
    ],
    folders: [...BOTH, 'src'],
  },
  {
    what: 'dollars become cents',
    pattern: /\* 100\b|\/ 100\b/,
    // Numbers of spreadsheets and of the demo are no amounts yet; PostgreSQL's numeric is exact; the browser only shows them.
    only: [
      'contract/values/money.ts',
      'server/resources/imports/cells/parseCells.ts',
      'server/resources/imports/records.ts',
      'server/demo/utilities.ts',
      'server/resources/ledger/checks/leaseDiscrepancies.ts',
    ],
    folders: BOTH,
  },
  {
    what: 'a charge of a lease becomes JSON',
    pattern: /json_build_object\([^)]*'due_day'/,
    only: ['server/resources/ledger/chargesOfLease.ts'],
    folders: ['server'],
  },
  {
    what: 'it is decided on which day a charge falls due',
    // Elsewhere a due day is given, stored and shown, and never reckoned with.
    pattern: /due_day *[-+*]|dayOf\([^)]*due_day/,
    only: ['contract/leases/leaseSchedule.ts'],
    folders: [...BOTH, 'src'],
  },
  {
    what: 'it is looked for leases that may accept nothing',
    // The second is about how long one that has ended still counts for late fees.
    pattern: /payment_policy = 'nothing'/,
    only: ['server/resources/ledger/paymentPolicy.ts', 'server/resources/leases/postLateFees.ts'],
    folders: BOTH,
  },
  {
    what: 'tenants of a lease are written, where the row of their lease is, by which phones are told of it',
    pattern: /(insert into|update|delete from) lease_tenants/,
    only: [
      'server/demo/leases.ts',
      'server/resources/leases/insertLeases.ts',
      'server/resources/leases/leasesFromUnits.ts',
      'server/resources/leases/setShares.ts',
    ],
    folders: ['server'],
  },
  {
    what: 'a payment begins, without an entry, of which phones are told once it has one',
    // The demo's have theirs from the beginning, before any phone asks.
    pattern: /insert into payment_intents/,
    only: [
      'server/demo/payments.ts',
      'server/resources/payments/autopay/chargeAutopay.ts',
      'server/resources/payments/intents.ts',
    ],
    folders: ['server'],
  },
  {
    what: 'a call commits what it refuses, or needs no transaction',
    // A wrong code at the sign-in and of one's own second factor; a renewal of the token while the disk is full; a preview.
    pattern: /transaction: 'none'/,
    only: [
      'server/resources/imports/imports.ts',
      'server/resources/users/secondFactor.ts',
      'server/resources/users/signIn.ts',
    ],
    folders: ['server'],
  },
  {
    what: 'a change is made once under its key',
    pattern: /\b(runOnce|runClaimed|findStoredAnswer)\(/,
    only: [
      'server/http/claimedKeys.ts',
      'server/http/idempotency.ts',
      'server/http/registerRoute.ts',
      'server/http/runChange.ts',
    ],
    folders: ['server'],
  },
  {
    what: 'it is counted how often something is asked for',
    // A new password forgets the failed sign-ins of its owner.
    pattern: /\battempts (where|\()|from attempts/,
    only: ['server/auth/limits/rateLimits.ts', 'server/resources/users/passwordReset.ts'],
    folders: ['server'],
  },
  {
    what: 'it is said how often something may be asked for',
    pattern: /minutes: (\d|HOUR|DAY|GUESSES)/,
    // The second says how many links somebody is sent, which is counted by what was sent.
    only: ['server/auth/limits/limits.ts', 'server/resources/users/sentLinks.ts'],
    folders: ['server'],
  },
  {
    // Its first use would load what the browser knows of languages; see decision 197.
    what: 'thousands are set apart',
    pattern: /toLocaleString\(|\\B\(\?=/,
    only: ['contract/values/numberText.ts'],
    folders: ['contract', 'src'],
  },
  {
    what: 'dollars are written',
    pattern: /style: 'currency'|-\$\$\{/,
    only: ['contract/values/money.ts'],
    folders: [...BOTH, 'src'],
  },
];

test.each(RULES.map((rule) => [rule.what, rule] as const))(
  'in one place alone %s',
  (_, { pattern, only, folders }) => {
    const found = folders
      .flatMap((folder) => filesIn(folder))
      .filter((file) => /\.tsx?$/.test(file) && pattern.test(readFileSync(file, 'utf8')));
    expect(found.sort()).toEqual([...only].sort());
  },
);
