import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { fieldMessages } from '../../contract/failure.ts';
import { Register } from '../../contract/user.ts';
import { readConfiguration } from '../configuration.ts';
import { violates } from '../database/database.ts';
import { createContext } from '../createContext.ts';
import { hashPassword } from '../auth/passwords.ts';

const USAGE = `npm run manager -- --username NAME --email ADDRESS [--first-name NAME] [--last-name NAME]
  Makes a manager's account and prints its password once. Stop a server on the embedded database first.`;

async function createManager(): Promise<void> {
  const { values } = parseArgs({
    options: {
      username: { type: 'string' },
      email: { type: 'string' },
      'first-name': { type: 'string', default: 'Property' },
      'last-name': { type: 'string', default: 'Manager' },
    },
  });
  const password = randomBytes(12).toString('base64url');
  const parsed = Register.safeParse({
    username: values.username,
    email: values.email,
    firstName: values['first-name'],
    lastName: values['last-name'],
    password,
  });
  if (!parsed.success)
    throw new Error(`${Object.values(fieldMessages(parsed.error)).join('\n')}\n\n${USAGE}`);

  const { database } = await createContext(readConfiguration(process.env));
  const { username, email, firstName, lastName } = parsed.data;
  try {
    await database.sql`
      insert into users (username, email, password_hash, first_name, last_name, is_manager)
      values (${username}, ${email}, ${await hashPassword(password)}, ${firstName}, ${lastName}, true)`;
  } catch (error) {
    if (violates(error, 'users_username_key'))
      throw new Error(`The username ${username} is taken.`, { cause: error });
    if (violates(error, 'users_email_key'))
      throw new Error(`The email address ${email} is in use.`, { cause: error });
    throw error;
  } finally {
    await database.close();
  }
  process.stdout.write(`${username} is a manager now. Password, shown this once: ${password}\n`);
}

createManager().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
