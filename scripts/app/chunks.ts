import path from 'node:path';
import { normalizePath, type Rolldown } from 'vite';

type Bundle = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const inSrc = (file: string) => normalizePath(path.resolve('src', file));

/** The files, and what they import, directly or not. */
function importedFrom(files: Iterable<string>, bundle: Bundle): Set<string> {
  const imported = new Set(files);
  // A set goes on to what is added to it meanwhile.
  for (const each of imported) {
    for (const next of bundle.getModuleInfo(each)?.importedIds ?? []) imported.add(next);
  }
  return imported;
}

/** Their screens are one part each, of which a few files are made, since an installation pays for each; see decisions 113 and 177. */
const tablesOfScreens = new Map(
  ['residentScreens', 'managementScreens'].map((name) => [inSrc(`${name}.ts`), name]),
);

/** What is loaded when it is needed, by name, with all that it imports. The screens of a table are one part. */
let loadedParts: Map<string, Set<string>> | undefined;
function findParts(bundle: Bundle): Map<string, Set<string>> {
  const modules = new Set([inSrc('main.tsx')]);
  const begins = new Map<string, Set<string>>();
  for (const importer of modules) {
    const { importedIds = [], dynamicallyImportedIds = [] } = bundle.getModuleInfo(importer) ?? {};
    for (const id of [...importedIds, ...dynamicallyImportedIds]) modules.add(id);
    for (const id of dynamicallyImportedIds) {
      const part = tablesOfScreens.get(importer) ?? id;
      begins.set(part, (begins.get(part) ?? new Set()).add(id));
    }
  }
  return new Map(Array.from(begins, ([part, files]) => [part, importedFrom(files, bundle)]));
}

/** The parts that import a module. */
function partsOf(id: string, bundle: Bundle): string[] {
  loadedParts ??= findParts(bundle);
  return Array.from(loadedParts).flatMap(([part, imported]) => (imported.has(id) ? part : []));
}

/** What begins once the first screen is drawn. */
const later = new Set(
  ['shell/Background.tsx', 'push/endPush.ts', 'find/Find.tsx', 'session/LogoutQuestions.tsx'].map(inSrc),
);

/** Names the part that alone imports a module, or that several do. */
function partOf(id: string, bundle: Bundle): string | undefined {
  const parts = partsOf(id, bundle);
  if (parts.length < 2) return parts[0];
  return parts.every((part) => later.has(part)) ? 'background' : 'shared';
}

const CONTRACT = /[\\/]contract[\\/]/;

/** The dashboard opens this dialog too, with the screens that the device has anyway. */
const REMINDERS = /[\\/]src[\\/]subjects[\\/]reminders[\\/]/;

const aroundScreens = ['signedInRoutes.tsx'];
const dashboards = ['features/dashboard/ResidentDashboard.tsx', 'features/dashboard/ManagerDashboard.tsx'];
const pagesOfVisitors = [
  // What the login screen loads once it is shown.
  '../contract/sessions/sessionRoutes.ts',
  '../contract/community/community.ts',
  'features/session/Register.tsx',
  'features/site/Landing.tsx',
  'features/site/About.tsx',
];

const inOneOf = (files: readonly string[], id: string, bundle: Bundle) =>
  importedFrom(files.map(inSrc), bundle).has(id);

/** Whether a module is around every signed-in screen, or of a dashboard and of something that is loaded apart from it. */
const isAround = (id: string, bundle: Bundle) =>
  inOneOf(aroundScreens, id, bundle) || (inOneOf(dashboards, id, bundle) && partOf(id, bundle) === 'shared');

/** Whether a module begins once the first screen is drawn, and no screen imports it. */
const isLater = (id: string, bundle: Bundle) => {
  const parts = partsOf(id, bundle);
  return parts.length > 0 && parts.every((part) => later.has(part));
};

/** Whether a visitor's page imports a module, and the first screens of somebody signed in or the table of the calls do too. */
const isCommon = (id: string, bundle: Bundle) =>
  inOneOf(pagesOfVisitors, id, bundle) &&
  (CONTRACT.test(id) || inOneOf([...aroundScreens, ...dashboards], id, bundle));

