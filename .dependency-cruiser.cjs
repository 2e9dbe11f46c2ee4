// Who may import whom. Each room is named once with all it may reach; everything else is refused.

/**
 * A room may import only what is listed, itself included.
 * @param {string} room
 * @param {string} from
 * @param {string[]} allowed
 * @param {object} [to] what else is allowed
 */
const only = (room, from, allowed, to = {}) => ({
  name: `${room}-imports-only-its-own`,
  comment: `${room} may import only: ${allowed.join(' ')}`,
  severity: 'error',
  from: { path: from },
  to: { pathNot: allowed, ...to },
});

const packages = 'node_modules/';
const nodeItself = { dependencyTypesNot: ['core'] };

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    only('contract', '^contract/', ['^contract/', 'node_modules/zod/']),
    only('server', '^server/', ['^server/', '^contract/', '^stripe-stand-in/', packages], nodeItself),
    {
      name: 'the-server-s-foundations-know-no-resource',
      comment: 'http, auth, database and photos are used by the resources, never the other way.',
      severity: 'error',
      from: { path: '^server/(http|auth|database|photos)/' },
      to: { path: '^server/(resources|jobs|commands|demo|backup)/' },
    },
    {
      name: 'notifications-know-no-resource-but-receipts',
      comment: 'Resources tell of what they do; a mail attaches the receipt of a payment.',
      severity: 'error',
      from: { path: '^server/notifications/' },
      to: {
        path: '^server/(resources|jobs|commands|demo|backup)/',
        pathNot: '^server/resources/ledger/receipts\\.ts$',
      },
    },
    {
      name: 'the-database-knows-no-http',
      severity: 'error',
      from: { path: '^server/database/' },
      to: { path: '^server/', pathNot: ['^server/database/', '^server/http/apiError\\.ts$'] },
    },
    {
      name: 'resources-meet-only-at-the-ledger-s-door',
      severity: 'error',
      from: { path: '^server/resources/([^/]+)/', pathNot: '^server/resources/imports/applyPlan\\.ts$' },
      to: {
        path: '^server/resources/',
        pathNot: [
          '^server/resources/$1/',
          '^server/resources/ledger/(postEntries|billedTenants|chargesOfLease|closing/closedMonths|home/homeAccounts|home/ownShares|home/sharedLease|pastDue|paymentPolicy)\\.ts$',
        ],
      },
    },
    {
      name: 'an-import-adds-by-what-adds-one',
      comment: 'Only applyPlan.ts reaches into other resources, at the functions that add records.',
      severity: 'error',
      from: { path: '^server/resources/imports/applyPlan\\.ts$' },
      to: {
        path: '^server/resources/',
        pathNot: [
          '^server/resources/imports/',
          '^server/resources/(leases/insertLeases|ledger/postEntries|properties/insertProperties|units/insertUnits|utilities/insertMeters|users/(newPeople|updateUser))\\.ts$',
        ],
      },
    },
    {
      name: 'resources-know-no-jobs',
      comment: 'A resource exports its job; the server lists them.',
      severity: 'error',
      from: { path: '^server/', pathNot: ['^server/(main|app)\\.ts$', '^server/jobs/'] },
      to: { path: '^server/jobs/' },
    },
    {
      name: 'commands-are-imported-by-nobody',
      severity: 'error',
      from: { pathNot: ['^server/commands/', '^tests/'] },
      to: { path: '^server/commands/' },
    },
    only('server configuration', '^server/configuration/', [
      '^server/configuration/',
      '^contract/',
      packages,
    ]),
    {
      name: 'a-process-is-made-by-main-and-commands',
      comment: 'Everything else is given its context.',
      severity: 'error',
      from: { path: '^server/', pathNot: ['^server/main\\.ts$', '^server/(commands|process)/'] },
      to: { path: '^server/process/' },
    },
    only('stripe-stand-in', '^stripe-stand-in/', ['^stripe-stand-in/', packages], nodeItself),
    only('offline engine', '^src/offline/engine/', [
      '^src/offline/engine/',
      '^src/api/(call|callForList|connection|loadRoutes|withRenewal)\\.ts$',
      '^src/browser/(clock|loadPart|nextFrame)\\.ts$',
      '^contract/',
      packages,
    ]),
    only('offline hooks', '^src/offline/hooks/', [
      '^src/offline/(engine|hooks)/',
      '^src/api/(call|connection|staleReads)\\.ts$',
      '^src/browser/clock\\.ts$',
      '^contract/',
      packages,
    ]),
    only('offline subjects', '^src/offline/subjects/', [
      '^src/offline/',
      '^src/api/(call|connection|withRenewal)\\.ts$',
      '^src/browser/clock\\.ts$',
      '^contract/',
      packages,
    ]),
    only('clock', '^src/browser/clock\\.ts$', []),
    only('loadPart', '^src/browser/loadPart\\.ts$', ['^src/api/call\\.ts$']),
    only('call', '^src/api/', [
      '^src/api/(call|callForList|connection|staleReads|withRenewal)\\.ts$',
      '^src/browser/(clock|loadPart)\\.ts$',
      '^contract/',
      packages,
    ]),
    only('shared pieces of screens', '^src/(screens|subjects)/', [
      '^src/(api|browser|forms|offline|screens|subjects|ui)/',
      '^src/session/session\\.tsx$',
      '^contract/',
      packages,
    ]),
    only('catalogue', '^src/catalogue/', ['^src/(catalogue|ui)/', packages]),
    only('ui', '^src/ui/', [
      '^src/ui/',
      '^src/browser/(clock|lazyPart|loadPart)\\.ts$',
      // How money, numbers and days are written and what a spreadsheet would run is said once, for the app and the server.
      '^contract/values/(calendar|formulaText|money|numberText)\\.ts$',
      packages,
    ]),
    only('feature', '^src/features/([^/]+)', [
      '^src/features/$1(/|$)',
      // A dashboard waits for what it shows first.
      '^src/firstReads\\.ts$',
      '^src/(forms|install|offline|push|ui)/',
      '^src/session/(session|useLogout)\\.tsx$',
      '^src/session/(currentSession|signIn)\\.ts$',
      '^src/api/(call|connection)\\.ts$',
      '^src/browser/(clock|lazyPart|loadPart|persistentStorage|serviceWorker)\\.ts$',
      '^src/(screens|subjects)/',
      '^contract/',
      packages,
    ]),
    only('find', '^src/find/', [
      '^src/(find|offline|ui)/',
      '^src/api/call\\.ts$',
      '^src/browser/(clock|refusedChannels)\\.ts$',
      '^src/session/session\\.tsx$',
      '^contract/',
      packages,
    ]),
    only('app', '^src/', ['^src/', '^contract/', packages]),
    only('sw', '^sw/', [
      '^sw/',
      '^src/offline/',
      '^src/api/(call|connection|withRenewal)\\.ts$',
      '^src/browser/(appBadge|clock)\\.ts$',
      '^contract/',
      packages,
    ]),
    {
      name: 'only-routes-know-features',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '^src/(routes\\.tsx|signedInRoutes\\.tsx|dashboards\\.ts|(resident|management)Screens\\.ts)$',
          '^src/features/',
        ],
      },
      to: { path: '^src/features/' },
    },
    {
      name: 'only-main-starts-the-stand-in',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/main\\.ts$' },
      to: { path: '^stripe-stand-in/' },
    },
    {
      name: 'only-main-knows-the-demo',
      severity: 'error',
      from: { path: '^server/', pathNot: ['^server/main\\.ts$', '^server/demo/'] },
      to: { path: '^server/demo/' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { pathNot: '^tests/' },
      to: { path: '^tests/' },
    },
    {
      name: 'no-circular',
      comment:
        'Two files that need each other are one file, or hide a third, also where one needs only types.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'The peer of the bench has packages of its own, which only the bench installs.',
      severity: 'error',
      from: { pathNot: '^tests/bench/peer/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'server-needs-no-dev-dependency',
      comment: 'The server is bundled without its packages, and installs without the development ones.',
      severity: 'error',
      from: { path: '^(contract|server|stripe-stand-in)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
    },
  },
};
