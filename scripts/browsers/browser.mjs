// Finds the browsers for the tests, or installs them.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installPackages, mayInstallPackages } from '../packages.mjs';
import { system, root } from '../run.mjs';

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
  if (mayInstallPackages()) await installPackages(['chromium']);
  else {
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

/**
 * The engines beside Chromium: the files of which one in each group must exist, Debian's packages, and what to do
 * elsewhere.
 * @type {Record<'webkit' | 'firefox', { name: string, files: string[][], packages: string[], elsewhere: string }>}
 */
const engines = {
  webkit: {
    name: 'WebKitGTK',
    files: [
      ['/usr/bin/WebKitWebDriver'],
      ['/usr/bin/Xvfb'],
      ['/usr/bin/gjs'],
      // The introspection data of libraries is below the folder of the machine's architecture.
      ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/girepository-1.0/WebKit2-4.1.typelib`),
    ],
    packages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'gjs', 'xvfb'],
    elsewhere: 'exists on Linux only, so nothing was tested in WebKit here',
  },
  firefox: {
    name: 'Firefox',
    files: [
      env.FIREFOX_PATH
        ? [env.FIREFOX_PATH]
        : [
            '/usr/bin/firefox-esr',
            '/usr/bin/firefox',
            '/Applications/Firefox.app/Contents/MacOS/firefox',
            path.join(env.PROGRAMFILES ?? '', 'Mozilla Firefox/firefox.exe'),
          ],
    ],
    packages: ['firefox-esr'],
    elsewhere: 'is missing: install it from https://www.mozilla.org/firefox or name it in FIREFOX_PATH',
  },
};

/**
 * The path of an engine's first program, installed first where this machine has none and may install it.
 * @param {keyof typeof engines} engine
 * @returns {Promise<string>}
 * @throws {Error} one line that says how to get it
 */
export async function findEngine(engine) {
  const { name, files, packages, elsewhere } = engines[engine];
  const found = () => files.map((group) => group.find((file) => existsSync(file)));
  if (found().includes(undefined) && mayInstallPackages()) {
    console.log(`No ${name} on this machine; installing it …`);
    await installPackages(packages);
  }
  const [program] = found();
  if (program && !found().includes(undefined)) return program;
  throw new Error(
    platform === 'linux'
      ? `${name} is missing: sudo apt-get update && sudo apt-get install ${packages.join(' ')}`
      : `${name} ${elsewhere}.`,
  );
}
