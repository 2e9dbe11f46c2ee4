// The screens of residents, and those that everybody has, which are loaded together.
export { default as Board } from './features/announcements/Board.tsx';
export { default as Contact } from './features/contact/Contact.tsx';
export { default as ThisDevice } from './features/device/ThisDevice.tsx';
export { default as Ledger } from './features/ledger/Ledger.tsx';
export { default as OwnStatement } from './features/ledger/OwnStatement.tsx';
export { default as Receipt } from './features/ledger/receipts/Receipt.tsx';
export { default as Maintenance } from './features/maintenance/Maintenance.tsx';
export { default as Notifications } from './features/notifications/Notifications.tsx';
export { default as NotificationPreferences } from './features/notifications/Preferences.tsx';
export { default as Outbox } from './features/outbox/Outbox.tsx';
export { default as Autopay } from './features/payments/autopay/Autopay.tsx';
export { default as Payments } from './features/payments/Payments.tsx';
export { default as NewPassword } from './features/profile/NewPassword.tsx';
export { default as Profile } from './features/profile/Profile.tsx';
export { default as RequiredSecondFactor } from './features/profile/RequiredSecondFactor.tsx';