const LONG_LISTS = /[\\/]@tanstack[\\/](react-virtual|virtual-core)[\\/]/;

/**
 * The files of the screens, by the folders of their subjects: who opens one screen does not load the code of all. What residents'
 * screens import, and management's too or not, is in the first.
 */
const subjects = {
  residents: [
    ['requests', ['entryNotices', 'maintenance']],
    ['accounts', ['deposits', 'inspections', 'ledger', 'payments']],
    ['board', ['announcements', 'notifications']],
    ['conversations', ['conversation', 'messages']],
  ],
  management: [
    ['managedMoney', ['books', 'deposits', 'ledger', 'reminders']],
    ['managedLeases', ['inspections', 'leases', 'upkeep']],
    ['managedUsage', ['utilities']],
    ['managedHomes', ['people', 'properties', 'units', 'users']],
  ],
} as const;

function fileOf(id: string, bundle: Bundle): string | undefined {
  const part = REMINDERS.test(id) ? 'managementScreens' : partOf(id, bundle);
  if (part !== 'shared' && part !== 'residentScreens' && part !== 'managementScreens') return undefined;
  const folder = /[\\/]src[\\/](?:features|subjects)[\\/](\w+)[\\/]/.exec(id)?.[1];
  const files = part === 'managementScreens' ? subjects.management : subjects.residents;
  const file = files.find(([, folders]) => folders.some((each) => each === folder));
  return file?.[0] ?? part;
}

/** The files that the app is built as: an installation pays for each, so a few larger ones; see decisions 78 and 177. */
export const chunks: Rolldown.CodeSplittingOptions['groups'] = [
  { name: 'initial', tags: ['$initial'], priority: 2 },
  // Otherwise a start of the app would load forms and pages of visitors for the little that it shares with them.
  {
    debugName: 'common',
    name: (id, bundle) => (isCommon(id, bundle) ? 'common' : null),
    priority: 2,
  },
  // With the form code that it needs, so that a visitor who registers loads no more than that.
  { name: 'Register', test: /src[\\/]features[\\/]session[\\/]Register/, priority: 1 },
  // The landing page and the other one about Porchlight, which the login screen does without.
  { name: 'Site', test: /src[\\/]features[\\/]site[\\/]/, priority: 1 },
  // What is around every signed-in screen, and what else the first of them share with others.
  {
    debugName: 'signedIn',
    name: (id, bundle) => (isAround(id, bundle) ? 'signedIn' : null),
    priority: 1,
  },
  // The form of the card provider, which the checkout and autopay load once somebody pays.
  {
    name: 'stripe',
    test: /node_modules[\\/]@stripe[\\/]|src[\\/]features[\\/]payments[\\/]stripe/,
    priority: 1,
  },
  // A file takes along what its modules import, unless one before it has: so what others import comes first.
  { name: 'longLists', test: LONG_LISTS },
  // What works on the device's database, which the first screen is drawn without.
  {
    debugName: 'engine',
    name: (id, bundle) => (inOneOf(['offline/engine/engine.ts'], id, bundle) ? 'engine' : null),
  },
  // What the table of all calls imports, so that a first visit asks the server without the code of forms.
  { name: 'calls', test: CONTRACT },
  {
    debugName: 'shared',
    name: (id, bundle) => (fileOf(id, bundle) === 'shared' ? 'shared' : null),
  },
  // What is loaded once the first screen is drawn.
  {
    debugName: 'background',
    name: (id, bundle) => (isLater(id, bundle) ? 'background' : null),
  },
  ...[...subjects.residents, ...subjects.management].map(([file]) => ({
    debugName: file,
    name: (id: string, bundle: Bundle) => (fileOf(id, bundle) === file ? file : null),
  })),
  // What is loaded beside that form.
  { name: 'Checkout', test: /src[\\/]features[\\/]payments[\\/](Checkout|autopay[\\/]StoreMethod)/ },
  {
    debugName: 'screens',
    name: (id, bundle) => fileOf(id, bundle) ?? null,
  },
];
