import { screen } from '@testing-library/react';
import { view, type App } from '../../support/screens/app.tsx';

/** A form, and what is typed into it. */
export interface Form {
  /** Its file below `src/`. */
  file: string;
  /** A word in angle brackets stands for the id of what the test has made. */
  at: string;
  as?: 'manager' | 'resident' | 'neighbour' | 'owing' | 'automatic';
  /** What the server answers, by the beginning of "METHOD /path", where making it would take long. */
  given?: Record<string, unknown>;
  /** What leads from the screen to the form. */
  open?: (app: App) => Promise<void>;
  /** The label of its button, and what it says while it is busy. */
  submit: string;
  busy: string;
  /** The button of a second step, which is the one that sends. */
  then?: string;
  /** What answers the question that is asked before it is sent. */
  sure?: string;
  /** What the line "METHOD /path" of its change begins with. */
  sends: string;
  /** What is said at each field that must not be empty, from the top; or why there is none. */
  required: Record<string, string> | string;
  typed: Record<string, string | boolean>;
  /** What it says of a refusal, where these are not the server's words alone. */
  says?: (words: string) => string;
  /** How the outbox shows what was typed, where the change goes through it: the refusal is told there. */
  queued?: string;
}

/** Files that have a form and no row, and why. */
export const EXEMPT: Record<string, string> = {
  'features/imports/Questions.tsx':
    'It sends nothing: an answer goes along with the next preview, as the files do.',
  'features/imports/SheetErrors.tsx':
    'It sends nothing either: a corrected cell goes along with the next preview.',
  'features/utilities/meters/NotRead.tsx':
    'Its one field is another reason; it is queued as each of the reasons beside it.',
  'features/ledger/door/ChoosePayer.tsx':
    'It opens from a payment whose payer was discarded; unsentLease.test.tsx chooses another.',
  'features/messages/EditMessage.tsx':
    'It opens from a message that is not sent yet, and changes that one; messages.test.tsx edits a refused one.',
  'features/utilities/scan/Scan.tsx': 'It sends nothing: what is typed leads to a meter or a home.',
  'features/profile/EditProfile.tsx': 'It is the first step of ChangeProfile.tsx.',
  'features/profile/ConfirmProfile.tsx': 'It is the second step of ChangeProfile.tsx.',
  'features/payments/Checkout.tsx': 'Its fields are the card provider’s, and it is told what they say.',
  'features/dashboard/TodayMenu.tsx':
    'It hides a row until a day, and says at its field which days there are.',
  'features/inspections/Rooms.tsx':
    'It adds a room or an item to the draft of an inspection, which is sent whole.',
  'features/payments/autopay/StoreMethod.tsx': 'Its fields are the card provider’s as well.',
};

const token = 'm'.repeat(43);
const press = (name: string) => async (app: App) =>
  app.user.click(await screen.findByRole('button', { name }));
const prove = {
  'GET /second-factor': { on_since: '2026-01-15T12:00:00Z', recovery_codes_left: 9, required: false },
};
const PASSWORD = { 'Current password': 'Current password is required' };
const NAMES = { 'First name': 'First name is required', 'Last name': 'Last name is required' };
const SHORT = 'Password must be at least 7 characters';
const AMOUNT = { Amount: 'Please enter a valid positive amount.' };
const PROPERTY = { 'Property name': 'Property name is required', Address: 'Property address is required' };
const LIMIT = {
  'Never more than': 'Please enter the most that one charge may be, from $1.00 to $999,999.99.',
};
const MULTIPLIER = 'A multiplier is a number above zero, with at most 4 decimals.';
const DIGITS = 'A meter has 3 to 9 digits before its decimal point.';
const SHOWN = 'Please enter what the meter shows, such as 4521.';
const DUE_DAY = { 'Due day': 'The due day is a whole number from 1 to 31.' };

