// `npm run dev`: vite, and behind it the server, which restarts when its files change. Ctrl-C ends both.
import { spawn } from 'node:child_process';
import { installMissing } from './install.mjs';
import { checkNode, root, tool } from './run.mjs';

checkNode();
await installMissing();

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

const programs = [
  start([tool('tsx'), 'watch', '--clear-screen=false', 'server/main.ts'], { PORT: apiPort }),
  start([tool('vite'), '--clearScreen', 'false']),
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
for (const program of programs) program.on('exit', (code) => stop(Number(process.exitCode ?? code ?? 0)));
