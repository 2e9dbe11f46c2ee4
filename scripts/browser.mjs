// Finds a Chromium for the browser tests, or installs one.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { system, root } from './run.mjs';

const { env, platform } = process;

const defaultPaths = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => [
      path.join(folder, 'Google/Chrome/Application/chrome.exe'),
      path.join(folder, 'Chromium/Application/chrome.exe'),
      path.join(folder, 'Microsoft/Edge/Application/msedge.exe'),
    ]),
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/snap/bin/chromium',
  ],
};

/** The path of an installed browser, if there is one. */
async function installedBrowser() {
  const named = env.CHROMIUM_PATH || env.CHROME_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`There is no browser at ${named}, which CHROMIUM_PATH or CHROME_PATH names.`);
  }
  const paths = defaultPaths[platform === 'darwin' || platform === 'win32' ? platform : 'linux'];
  const { chromium } = await import('playwright');
  return [...paths, chromium.executablePath()].find((file) => existsSync(file));
}

/**
 * The path of a Chromium, installed first where this machine has none.
 * @returns {Promise<string>}
 */
export async function findBrowser() {
  const found = await installedBrowser();
  if (found) return found;

  console.log('No Chromium on this machine; installing one …');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    env.DEBIAN_FRONTEND = 'noninteractive';
    await system('apt-get', ['-qq', 'update']);
    await system('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', 'chromium']);
  } else {
    await system(process.execPath, [
      path.join(root, 'node_modules/playwright/cli.js'),
      'install',
      'chromium',
    ]);
  }
  const installed = await installedBrowser();
  if (installed) return installed;
  throw new Error(
    'The browser tests need a Chromium and none could be installed. Run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH to one that you have.',
  );
}
