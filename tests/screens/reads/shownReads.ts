/** A read of a screen that nobody has opened on this device. */
export interface Read {
  /** Its file below `src/`. */
  file: string;
  at: string;
  as?: 'resident' | 'manager';
  /** What the path of the GET that fails begins with. */
  get: string;
  /** What the screen says before the reason; nothing where the reason says it all. */
  says?: string;
  /** What tries again, or leads back, where it is not "Try Again". */
  again?: string;
  /** The name of what is pressed before it is read. */
  press?: string | RegExp;
  /** What is on screen once it is loaded. */
  shows: RegExp;
}

/** The id of the inspection that is read. */
export const INSPECTION = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
/** The UUID of the conversation that is read. */
export const THREAD = '00000000-0000-4000-8000-000000000002';
const RESIDENT = 'resident';
export const reads: Read[] = [
  // prettier-ignore
  { file: 'features/utilities/Readings.tsx', at: '/admin/utilities', get: 'GET /units', says: 'Failed to fetch units', shows: /Robin Hale/ },
  // prettier-ignore
  { file: 'features/people/meters/HomeMeters.tsx', at: '/admin/home/1', get: 'GET /meters', says: 'Unable to load the meters', shows: /^Water W-1$/ },
  // prettier-ignore
  { file: 'features/people/meters/MeterReadings.tsx', at: '/admin/home/1', press: 'Readings', get: String.raw`GET /meters/\d+/readings`, says: 'Unable to load the readings', shows: /^1,000, installed$/ },
  // prettier-ignore
  { file: 'features/utilities/Rates.tsx', at: '/admin/settings', get: 'GET /settings', says: 'Unable to load utility settings', again: 'Reload', shows: /^Water rate/ },
  // prettier-ignore
  { file: 'features/utilities/tariffs/Tariffs.tsx', at: '/admin/settings', get: 'GET /tariffs', says: 'Unable to load the tariffs', shows: /^No tariffs\./ },
  // prettier-ignore
  { file: 'features/utilities/common/CommonShares.tsx', at: '/admin/utilities?shares=:shares', get: 'GET /common-meters/\\d+/readings', says: 'Unable to load the shares', shows: /1 of \d homes/ },
  // prettier-ignore
  { file: 'features/utilities/common/CommonMeters.tsx', at: '/admin/utilities', get: 'GET /common-meters', says: 'Unable to load the common meters', shows: /^Add Common Meter$/ },
  // prettier-ignore
  { file: 'features/utilities/stickers/Stickers.tsx', at: '/admin/utilities/stickers', get: 'GET /meters', says: 'Unable to load the meters', shows: /^Water W-1$/ },
  // prettier-ignore
  { file: 'features/utilities/scan/Scan.tsx', at: '/admin/utilities/scan', get: 'GET /meters', says: 'Unable to load the meters', shows: /^Open Readings$/ },
  // prettier-ignore
  { file: 'features/users/Invitations.tsx', at: '/admin/invitations', get: 'GET /users', says: 'Failed to load the people', shows: /^Everyone has a password$/ },
  // prettier-ignore
  { file: 'features/profile/SecondFactor.tsx', at: '/profile', get: 'GET /second-factor', says: 'Failed to load your second factor', shows: /^Turn On$/ },
  // prettier-ignore
  { file: 'features/profile/OwnSessions.tsx', at: '/profile', get: 'GET /sessions', says: 'Failed to load where you are signed in', shows: /^This device$/ },
  // prettier-ignore
  { file: 'features/units/Units.tsx', at: '/admin/units', get: 'GET /units', says: 'Failed to load units', shows: /2B/ },
  {
    file: 'features/units/EditUnit.tsx',
    at: '/admin/editunit/1',
    get: 'GET /units/1',
    shows: /^Unit number/,
  },
  {
    file: 'features/units/EditUnit.tsx',
    at: '/admin/editunit/1',
    get: 'GET /properties',
    shows: /^Unit number/,
  },
  // prettier-ignore
  { file: 'features/units/AddUnit.tsx', at: '/admin/addunit', get: 'GET /properties', shows: /^Unit number/ },
  // prettier-ignore
  { file: 'features/properties/Properties.tsx', at: '/admin/propertyinfo', get: 'GET /properties', says: 'Failed to load properties', shows: /^Maple Court$/ },
  // prettier-ignore
  { file: 'features/properties/EditProperty.tsx', at: '/admin/editproperty/1', get: 'GET /properties/1', shows: /^Property name/ },
  // prettier-ignore
  { file: 'subjects/audit/ChangeHistory.tsx', at: '/admin/editproperty/1', press: 'Changes', get: 'GET /audit', says: 'Unable to load the changes', shows: /^No changes were recorded\.$/ },
  // prettier-ignore
  { file: 'features/notifications/Defaults.tsx', at: '/admin/notifications', get: 'GET /notifications/defaults', says: 'Unable to load the defaults', shows: /^(Save|This Porchlight sends neither)/ },
  // prettier-ignore
  { file: 'features/notifications/Notifications.tsx', at: '/notifications', as: RESIDENT, get: 'GET /notifications', says: 'Unable to load notifications', shows: /^(Nothing happened yet\.|Earlier|Move-in inspection of unit .+)$/ },
  // prettier-ignore
  { file: 'features/notifications/Preferences.tsx', at: '/notifications/preferences', as: RESIDENT, get: 'GET /notifications/preferences', says: 'Unable to load your choice', shows: /^(Save|This Porchlight sends neither)/ },
  // prettier-ignore
  { file: 'features/ledger/balances/Balances.tsx', at: '/admin/payments', get: 'GET /transactions/all-balances', says: 'Unable to load tenant balances', shows: /^Robin Hale$/ },
  // prettier-ignore
  { file: 'features/ledger/AccountLedger.tsx', at: '/admin/ledger/3', get: 'GET /transactions/user-history/3', says: 'Unable to load account ledger', shows: /^No transactions found for this user\.$/ },
  // prettier-ignore
  { file: 'features/ledger/AccountStatement.tsx', at: '/admin/ledger/3/statement', get: 'GET /transactions/user-history/3', says: 'Unable to load account ledger', shows: /^Opening balance/ },
  // prettier-ignore
  { file: 'features/ledger/receipts/Receipt.tsx', at: '/payments/receipt/:receipt', get: String.raw`GET /transactions/\d+/receipt`, says: 'Unable to load the receipt', shows: /\$80\.00/ },
  // prettier-ignore
  { file: 'features/ledger/OwnStatement.tsx', at: '/ledger/statement', as: RESIDENT, get: 'GET /transactions/my-history', says: 'Unable to load your account history', shows: /^Opening balance/ },
  // prettier-ignore
  { file: 'features/ledger/Ledger.tsx', at: '/ledger', as: RESIDENT, get: 'GET /transactions/my-history', says: 'Unable to load your account history', again: 'Back to Payments', shows: /^Your Current Balance$/ },
  // prettier-ignore
  { file: 'features/maintenance/RequestsScreen.tsx', at: '/maintenance', as: RESIDENT, get: 'GET /maintenance', says: 'Failed to fetch requests', shows: /^No maintenance requests yet\.$/ },
  // prettier-ignore
  { file: 'features/contact/Contact.tsx', at: '/contact', as: RESIDENT, get: 'GET /properties', says: 'Error loading information', shows: /^Maple Court$/ },
  // prettier-ignore
  { file: 'features/announcements/ManageAnnouncements.tsx', at: '/admin/announcements?show=pending', get: 'GET /announcements', says: 'Unable to load announcements', shows: /^No announcements match the current filter\.$/ },
  // prettier-ignore
  { file: 'features/announcements/Board.tsx', at: '/announcements', as: RESIDENT, get: 'GET /announcements', says: 'Error loading announcements', shows: /^No announcements yet\.$/ },
  // prettier-ignore
  { file: 'features/leases/AddLease.tsx', at: '/admin/addlease', get: 'GET /units', shows: /^Unit/ },
  // prettier-ignore
  { file: 'features/leases/AddLease.tsx', at: '/admin/addlease', get: 'GET /leases', says: 'Failed to load leases', shows: /^Unit/ },
  // prettier-ignore
  { file: 'features/leases/LeasesFromUnits.tsx', at: '/admin/leases/from-units', get: 'GET /units', says: 'Failed to load units', shows: /102/ },
  // prettier-ignore
  { file: 'features/leases/LeasesFromUnits.tsx', at: '/admin/leases/from-units', get: 'GET /leases', says: 'Failed to load leases', shows: /102/ },
  // prettier-ignore
  { file: 'features/leases/Leases.tsx', at: '/admin/leases', get: 'GET /leases', says: 'Failed to load leases', shows: /Robin Hale/ },
  // prettier-ignore
  { file: 'features/leases/LeaseDetail.tsx', at: '/admin/lease/:lease', get: 'GET /leases', says: 'Failed to load leases', shows: /Robin Hale/ },
  // prettier-ignore
  { file: 'features/people/Person.tsx', at: '/admin/person/2', get: 'GET /users', says: 'Failed to load users', shows: /^Contact$/ },
  // prettier-ignore
  { file: 'features/people/Person.tsx', at: '/admin/person/2', get: 'GET /leases', says: 'Failed to load leases', shows: /^Lease of/ },
  // prettier-ignore
  { file: 'features/people/Person.tsx', at: '/admin/person/3', get: 'GET /transactions/user-history/3', says: 'Unable to load account ledger', shows: /^Nothing is owed\.$/ },
  // prettier-ignore
  { file: 'features/people/Property.tsx', at: '/admin/property/1', get: 'GET /properties', says: 'Failed to load properties', shows: /^Maintenance$/ },
  // prettier-ignore
  { file: 'features/people/Property.tsx', at: '/admin/property/1', get: 'GET /units', says: 'Failed to load units', shows: /^101$/ },
  // prettier-ignore
  { file: 'features/people/PropertyAnnouncements.tsx', at: '/admin/property/2', get: 'GET /announcements', says: 'Unable to load announcements', shows: /^The lift is off\.$/ },
  // prettier-ignore
  { file: 'features/people/Notes.tsx', at: '/admin/person/2', get: 'GET /notes', says: 'Unable to load the notes', shows: /^Nothing is noted yet/ },
  // prettier-ignore
  { file: 'subjects/reminders/RemindDialog.tsx', at: '/admin/person/3?remind=1', get: 'GET /reminders', says: 'Unable to load who is late', shows: /^This account owes nothing that is past due\.$/ },
  // prettier-ignore
  { file: 'features/reminders/Letters.tsx', at: '/admin/letters?people=2', get: 'GET /reminders', says: 'Unable to load the reminders', shows: /^No letter to print\.$/ },
  // prettier-ignore
  { file: 'features/people/Home.tsx', at: '/admin/home/1', get: 'GET /units', says: 'Failed to load units', shows: /^Who Lives Here$/ },
  // prettier-ignore
  { file: 'features/people/Home.tsx', at: '/admin/home/1', get: 'GET /leases', says: 'Failed to load leases', shows: /^Lease of/ },
  // prettier-ignore
  { file: 'features/people/Requests.tsx', at: '/admin/home/1', get: 'GET /maintenance', says: 'Failed to fetch requests', shows: /^No maintenance requests yet\.$/ },
  // prettier-ignore
  { file: 'features/people/LastReadings.tsx', at: '/admin/home/1', get: 'GET /utilities/last-readings', says: 'Unable to load the last readings', shows: /^No meter was read yet\.$/ },
  // prettier-ignore
  { file: 'features/payments/Payments.tsx', at: '/payments', as: RESIDENT, get: 'GET /transactions/my-history', says: 'Unable to load your account history', shows: /^Your Current Balance$/ },
  // prettier-ignore
  { file: 'features/payments/autopay/Autopay.tsx', at: '/payments/autopay', as: RESIDENT, get: 'GET /autopay', says: 'Unable to load autopay', shows: /autopay/i },
  // prettier-ignore
  { file: 'subjects/leases/renewing/Renewing.tsx', at: '/admin/dashboard?renew=:lease', get: 'GET /leases', says: 'Failed to load leases', shows: /^This lease has no last day\.$/ },
  // prettier-ignore
  { file: 'features/dashboard/KeyFigures.tsx', at: '/admin/dashboard', get: 'GET /units', says: 'Failed to load units', shows: /^\d of \d units$/ },
  // prettier-ignore
  { file: 'features/dashboard/KeyFigures.tsx', at: '/admin/dashboard', get: 'GET /transactions/all-balances', says: 'Unable to load tenant balances', shows: /^Nobody owes anything$/ },
  // prettier-ignore
  { file: 'features/dashboard/KeyFigures.tsx', at: '/admin/dashboard', get: 'GET /maintenance', says: 'Failed to fetch requests', shows: /^Open Maintenance Tickets$/ },
  // prettier-ignore
  { file: 'features/dashboard/TodayCard.tsx', at: '/admin/dashboard', get: 'GET /today', says: 'Unable to load what waits for you', shows: /^Nico Berg says they live in 201$/ },
  // prettier-ignore
  { file: 'features/dashboard/OverdueCard.tsx', at: '/admin/dashboard', get: 'GET /transactions/all-balances', says: 'Unable to load tenant balances', shows: /^No overdue tenants\. Great job!$/ },
  // prettier-ignore
  { file: 'features/dashboard/TriageCard.tsx', at: '/admin/dashboard', get: 'GET /maintenance', says: 'Failed to fetch requests', shows: /^No open requests\. Nothing waits for you\.$/ },
  // prettier-ignore
  { file: 'features/dashboard/ResidentToday.tsx', at: '/dashboard/resident', as: RESIDENT, get: 'GET /transactions/my-history', says: 'Unable to load what is due', shows: /^Rent for / },
  // prettier-ignore
  { file: 'features/dashboard/RequestsCard.tsx', at: '/dashboard/resident', as: RESIDENT, get: 'GET /maintenance', says: 'Failed to fetch requests', shows: /^No maintenance requests yet\.$/ },
  // prettier-ignore
  { file: 'features/dashboard/AnnouncementsCard.tsx', at: '/dashboard/resident', as: RESIDENT, get: 'GET /announcements', says: 'Error loading announcements', shows: /^No announcements yet\.$/ },
  // prettier-ignore
  { file: 'features/dashboard/Balance.tsx', at: '/dashboard/resident', as: RESIDENT, get: 'GET /transactions/my-history', says: 'Unable to load your balance', shows: /^\$0\.00$/ },
  // prettier-ignore
  { file: 'features/leases/deposit/LeaseDeposit.tsx', at: '/admin/lease/:lease', get: 'GET /leases/\\d+/deposit', says: 'Unable to load the deposit', shows: /^Record deposit$/ },
  // prettier-ignore
  { file: 'features/upkeep/Upkeep.tsx', at: '/admin/upkeep', get: 'GET /upkeep', says: 'Unable to load the upkeep', shows: /^No Upkeep Planned$/ },
  // prettier-ignore
  { file: 'features/deposits/Deposits.tsx', at: '/admin/deposits', get: 'GET /deposits', says: 'Unable to load the deposits', shows: /Robin Hale/ },
  // prettier-ignore
  { file: 'features/deposits/DepositRules.tsx', at: '/admin/deposits', get: 'GET /deposits/rule', says: 'Unable to load how deposits are kept', shows: /^Within 30 days/ },
  // prettier-ignore
  { file: 'features/deposits/DepositSheet.tsx', at: '/admin/deposits/:lease', get: 'GET /leases/\\d+/deposit', says: 'Unable to load the deposit', shows: /^Received$/ },
  // prettier-ignore
  { file: 'features/deposits/LeaseStatement.tsx', at: '/admin/deposits/:lease', get: 'GET /leases', says: 'Failed to load leases', shows: /^Received$/ },
  // prettier-ignore
  { file: 'features/deposits/OwnDeposit.tsx', at: '/payments/deposit', as: RESIDENT, get: 'GET /leases/my-leases', says: 'Unable to load your leases', shows: /^Received$/ },
  // prettier-ignore
  { file: 'features/inspections/Inspections.tsx', at: '/admin/inspections', get: 'GET /inspections', says: 'Unable to load the inspections', shows: /Robin Hale/ },
  // prettier-ignore
  { file: 'features/inspections/Template.tsx', at: '/admin/inspections/template', get: 'GET /inspections/template', says: 'Unable to load the template', shows: /^Rooms and items/ },
  // prettier-ignore
  { file: 'features/inspections/InspectionPage.tsx', at: `/admin/inspections/1/${INSPECTION}`, get: 'GET /units/1/inspections', says: 'Unable to load the inspection', shows: /^Signatures$/ },
  // prettier-ignore
  { file: 'features/inspections/WalkPage.tsx', at: `/admin/inspections/2/${INSPECTION}/walk`, get: 'GET /units(?!/)', says: 'Failed to load units', shows: /^Entrance$/ },
  // prettier-ignore
  { file: 'features/entryNotices/OwnEntryNotices.tsx', at: '/entry-notices', as: RESIDENT, get: 'GET /entry-notices', says: 'Unable to load the notices of entry', shows: /^No notice was given for your home yet\.$/ },
  // prettier-ignore
  { file: 'subjects/entryNotices/HomeEntryNotices.tsx', at: '/admin/home/2', get: 'GET /entry-notices', says: 'Unable to load the notices of entry', shows: /^No notice was given yet\.$/ },
  // prettier-ignore
  { file: 'features/inspections/OwnInspections.tsx', at: '/inspections', as: RESIDENT, get: 'GET /inspections/own', says: 'Unable to load your inspections', shows: /^Read$/ },
  // prettier-ignore
  { file: 'features/inspections/OwnInspection.tsx', at: `/inspections/${INSPECTION}`, as: RESIDENT, get: 'GET /inspections/own', says: 'Unable to load your inspections', shows: /^Signatures$/ },
  // prettier-ignore
  { file: 'subjects/inspections/HomeInspections.tsx', at: '/admin/home/2', get: 'GET /units/2/inspections', says: 'Unable to load the inspections', shows: /^Nothing was inspected yet\.$/ },
  // prettier-ignore
  { file: 'subjects/moves/MoveCard.tsx', at: '/admin/lease/:lease', get: 'GET /leases/\\d+/move', says: 'Unable to load the steps', shows: /^Keys handed over$/ },
  // prettier-ignore
  { file: 'features/books/RentRoll.tsx', at: '/admin/books', get: 'GET /books/rent-roll', says: 'Unable to load the rent roll', shows: /Robin Hale/ },
  // prettier-ignore
  { file: 'features/books/VacantHomes.tsx', at: '/admin/books', get: 'GET /books/vacant-homes', says: 'Unable to load the vacant homes', shows: /2B/ },
  // prettier-ignore
  { file: 'features/books/MonthFigures.tsx', at: '/admin/books', get: 'GET /books/month', says: 'Unable to load the month', shows: /^Charged/ },
  // prettier-ignore
  { file: 'features/books/ClosedMonth.tsx', at: '/admin/books', get: 'GET /books/closing', says: 'Unable to load whether the month is closed', shows: /can be closed once it is over/ },
  // prettier-ignore
  { file: 'features/maintenance/timeline/RequestConversation.tsx', at: '/maintenance?request=maintenance::request', as: RESIDENT, get: 'GET /maintenance/(?:\\d+/)?events', says: 'Failed to load what happened', shows: /^Robin Hale,/ },
  // prettier-ignore
  { file: 'features/messages/Messages.tsx', at: '/messages', as: RESIDENT, get: 'GET /messages', says: 'Unable to load your messages', shows: /^The pool is closed\.$/ },
  // prettier-ignore
  { file: 'features/messages/Conversation.tsx', at: `/messages/${THREAD}`, as: RESIDENT, get: 'GET /messages/', says: 'Unable to load the messages', shows: /^Management,/ },
  // prettier-ignore
  { file: 'features/messages/ManageMessages.tsx', at: '/admin/messages?show=all', get: 'GET /messages', says: 'Unable to load the messages', shows: /^The pool is closed\.$/ },
  // prettier-ignore
  { file: 'features/people/Messages.tsx', at: '/admin/person/2', get: 'GET /messages', says: 'Unable to load the messages', shows: /^The pool is closed\.$/ },
  // prettier-ignore
  { file: 'features/books/FormerTenants.tsx', at: '/admin/books', get: 'GET /transactions/all-balances', says: 'Unable to load what former tenants owe', shows: /Robin Hale/ },
];

/** Within the dialog of a bill, which the other screens are tried without. */
// prettier-ignore
export const billPhotos: Read = { file: 'features/ledger/bills/BillPhotos.tsx', at: '/ledger', as: RESIDENT, get: 'GET /transactions/\\d+/reading-photos', says: 'Unable to load the photos of the readings', press: /Water 100 gal/, shows: /^W-2,$/ };
