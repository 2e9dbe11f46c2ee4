// Installs packages of Debian, where this machine is one and lets us.
import { existsSync } from 'node:fs';
import { system } from './run.mjs';

export const mayInstallPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** @param {string[]} packages of Debian */
export async function installPackages(packages) {
  process.env.DEBIAN_FRONTEND = 'noninteractive';
  await system('apt-get', ['-qq', 'update']);
  await system('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', ...packages]);
}
