// `npm start`: installs and builds what is missing, then serves.
// `node scripts/start.mjs manager …` runs that command of the server instead.
import { spawn } from 'node:child_process';
import { refuseArguments } from './arguments.mjs';
import { installMissing } from './install.mjs';
import { checkNode, root, serverEnvironment } from './run.mjs';
import { serverCommands } from './sources.mjs';

const USAGE = `npm start
  Installs and builds what is missing, then serves. Settings are environment variables, see .env.example.
npm run manager | check:ledger | backup | restore | export | move | rotate:secrets
  Commands of the server, each of which says how it is called.`;

const [program = 'main', ...args] = process.argv.slice(2);
// A command reads its own arguments.
if (program !== 'main' && !serverCommands().includes(program)) {
  refuseArguments(`Unexpected argument '${program}'.`, USAGE);
}

checkNode();
await installMissing();
const { buildIfStale } = await import('./build.mjs');
await buildIfStale().catch((/** @type {Error} */ error) => {
  console.error(error.message);
  process.exit(1);
});

const server = spawn(process.execPath, ['--enable-source-maps', `dist/server/${program}.js`, ...args], {
  cwd: root,
  env: { ...serverEnvironment, ...process.env },
  stdio: 'inherit',
});

// The server shuts down by itself; this process waits for it, so that the prompt does not come back early.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    // Ctrl-C reaches the whole terminal group, so the server has its SIGINT; a second one would end it at once.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal);
  });
}
server.on('error', (error) => {
  console.error(`The server could not be started: ${error.message}`);
  process.exit(1);
});
server.on('exit', (code, signal) => {
  process.exit(signal ? 1 : (code ?? 1));
});
