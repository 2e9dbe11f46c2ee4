import { replaceSecrets } from '../auth/signingSecrets.ts';
import { COMMANDS, requestFromServer } from '../process/commandSocket.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { databaseLocation } from '../process/createContext.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { readArguments, runCommand } from './runCommand.ts';

const USAGE = `npm run rotate:secrets [-- --leaked]
  Replaces the secrets of access tokens, photos' addresses and links, while the server runs or not. --leaked is for a leak, such as
  of a backup: nothing that the old ones signed is valid any more, and everybody signs in again.`;
const RESULT = `The secrets of access tokens and photos' addresses are new. What the old ones signed is valid until it expires: tokens
for 15 minutes, addresses for a day and a half. After a leak run this with --leaked: that ends it, and all sessions.`;
const RESULT_LEAKED = `The secrets of access tokens and photos' addresses are new, and all sessions have ended: everybody signs in again, and what is
unsent waits on their devices. Within a minute no server process accepts what the old secrets signed.`;
const TOKENS_BY_SETTING = `The secret of photos' addresses is new; addresses of the old one are valid for up to a day and a half. Tokens are
signed by TOKEN_SECRET: change the setting and restart for a new one.`;
const TOKENS_BY_SETTING_LEAKED = `The secret of photos' addresses is new, and all sessions have ended: everybody signs in again, and what is unsent waits on
their devices. Within a minute no server process accepts addresses of the old secret. Tokens are signed by TOKEN_SECRET: if
that leaked too, stop the server, change the setting, run this again and start it.`;

const NOT_REPLACED = `Passwords and second factors are as before: if the database or a backup leaked, managers change their password and set up
their second factor again.`;

/** `npm run rotate:secrets`: replaces the secrets, while the server runs or not. */
async function rotateSecrets(): Promise<string> {
  const { leaked } = readArguments(USAGE, {
    options: { leaked: { type: 'boolean', default: false } },
  }).values;
  const configuration = readConfiguration(process.env);
  const { DATABASE_URL, DATA_DIR, TOKEN_SECRET } = configuration;
  const command = leaked ? COMMANDS.rotateLeakedSecrets : COMMANDS.rotateSecrets;
  const running = DATABASE_URL ? undefined : await requestFromServer(DATA_DIR, command);
  if (running) {
    running.resume();
    if (running.statusCode !== 204) throw new Error('The secrets could not be replaced: the log says why.');
  } else {
    const database = await openDatabase(databaseLocation(configuration));
    try {
      await replaceSecrets(database, { leaked });
    } finally {
      await database.close();
    }
  }
  if (leaked) return `${TOKEN_SECRET ? TOKENS_BY_SETTING_LEAKED : RESULT_LEAKED}\n${NOT_REPLACED}`;
  return TOKEN_SECRET ? TOKENS_BY_SETTING : RESULT;
}

runCommand(rotateSecrets);
