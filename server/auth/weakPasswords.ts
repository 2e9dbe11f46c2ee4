import { phoneParts } from '../../contract/values/phoneParts.ts';
import { fieldError } from '../http/apiError.ts';

/** What is known of the person whose password it is. */
export interface PasswordOwner {
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  phone?: string | null | undefined;
}

/**
 * Refuses a password that is guessed first: a common one, one character repeated, a name of its owner, with or
 * without digits and punctuation around it, or their phone number.
 * @throws {ApiError} 400 with a message at `field`
 */
export async function refuseWeakPassword(
  field: string,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const reason = await weaknessOf(password, owner);
  if (reason) throw fieldError(400, field, `${reason} Please choose another one.`);
}

async function weaknessOf(password: string, owner: PasswordOwner): Promise<string | undefined> {
  if (/^(.)\1*$/isu.test(password)) return 'This password is one character repeated.';
  if (isNameOf(owner, password)) return 'This password can be guessed from the name, username or email.';
  if (isPhoneOf(owner, password)) return 'This password can be guessed from the phone number.';
  commonPasswords ??= loadCommonPasswords();
  return (await commonPasswords).has(password.toLowerCase()) ? 'This password is too common.' : undefined;
}

function isNameOf({ username, firstName, lastName, email }: PasswordOwner, password: string): boolean {
  const localPart = email.slice(0, email.lastIndexOf('@'));
  const names = [username, firstName, lastName, firstName + lastName, lastName + firstName, localPart];
  return names.some((name) => comparable(name) === comparable(password));
}

/** Whether it is the number however it is written, with or without the code of the area or country. */
function isPhoneOf({ phone }: PasswordOwner, password: string): boolean {
  if (!phone || /\p{L}/u.test(password)) return false;
  const digits = (text: string) => text.replaceAll(/\D/g, '');
  const own = digits(phoneParts(phone).number);
  const typed = digits(password);
  return typed.length >= 7 && (own.endsWith(typed) || typed.endsWith(own));
}

/** In lower case, without accents, spaces and punctuation, nor digits at either end, as far as something is left. */
function comparable(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return plain.replaceAll(/^\p{N}+|\p{N}+$/gu, '') || plain || text.toLowerCase();
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/**
 * The 10,000 most common passwords of 7 characters or more, in lower case. Loaded with the first password that someone
 * chooses, since it takes 50 ms and 8 MB.
 */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  // The most common first.
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= 7).slice(0, 10_000));
}