// prettier-ignore
export const forms: Form[] = [
  { file: 'features/community/CommunitySettings.tsx', at: '/admin/community', as: 'manager', submit: 'Save Changes', busy: 'Saving...', sends: 'PUT /community', required: { Name: 'Community name is required', 'Notice of entry (hours before)': 'Notice of entry is given 0 to 336 hours before.' }, typed: { Name: 'Elm Row', 'Notice of entry (hours before)': '48' } },
  { file: 'features/utilities/Rates.tsx', at: '/admin/settings', as: 'manager', submit: 'Save Rates', busy: 'Saving...', sends: 'PUT /settings', required: { 'Water rate': 'Water rate must be a valid positive number.', 'Electric rate': 'Electric rate must be a valid positive number.', 'Gas rate': 'Gas rate must be a valid positive number.' }, typed: { 'Water rate': '0.03', 'Electric rate': '0.15', 'Gas rate': '1.1' }, says: (words) => `Failed to update settings: ${words}` },
  { file: 'features/utilities/tariffs/TariffForm.tsx', at: '/admin/settings?tariff=new', as: 'manager', submit: 'Save Tariff', busy: 'Saving...', sends: 'POST /tariffs', required: { 'Valid from': 'Please say from which day on it is valid.', 'Fixed fee': 'A fixed fee is an amount in dollars and cents, up to $10,000.00.', Minimum: 'A minimum is an amount in dollars and cents, up to $10,000.00.', Tax: 'A tax is from 0 to 100 percent, with at most 4 decimals.' }, typed: { 'Valid from': '2026-05-03', 'Fixed fee': '5', Minimum: '20', Tax: '6' } },
  { file: 'features/users/CreateUser.tsx', at: '/admin/manage-users?new=1', as: 'manager', submit: 'Create User', busy: 'Creating...', sure: 'Create User', sends: 'POST /users/register', required: { ...NAMES, Username: 'Username is required', Email: 'Email is required', Password: SHORT, 'Confirm password': 'Please enter the password again.' }, typed: { 'First name': 'Ida', 'Last name': 'Brandt', Username: 'ida', Email: 'ida@example.com', Password: 'a lamp at dusk', 'Confirm password': 'a lamp at dusk' }, says: () => 'Failed to create user. Please try again.' },
  { file: 'features/users/EditUser.tsx', at: '/admin/manage-users?edit=2', as: 'manager', submit: 'Save Changes', busy: 'Saving...', sure: 'Update User', sends: 'PUT /users/2', required: { ...NAMES, Username: 'Username is required', Email: 'Email is required' }, typed: { 'First name': 'Robyn', 'Last name': 'Hale', Username: 'robyn', Email: 'robyn@example.com' }, says: () => 'Failed to update user. Please try again.' },
  { file: 'features/users/AddPerson.tsx', at: '/admin/invitations?new=1', as: 'manager', submit: 'Add Person', busy: 'Adding...', sends: 'POST /users', required: NAMES, typed: { 'First name': 'Sam', 'Last name': 'Okafor' }, queued: 'New person: Sam Okafor' },
  { file: 'features/profile/StartSecondFactor.tsx', at: '/profile', as: 'manager', open: press('Turn On'), submit: 'Next', busy: 'Checking...', sends: 'POST /second-factor', required: PASSWORD, typed: { 'Current password': 'porchlight' } },
  { file: 'features/profile/ConfirmSecondFactor.tsx', at: '/profile', as: 'manager', open: startSecondFactor, submit: 'Turn On', busy: 'Turning On...', sends: 'POST /second-factor/confirmation', required: { Code: 'Code is required' }, typed: { Code: '123 456' } },
  { file: 'features/profile/SecondFactorProof.tsx', at: '/profile', as: 'manager', given: prove, open: press('New Recovery Codes'), submit: 'Get New Codes', busy: 'Checking...', sends: 'POST /second-factor/recovery-codes', required: { ...PASSWORD, Code: 'Code is required' }, typed: { 'Current password': 'porchlight', Code: '123 456' } },
  { file: 'features/profile/SecondFactorProof.tsx', at: '/profile', as: 'manager', given: prove, open: press('Turn Off'), submit: 'Turn Off', busy: 'Checking...', sends: 'POST /second-factor/removal', required: { ...PASSWORD, Code: 'Code is required' }, typed: { 'Current password': 'porchlight', Code: '123 456' } },
  { file: 'features/profile/PasswordForm.tsx', at: '/profile', as: 'resident', open: press('Change Password'), submit: 'Save Password', busy: 'Saving...', sends: 'PUT /users/2/password', required: { ...PASSWORD, 'New password': SHORT }, typed: { 'Current password': 'porchlight', 'New password': 'a lamp at dusk' } },
  { file: 'features/profile/ChangeProfile.tsx', at: '/profile', as: 'resident', open: press('Edit Profile'), submit: 'Next', then: 'Save Changes', busy: 'Saving...', sends: 'PUT /users/2', required: { ...NAMES, Email: 'Email is required' }, typed: { 'First name': 'Robyn', 'Last name': 'Moss', Email: 'robyn@example.com' }, says: () => 'Failed to update profile. Please try again.' },
  { file: 'features/units/UnitForm.tsx', at: '/admin/addunit', as: 'manager', submit: 'Add Unit', busy: 'Saving...', sends: 'POST /units', required: { 'Property ID': 'Property ID is required', 'Unit number': 'Unit number is required' }, typed: { 'Property ID': 'Harbor House (ID 2)', 'Unit number': '12' } },
  { file: 'features/units/UnitForm.tsx', at: '/admin/editunit/3', as: 'manager', submit: 'Save Changes', busy: 'Saving...', sends: 'PATCH /units/3', required: { 'Unit number': 'Unit number is required' }, typed: { 'Unit number': '2C' } },
  { file: 'features/properties/PropertyForm.tsx', at: '/admin/addproperty', as: 'manager', submit: 'Add Property', busy: 'Saving...', sends: 'POST /properties', required: PROPERTY, typed: { 'Property name': 'Elm Yard', Address: '1 Elm Yard' } },
  { file: 'features/properties/PropertyForm.tsx', at: '/admin/editproperty/2', as: 'manager', submit: 'Save Changes', busy: 'Saving...', sends: 'PATCH /properties/2', required: PROPERTY, typed: { 'Property name': 'Elm Yard', Address: '1 Elm Yard' } },
  { file: 'features/notifications/PreferencesForm.tsx', at: '/notifications/preferences', as: 'resident', submit: 'Save', busy: 'Saving...', sends: 'PUT /notifications/preferences', required: 'Each of its choices may be no.', typed: { Email: false }, says: (words) => `Your choice was not saved: ${words}` },
  { file: 'features/notifications/PreferencesForm.tsx', at: '/admin/notifications', as: 'manager', submit: 'Save', busy: 'Saving...', sends: 'PUT /notifications/defaults', required: 'Each of its choices may be no.', typed: { Email: false }, says: (words) => `Your choice was not saved: ${words}` },
  { file: 'features/ledger/balances/ChargeForm.tsx', at: '/admin/payments?charge=3', as: 'manager', submit: 'Add Charge', busy: 'Adding...', sends: 'POST /transactions/charge', required: { ...AMOUNT, Description: 'Please enter a description.' }, typed: { Amount: '45.25', Type: 'Parking Fee', Description: 'A second car' }, queued: 'Charge of $45.25 for Noor Aziz' },
  { file: 'features/ledger/balances/ChargeSeveral.tsx', at: '/admin/payments?charges=2,3', as: 'manager', submit: 'Charge 2 Tenants', busy: 'Adding...', sends: 'POST /transactions/charges', required: { ...AMOUNT, Description: 'Please enter a description.' }, typed: { Amount: '45.25', Type: 'Parking Fee', Description: 'A second car' } },
  { file: 'features/ledger/door/PaymentForm.tsx', at: '/admin/payments?payment=3', as: 'manager', submit: 'Record Payment', busy: 'Recording...', sends: 'POST /transactions/record-payment', required: { ...AMOUNT, 'Received on': 'Please enter the day the money was received.' }, typed: { Amount: '45.25', 'Received on': '2026-05-03' }, queued: 'Payment of $45.25 from Noor Aziz' },
  { file: 'subjects/reminders/RemindForm.tsx', at: '/admin/person/<tenant>?remind=1', as: 'manager', submit: 'Send Reminder', busy: 'Sending...', sends: 'POST /reminders', required: { Words: 'Please write what the reminder says.' }, typed: { Words: '{amount} since {since}.' } },
  { file: 'features/people/AddNote.tsx', at: '/admin/person/3?note=1', as: 'manager', submit: 'Save Note', busy: 'Saving...', sends: 'POST /notes', required: { Note: 'Please write a note.' }, typed: { Note: 'Has a dog.' }, queued: 'Has a dog.' },
  { file: 'features/ledger/CreditForm.tsx', at: '/admin/ledger/<tenant>?credit=<tenant>', as: 'manager', submit: 'Add Credit', busy: 'Adding...', sends: 'POST /transactions/credit', required: { ...AMOUNT, Reason: 'Please say why this credit is given.', 'Counts from': 'Please enter the day for which it counts.' }, typed: { Amount: '45.25', Type: 'Write-off', Reason: 'Moved away', 'Counts from': '2026-05-04' }, queued: 'Credit of $45.25 for Robin Hale' },
  { file: 'features/ledger/refunds/RefundForm.tsx', at: '/admin/ledger/<tenant>?refund=1', as: 'manager', submit: 'Record Refund', busy: 'Recording...', sends: 'POST /transactions/refund', required: { ...AMOUNT, 'Given back on': 'Please enter the day the money was given back.' }, typed: { Amount: '45.25', 'Given back on': '2026-05-03' }, queued: 'Refund of $45.25 to Robin Hale' },
  { file: 'features/ledger/ReturnPayment.tsx', at: '/admin/ledger/<tenant>?entry=<payment>&return=1', as: 'manager', submit: 'Take back', busy: 'Taking back...', sends: 'POST /transactions/<payment>/return', required: { Reason: 'Please say why the payment was returned.', 'Returned on': 'Please enter the day it was returned.' }, typed: { Reason: 'No funds', 'Returned on': '2026-05-04' } },
  { file: 'features/ledger/ReverseEntry.tsx', at: '/admin/ledger/<tenant>?entry=<rent>&reverse=1', as: 'manager', submit: 'Reverse', busy: 'Reversing...', sends: 'POST /transactions/<rent>/reversal', required: { Reason: 'Please say why this entry is reversed.' }, typed: { Reason: 'Billed twice' } },
  { file: 'features/session/LoginForm.tsx', at: '/login', submit: 'Login', busy: 'Signing in...', sends: 'POST /users/login', required: { Username: 'Username is required', Password: 'Password is required' }, typed: { Username: 'resident', Password: 'porchlight' } },
  { file: 'features/session/Register.tsx', at: '/register', submit: 'Create Account', busy: 'Creating Account...', sends: 'POST /users/register', required: { ...NAMES, Username: 'Username is required', Email: 'Email is required', Password: SHORT }, typed: { 'First name': 'Mika', 'Last name': 'Sand', Username: 'mika', Email: 'mika@example.com', Password: 'a lamp at dusk' } },
  { file: 'features/session/ForgotPassword.tsx', at: '/forgot-password', submit: 'Send Link', busy: 'Sending...', sends: 'POST /password-reset', required: { Email: 'Email is required' }, typed: { Email: 'robin@example.com' } },
  { file: 'features/session/NewPasswordByLink.tsx', at: `/new-password#${token}`, given: { 'POST /password-reset/link': { first_name: 'Robin', username: 'resident' } }, submit: 'Save Password', busy: 'Saving...', sends: 'POST /password-reset/password', required: { 'New password': SHORT }, typed: { 'New password': 'a lamp at dusk' } },
  { file: 'features/session/SetUp.tsx', at: `/setup#${token}`, given: { 'POST /setup/link': { time_zone: null } }, submit: 'Set Up Community', busy: 'Setting up...', sends: 'POST /setup', required: { 'Community name': 'Community name is required', ...PROPERTY, ...NAMES, Email: 'Email is required', Username: 'Username is required', Password: SHORT }, typed: { 'Community name': 'Elm Row', 'Property name': 'Elm Yard', Address: '1 Elm Yard', 'First name': 'Mika', 'Last name': 'Sand', Email: 'mika@example.com', Username: 'mika', Password: 'a lamp at dusk' } },
  { file: 'features/session/AcceptInvitation.tsx', at: `/invitation#${token}`, given: { 'POST /invitation/link': { first_name: 'Jo', last_name: 'Miller', username: 'jo', unit_number: '2B', property_name: 'Maple Court' } }, submit: 'Accept Invitation', busy: 'Accepting...', sends: 'POST /invitation', required: { 'Do you live in Unit 2B, Maple Court?': 'Please say whether this is your unit.', Username: 'Username is required', Password: SHORT }, typed: { 'Do you live in Unit 2B, Maple Court?': 'Yes, I live there', Username: 'jo', Password: 'a lamp at dusk' } },
  { file: 'features/maintenance/NewRequest.tsx', at: '/maintenance?new=1', as: 'resident', submit: 'Submit Request', busy: 'Submitting...', sends: 'POST /maintenance', required: { Issue: 'Please describe the issue.' }, typed: { Issue: 'The sink drips.' }, queued: 'The sink drips.' },
  { file: 'features/maintenance/NewRequest.tsx', at: '/admin/maintenance?new=1', as: 'manager', submit: 'Submit Request', busy: 'Submitting...', sends: 'POST /maintenance', required: { Unit: 'Please select a unit.', Issue: 'Please describe the issue.' }, typed: { Unit: 'Unit 2B, Maple Court', Issue: 'The tap drips.' }, queued: 'The tap drips.' },
  { file: 'features/maintenance/EditRequest.tsx', at: '/maintenance', as: 'resident', open: editRequest, submit: 'Save', busy: 'Saving...', sends: 'PUT /maintenance/<request>', required: { Issue: 'Please describe the issue.' }, typed: { Issue: 'The sink pours.' }, queued: 'The sink pours.' },
  { file: 'features/maintenance/timeline/ReplyForm.tsx', at: '/maintenance', as: 'resident', open: openRequest, submit: 'Send Reply', busy: 'Sending...', sends: 'POST /maintenance/<request>/events', required: { Reply: 'Please write something.' }, typed: { Reply: 'Thursday is fine.' }, queued: 'Thursday is fine.' },
  { file: 'features/maintenance/timeline/AssignForm.tsx', at: '/admin/maintenance?request=maintenance:<request>&act=assigned', as: 'manager', submit: 'Assign', busy: 'Saving...', sends: 'POST /maintenance/<request>/events', required: { 'Who does it': 'Please choose who does it.' }, typed: { 'Who does it': 'A vendor', Vendor: 'Ace Plumbing' }, queued: 'The sink drips.' },
  { file: 'features/maintenance/timeline/ScheduleForm.tsx', at: '/admin/maintenance?request=maintenance:<request>&act=scheduled', as: 'manager', submit: 'Schedule Visit', busy: 'Saving...', sends: 'POST /maintenance/<request>/events', required: { Day: 'Please choose a day.' }, typed: { Day: '2099-05-01', 'Words for the resident (optional)': 'We knock.' }, queued: 'We knock.' },
  { file: 'subjects/entryNotices/EntryNoticeForm.tsx', at: '/admin/home/1?entry=1', as: 'manager', submit: 'Give Notice', busy: 'Saving...', sends: 'POST /entry-notices', required: { 'What for': 'Please say what for.', 'Day of entry': 'Please choose a day.', From: 'Please enter a time such as 09:30.', To: 'Please enter a time such as 09:30.' }, typed: { 'What for': 'Inspection', 'Day of entry': '2099-05-01', From: '09:00', To: '11:00', 'Words for the resident (optional)': 'We knock.' }, queued: 'We knock.' },
  { file: 'features/entryNotices/AnotherTimeForm.tsx', at: '/entry-notices?answer=<entry>', as: 'resident', submit: 'Send Answer', busy: 'Sending...', sends: 'POST /entry-notices/<entry>/answers', required: { 'Which time suits you': 'Please say which time suits you.' }, typed: { 'Which time suits you': 'After five.' }, queued: 'After five.' },
  { file: 'features/maintenance/timeline/WordsForm.tsx', at: '/admin/maintenance?request=maintenance:<request>&act=done', as: 'manager', submit: 'Complete Request', busy: 'Saving...', sends: 'POST /maintenance/<request>/events', required: 'Its words are optional.', typed: { 'What was done (optional)': 'New washer.' }, queued: 'New washer.' },
  { file: 'features/announcements/AnnouncementForm.tsx', at: '/admin/announcements?new=1', as: 'manager', submit: 'Create Announcement', busy: 'Saving...', sends: 'POST /announcements', required: { Message: 'Announcement message is required.' }, typed: { Type: 'Community Event', Message: 'Potluck' } },
  { file: 'features/announcements/AnnouncementForm.tsx', at: '/admin/announcements?edit=<announcement>', as: 'manager', submit: 'Save Changes', busy: 'Saving...', sends: 'PUT /announcements/<announcement>', required: { Message: 'Announcement message is required.' }, typed: { Message: 'Potluck' } },
  { file: 'features/announcements/SuggestModal.tsx', at: '/announcements?suggest=1', as: 'resident', submit: 'Submit for Review', busy: 'Submitting...', sends: 'POST /announcements/submit', required: { Message: 'Please enter a message for your announcement.' }, typed: { Message: 'Bike for sale' }, queued: 'Bike for sale' },
  { file: 'features/leases/LeaseForm.tsx', at: '/admin/addlease', as: 'manager', submit: 'Add Lease', busy: 'Saving...', sends: 'POST /leases', required: { Unit: 'Please choose a unit.', 'Billed to': 'Please choose who is billed.', 'First day': 'Please enter the first day.', Rent: AMOUNT.Amount, ...DUE_DAY }, typed: { Unit: 'Unit 102, Maple Court', 'Billed to': 'Noor Aziz', 'First day': '2026-05-01', Rent: '1250', 'Due day': '1' }, queued: 'New lease: Unit 102, Maple Court' },
  { file: 'subjects/leases/renewing/Renewing.tsx', at: '/admin/dashboard?renew=<ending>', as: 'manager', submit: 'Renew Lease', busy: 'Saving...', sends: 'POST /leases', required: { 'First day': 'Please enter the first day.', Rent: AMOUNT.Amount, ...DUE_DAY }, typed: { 'First day': '2041-02-01', Rent: '1250', 'Due day': '1' } },
  { file: 'features/leases/LeasesFromUnits.tsx', at: '/admin/leases/from-units', as: 'manager', submit: 'Make 1 lease', busy: 'Saving...', sends: 'POST /leases/from-units', required: DUE_DAY, typed: { 'Due day': '3' } },
  { file: 'features/leases/AddCharge.tsx', at: '/admin/lease/<lease>?charge=new', as: 'manager', submit: 'Add charge', busy: 'Adding...', sends: 'POST /leases/<lease>/charges', required: { ...AMOUNT, ...DUE_DAY }, typed: { Kind: 'Parking', Amount: '45', 'Due day': '3' } },
  { file: 'features/leases/ChangeCharge.tsx', at: '/admin/lease/<lease>?charge=<charge>', as: 'manager', submit: 'Save', busy: 'Saving...', sends: 'PUT /leases/<lease>/charges/<charge>', required: { ...AMOUNT, ...DUE_DAY }, typed: { Amount: '1250', 'Due day': '1' } },
  { file: 'features/leases/ChangeTerms.tsx', at: '/admin/lease/<lease>?change=terms', as: 'manager', submit: 'Save', busy: 'Saving...', sends: 'PUT /leases/<lease>', required: 'Each of its choices has a value.', typed: { Payments: 'Nothing is accepted' } },
  { file: 'features/leases/deposit/DepositForm.tsx', at: '/admin/lease/<lease>?deposit=received', as: 'manager', submit: 'Record Deposit', busy: 'Recording...', sends: 'POST /leases/<lease>/deposit', required: { ...AMOUNT, Day: 'Please enter the day.' }, typed: { Amount: '500', How: 'Cash', Day: '2026-05-04' }, queued: 'Deposit of Robin Hale: $500.00 received' },
  { file: 'features/leases/deposit/DepositForm.tsx', at: '/admin/lease/<lease>?deposit=applied', as: 'manager', submit: 'Apply Deposit', busy: 'Applying...', sends: 'POST /leases/<lease>/deposit', required: { ...AMOUNT, 'Applied to': 'Please say what it is applied to.', Day: 'Please enter the day.' }, typed: { Amount: '50', 'Applied to': 'A broken door', Day: '2026-05-04' }, queued: 'Deposit of Robin Hale: $50.00 applied' },
  { file: 'features/leases/deposit/TakeBackForm.tsx', at: '/admin/lease/<lease>?take-back=<deposit>', as: 'manager', submit: 'Take Back', busy: 'Taking back...', sends: 'POST /leases/<lease>/deposit/<deposit>/take-back', required: { Reason: 'Please say why this is taken back.' }, typed: { Reason: 'Typed twice' } },
  { file: 'features/upkeep/UpkeepForm.tsx', at: '/admin/upkeep?new=1', as: 'manager', submit: 'Plan Upkeep', busy: 'Saving...', sends: 'POST /upkeep', required: { 'What is to be done': 'Please say what is to be done.', Property: 'Please select a property.', 'Every (months)': 'Upkeep recurs every 1 to 60 months.', 'Next day': 'Please enter the next day.' }, typed: { 'What is to be done': 'New filters', Property: 'Maple Court', 'Every (months)': '3', 'Next day': '2040-01-15' } },
  { file: 'features/inspections/Template.tsx', at: '/admin/inspections/template', as: 'manager', submit: 'Save', busy: 'Saving...', sends: 'PUT /inspections/template', required: { 'Rooms and items': 'Please leave at least one room.', 'Days for remarks': 'Tenants may add remarks for 0 to 60 days.' }, typed: { 'Rooms and items': 'Kitchen: Floor', 'Days for remarks': '14' } },
  { file: 'features/messages/NewMessage.tsx', at: '/messages?new=1', as: 'resident', submit: 'Send Message', busy: 'Sending...', sends: 'POST /messages/[\\da-f-]+', required: { Message: 'Please write a message.' }, typed: { Message: 'Is the pool open?' }, queued: 'Is the pool open?' },
  { file: 'features/messages/ReplyForm.tsx', at: '/messages/00000000-0000-4000-8000-000000000002', as: 'resident', submit: 'Send Message', busy: 'Sending...', sends: 'POST /messages/[\\da-f-]+', required: { Message: 'Please write a message.' }, typed: { Message: 'And tomorrow?' }, queued: 'And tomorrow?' },
  { file: 'features/inspections/AddRemark.tsx', at: '/inspections/7c9e6679-7425-40de-944b-e07fc1f90ae7?remark=1', as: 'owing', submit: 'Add Remark', busy: 'Adding...', sends: 'POST /inspections/7c9e6679-7425-40de-944b-e07fc1f90ae7/remarks', required: { Remark: 'Please write a remark.' }, typed: { Remark: 'The window was cracked.' }, queued: 'The window was cracked.' },
  { file: 'subjects/moves/AddressForm.tsx', at: '/admin/lease/<lease>?address=<lease>', as: 'manager', submit: 'Save Address', busy: 'Saving...', sends: 'PUT /leases/<lease>/forwarding-address', required: 'An empty address takes it back.', typed: { Address: '9 Quay' }, queued: '9 Quay' },
  { file: 'features/deposits/RuleForm.tsx', at: '/admin/deposits?rule=1', as: 'manager', submit: 'Save', busy: 'Saving...', sends: 'PUT /deposits/rule', required: { 'Returned within (days)': 'Deposits are returned within 14 to 45 days.' }, typed: { 'Returned within (days)': '21' } },
  { file: 'features/deposits/RuleForm.tsx', at: '/admin/deposits?property-rule=1', as: 'manager', submit: 'Save', busy: 'Saving...', sends: 'PUT /deposits/rules/1', required: { 'Returned within (days)': 'Deposits are returned within 14 to 45 days.' }, typed: { 'Returned within (days)': '21' } },
  { file: 'features/leases/detail/ChangeTenants.tsx', at: '/admin/lease/<lease>?change=tenants', as: 'manager', submit: 'Save', busy: 'Saving...', sends: 'PUT /leases/<lease>', required: 'Who is billed has a value.', typed: { 'Occupants (optional)': 'Mia Hale' } },
  { file: 'features/leases/EndLease.tsx', at: '/admin/lease/<lease>?change=last-day', as: 'manager', submit: 'Save', busy: 'Saving...', sends: 'PUT /leases/<lease>/last-day', required: 'A lease without a last day goes on.', typed: { 'Last day': '2099-12-31' }, queued: 'Last day of the lease of Unit 101, Maple Court' },
  { file: 'subjects/users/access/EndAccess.tsx', at: '/admin/person/2?end-access=2', as: 'manager', submit: 'End Access', busy: 'Saving...', sends: 'PUT /users/2/access', required: 'What ends has a value.', typed: { 'What ends': 'Living in the home and signing in' }, queued: 'End of access of Robin Hale' },
  { file: 'features/leases/LateFeeForm.tsx', at: '/admin/lease/<lease>?change=late-fee', as: 'manager', submit: 'Save', busy: 'Saving...', sends: 'POST /late-fees/leases/<lease>', required: { ...AMOUNT, 'Grace period (days)': 'The grace period is a whole number of days from 1 to 60.', 'For rent due from': 'Please enter the day from which it is charged.' }, typed: { Amount: '50', 'Grace period (days)': '5', 'For rent due from': '2099-01-01' } },
  { file: 'features/people/meters/AddMeter.tsx', at: '/admin/home/1?meter=new', as: 'manager', submit: 'Add Meter', busy: 'Adding...', sends: 'POST /units/1/meters', required: { 'Number on the meter': 'Please enter the number on the meter.', Multiplier: MULTIPLIER, Digits: DIGITS, 'Shows now': SHOWN, Since: 'A day is written like 2026-11-21.' }, typed: { 'Number on the meter': 'E-77', Multiplier: '1', Digits: '5', 'Shows now': '4521', Since: '2026-05-03' } },
  { file: 'features/people/meters/CorrectMeter.tsx', at: '/admin/home/1?meter=<meter>', as: 'manager', submit: 'Save', busy: 'Saving...', sends: 'PUT /meters/<meter>', required: { 'Number on the meter': 'Please enter the number on the meter.', Multiplier: MULTIPLIER, Digits: DIGITS }, typed: { 'Number on the meter': 'W-78', Multiplier: '10', Digits: '6' } },
  { file: 'features/dashboard/readings/SendReading.tsx', at: '/dashboard/resident?read=<meter>', as: 'resident', submit: 'Send Reading', busy: 'Sending...', sends: 'POST /meters/<meter>/sent-readings', required: { 'Shows (gal)': SHOWN }, typed: { 'Shows (gal)': '1200' }, queued: '1200' },
  { file: 'features/utilities/common/ReadCommonMeter.tsx', at: '/admin/utilities?read-common=<common>', as: 'manager', submit: 'Save Reading', busy: 'Saving...', sends: 'POST /common-meters/<common>/readings', required: { Shows: SHOWN, 'Read on': 'A day is written like 2026-11-21.' }, typed: { Shows: '1200', 'Read on': '2026-05-03' }, queued: '1200' },
  { file: 'features/utilities/common/CorrectCommonReading.tsx', at: '/admin/utilities?correct-common=<commonReading>', as: 'manager', submit: 'Save', busy: 'Saving...', sends: 'PUT /common-meters/<common>/readings/<commonReading>', required: { Showed: SHOWN }, typed: { Showed: '1001' } },
  { file: 'features/utilities/common/CommonMeterForm.tsx', at: '/admin/utilities?common=<common>', as: 'manager', submit: 'Save Common Meter', busy: 'Saving...', sends: 'PUT /common-meters/<common>', required: { 'Homes that share it': 'Please choose the homes that share the meter.' }, typed: { 'Homes that share it': '101' } },
  { file: 'features/utilities/meters/DeclineReading.tsx', at: '/admin/utilities?decline=<sent>', as: 'manager', submit: 'Decline', busy: 'Declining...', sends: 'PUT /meter-readings/sent/<sent>', required: 'Its reason may be left out.', typed: { 'Reason (optional)': 'It shows another meter.' }, queued: 'A reading that is declined' },
  { file: 'features/people/meters/CorrectReading.tsx', at: '/admin/home/1?correct=<meter>&reading=<reading>', as: 'manager', submit: 'Save', busy: 'Saving...', sends: 'PUT /meters/<meter>/readings/<reading>', required: { Showed: SHOWN }, typed: { Showed: '1001' } },
  { file: 'features/people/meters/ReadMeter.tsx', at: '/admin/home/1?read=<meter>', as: 'manager', submit: 'Save Reading', busy: 'Saving...', sends: 'POST /meters/<meter>/readings', required: { Shows: SHOWN, 'Read on': 'A day is written like 2026-11-21.' }, typed: { Shows: '1200', 'Read on': '2026-05-03' }, queued: '1200' },
  { file: 'subjects/utilities/ExchangeMeter.tsx', at: '/admin/home/1?exchange=<meter>', as: 'manager', submit: 'Exchange', busy: 'Exchanging...', sends: 'POST /meters/<meter>/exchange', required: { 'Showed at the end': SHOWN, 'Number on the new meter': 'Please enter the number on the meter.', 'New meter began at': SHOWN, Digits: DIGITS, Multiplier: MULTIPLIER, 'Exchanged on': 'A day is written like 2026-11-21.' }, typed: { 'Showed at the end': '1200', 'Number on the new meter': 'W-79', 'New meter began at': '0', Digits: '5', Multiplier: '1', 'Exchanged on': '2026-05-03' } },
  { file: 'subjects/utilities/RemoveMeter.tsx', at: '/admin/home/1?remove=<meter>', as: 'manager', submit: 'Remove Meter', busy: 'Removing...', sends: 'POST /meters/<meter>/removal', required: { 'Showed at the end': SHOWN, 'Removed on': 'A day is written like 2026-11-21.' }, typed: { 'Showed at the end': '1200', 'Removed on': '2026-05-03' } },
  { file: 'subjects/utilities/ExchangeMeter.tsx', at: '/admin/utilities?exchange-common=<common>', as: 'manager', submit: 'Exchange', busy: 'Exchanging...', sends: 'POST /common-meters/<common>/exchange', required: { 'Showed at the end': SHOWN, 'Number on the new meter': 'Please enter the number on the meter.', 'New meter began at': SHOWN, Digits: DIGITS, Multiplier: MULTIPLIER, 'Exchanged on': 'A day is written like 2026-11-21.' }, typed: { 'Showed at the end': '1200', 'Number on the new meter': 'C-79', 'New meter began at': '0', Digits: '5', Multiplier: '1', 'Exchanged on': '2026-05-03' } },
  { file: 'subjects/utilities/RemoveMeter.tsx', at: '/admin/utilities?remove-common=<common>', as: 'manager', submit: 'Remove Meter', busy: 'Removing...', sends: 'POST /common-meters/<common>/removal', required: { 'Showed at the end': SHOWN, 'Removed on': 'A day is written like 2026-11-21.' }, typed: { 'Showed at the end': '1200', 'Removed on': '2026-05-03' } },
  { file: 'features/payments/PayPart.tsx', at: '/payments?part=1', as: 'owing', submit: 'Continue', busy: 'Opening checkout...', sends: 'POST /stripe_payments/create-partial-payment', required: AMOUNT, typed: { Amount: '300' } },
  { file: 'features/payments/autopay/SetUpAutopay.tsx', at: '/payments/autopay', as: 'neighbour', submit: 'Agree and continue', busy: 'Opening...', sends: 'POST /autopay/setup', required: LIMIT, typed: { 'Day of the month': 'The 5th', 'Never more than': '1500' } },
  { file: 'features/payments/autopay/ChangeAutopay.tsx', at: '/payments/autopay?change=1', as: 'automatic', submit: 'Save', busy: 'Saving...', sends: 'PUT /autopay', required: LIMIT, typed: { 'Day of the month': 'The 5th', 'Never more than': '1500' } },
];

async function startSecondFactor(app: App): Promise<void> {
  await press('Turn On')(app);
  await app.user.type(await screen.findByLabelText('Current password'), 'porchlight');
  await press('Next')(app);
  await screen.findByLabelText('Code');
}

async function openRequest(app: App): Promise<void> {
  await view(app, 'The sink drips.');
}

async function editRequest(app: App): Promise<void> {
  await app.user.click((await view(app, 'The sink drips.')).getByRole('button', { name: 'Edit' }));
}
