import { parseArgs } from 'node:util';
import { replaceSecrets } from '../auth/signingSecrets.ts';
import { requestFromServer } from '../commandSocket.ts';
import { readConfiguration } from '../configuration.ts';
import { databaseLocation } from '../createContext.ts';
import { openDatabase } from '../database/database.ts';
import { runCommand } from './runCommand.ts';

const RESULT = `The secrets of access tokens and photos' addresses are new. What the old ones signed is valid until it expires: tokens
for 15 minutes, addresses for a day and a half. Run this a second time to end that now.`;
const TOKENS_BY_SETTING = `The secret of photos' addresses is new; addresses of the old one are valid for up to a day and a half. Tokens are
signed by TOKEN_SECRET: change the setting and restart for a new one.`;

/** `npm run rotate:secrets`: replaces the secrets, while the server runs or not. */
async function rotateSecrets(): Promise<string> {
  parseArgs({ options: {} });
  const configuration = readConfiguration(process.env);
  const { DATABASE_URL, DATA_DIR, TOKEN_SECRET } = configuration;
  const running = DATABASE_URL ? undefined : await requestFromServer(DATA_DIR, 'POST', '/rotate-secrets');
  if (running) {
    running.resume();
    if (running.statusCode !== 204) throw new Error('The secrets could not be replaced: the log says why.');
  } else {
    const database = await openDatabase(databaseLocation(configuration));
    try {
      await replaceSecrets(database);
    } finally {
      await database.close();
    }
  }
  return TOKEN_SECRET ? TOKENS_BY_SETTING : RESULT;
}

runCommand(rotateSecrets);
