// The screens of management: one table, from which the routes come, and one file that is loaded.
import { lazyScreen } from './lazyScreen.ts';

export const managementScreens = {
  '/admin/payments': lazyScreen(() => import('./features/ledger/balances/Balances.tsx'), {
    listBalances: {},
  }),
  '/admin/ledger/:userId': lazyScreen(() => import('./features/ledger/AccountLedger.tsx')),
  '/admin/ledger/:userId/statement': lazyScreen(() => import('./features/ledger/AccountStatement.tsx')),
  '/admin/propertyinfo': lazyScreen(() => import('./features/properties/Properties.tsx'), {
    listProperties: {},
  }),
  '/admin/addproperty': lazyScreen(() => import('./features/properties/AddProperty.tsx')),
  '/admin/editproperty/:id': lazyScreen(() => import('./features/properties/EditProperty.tsx')),
  '/admin/units': lazyScreen(() => import('./features/units/Units.tsx'), {
    listUnits: {},
    listProperties: {},
    listLeases: {},
  }),
  '/admin/addunit': lazyScreen(() => import('./features/units/AddUnit.tsx')),
  '/admin/editunit/:id': lazyScreen(() => import('./features/units/EditUnit.tsx')),
  '/admin/books': lazyScreen(() => import('./features/books/Books.tsx')),
  '/admin/deposits': lazyScreen(() => import('./features/deposits/Deposits.tsx')),
  '/admin/deposits/:id': lazyScreen(() => import('./features/deposits/LeaseStatement.tsx')),
  '/admin/inspections': lazyScreen(() => import('./features/inspections/Inspections.tsx'), {
    listInspections: {},
  }),
  '/admin/inspections/template': lazyScreen(() => import('./features/inspections/Template.tsx'), {
    readInspectionTemplate: {},
  }),
  '/admin/inspections/:unit/:id': lazyScreen(() => import('./features/inspections/InspectionPage.tsx'), {
    listUnits: {},
  }),
  '/admin/inspections/:unit/:id/walk': lazyScreen(() => import('./features/inspections/WalkPage.tsx'), {
    listUnits: {},
    listLeases: {},
    readInspectionTemplate: {},
  }),
  '/admin/import': lazyScreen(() => import('./features/imports/Import.tsx')),
  '/admin/leases': lazyScreen(() => import('./features/leases/Leases.tsx'), { listLeases: {} }),
  '/admin/leases/from-units': lazyScreen(() => import('./features/leases/LeasesFromUnits.tsx')),
  '/admin/addlease': lazyScreen(() => import('./features/leases/AddLease.tsx')),
  '/admin/lease/:id': lazyScreen(() => import('./features/leases/LeaseDetail.tsx')),
  '/admin/manage-users': lazyScreen(() => import('./features/users/ManageUsers.tsx'), {
    listUsers: {},
    listUnits: {},
  }),
  '/admin/community': lazyScreen(() => import('./features/community/CommunitySettings.tsx')),
  '/admin/person/:id': lazyScreen(() => import('./features/people/Person.tsx'), {
    listUsers: {},
    listBalances: {},
    listLeases: {},
    listMaintenance: {},
  }),
  '/admin/home/:id': lazyScreen(() => import('./features/people/Home.tsx'), {
    listUnits: {},
    listUsers: {},
    listBalances: {},
    listLeases: {},
    listMaintenance: {},
    listEntryNotices: {},
  }),
  '/admin/property/:id': lazyScreen(() => import('./features/people/Property.tsx'), {
    listProperties: {},
    listUnits: {},
    listBalances: {},
    listMaintenance: {},
  }),
  '/admin/messages': lazyScreen(() => import('./features/messages/ManageMessages.tsx'), {
    listThreads: {},
  }),
  '/admin/messages/:id': lazyScreen(() => import('./features/messages/Conversation.tsx'), {
    listThreads: {},
  }),
  '/admin/letters': lazyScreen(() => import('./features/reminders/Letters.tsx')),
  '/admin/invitations': lazyScreen(() => import('./features/users/Invitations.tsx'), { listUsers: {} }),
  '/admin/maintenance': lazyScreen(() => import('./features/maintenance/ManageMaintenance.tsx'), {
    listMaintenance: {},
  }),
  '/admin/upkeep': lazyScreen(() => import('./features/upkeep/Upkeep.tsx')),
  '/admin/announcements': lazyScreen(() => import('./features/announcements/ManageAnnouncements.tsx'), {
    listProperties: {},
    listAnnouncements: {},
  }),
  '/admin/utilities': lazyScreen(() => import('./features/utilities/Readings.tsx'), {
    listUnits: {},
    readSettings: {},
    listLastReadings: {},
  }),
  '/admin/utilities/scan': lazyScreen(() => import('./features/utilities/scan/Scan.tsx'), { listUnits: {} }),
  '/admin/utilities/stickers': lazyScreen(() => import('./features/utilities/stickers/Stickers.tsx')),
  '/admin/settings': lazyScreen(() => import('./features/utilities/Rates.tsx'), { readSettings: {} }),
  '/admin/notifications': lazyScreen(() => import('./features/notifications/Defaults.tsx')),
};
