// `npm run dev`: vite, and behind it the server, which restarts when its files change. Without a mail server in the settings,
// a mailbox catches its mails. Ctrl-C ends all.
import { spawn } from 'node:child_process';
import { readArguments } from './arguments.mjs';
import { installMissing } from './install.mjs';
import { checkNode, root, tool } from './run.mjs';

readArguments('npm run dev\n  Serves the app with hot reload, and the server behind it.', {});
checkNode();
await installMissing();

/** Where vite serves the app (vite.config.ts). */
const ORIGIN = 'http://localhost:5173';

const apiPort = process.env.API_PORT ?? '3001';

/**
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
const start = (args, env) =>
  spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, API_PORT: apiPort, ...env },
    // Both would read the keyboard, so neither does.
    stdio: ['ignore', 'inherit', 'inherit'],
  });

/** @returns {Promise<Record<string, string>>} what both programs must know of the mailbox */
async function openMailbox() {
  if (process.env.SMTP_URL) return {};
  // Loaded here, after what was missing is installed.
  const { startMailbox } = await import('./mailbox/mailbox.mjs');
  const { smtpUrl, port } = await startMailbox();
  console.warn(`\nMails are caught at ${ORIGIN}/mailbox\n`);
  return {
    MAILBOX_PORT: String(port),
    SMTP_URL: smtpUrl,
    MAIL_FROM: process.env.MAIL_FROM || 'office@porchlight.example',
    PUBLIC_URL: process.env.PUBLIC_URL || ORIGIN,
  };
}
const mailbox = await openMailbox();

const programs = [
  start([tool('tsx'), 'watch', '--clear-screen=false', 'server/main.ts'], { PORT: apiPort, ...mailbox }),
  start([tool('vite'), '--clearScreen', 'false'], mailbox),
];

let stopping = false;

/** @param {number} code */
function stop(code) {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  for (const program of programs) program.kill('SIGTERM');
}
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0));
process.on('SIGINT', () => {
  // Ctrl-C reaches all three processes; a second signal would make tsx kill the server while it closes.
  if (process.stdin.isTTY) stopping = true;
  else stop(0);
});
let running = programs.length;
for (const program of programs) {
  program.on('exit', (code) => {
    stop(Number(process.exitCode ?? code ?? 0));
    running -= 1;
    // The mailbox would keep this process running.
    if (running === 0) process.exit();
  });
}
