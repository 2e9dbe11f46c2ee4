// Prerenders the public pages as HTML, which people and search engines see before any script runs.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { escapeHtml } from './escapeHtml.mjs';
import { root } from './run.mjs';

/** Renders what the app renders first at the same address, so that nothing moves when it starts. */
const drawing = `
  import { createElement as h } from 'react';
  import { renderToStaticMarkup } from 'react-dom/server';
  import { StaticRouter } from 'react-router-dom';
  import About from './src/features/site/About.tsx';
  import Landing from './src/features/site/Landing.tsx';
  import { PublicFrame } from './src/shell/PublicFrame.tsx';
  export { publicPages } from './src/publicPages.ts';
  const draw = (location, page) =>
    renderToStaticMarkup(h(StaticRouter, { location }, h(PublicFrame, null, h(page))));
  export const drawn = { '/': draw('/', Landing), '/about': draw('/about', About) };
`;

/** Writes dist/app/drawn/ from the built index.html. */
export async function drawPublicPages() {
  const esbuild = await import('esbuild');
  const program = path.join(root, 'dist/draw.mjs');
  await esbuild.build({
    absWorkingDir: root,
    stdin: { contents: drawing, resolveDir: root, loader: 'js' },
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    jsx: 'automatic',
    logLevel: 'warning',
  });
  /** @type {{ publicPages: Record<string, { title: string, description: string }>, drawn: Record<string, string> }} */
  const { publicPages, drawn } = await import(`${pathToFileURL(program).href}?${Date.now()}`);
  rmSync(program);

  const shell = withoutScriptsOfSignedIn(readFileSync(path.join(root, 'dist/app/index.html'), 'utf8'));
  const folder = path.join(root, 'dist/app/drawn');
  mkdirSync(folder, { recursive: true });
  for (const [address, page] of Object.entries(publicPages)) {
    const name = address === '/' ? 'home' : address.slice(1);
    writeFileSync(path.join(folder, `${name}.html`), pageOf(shell, page, drawn[address]));
  }
}

/**
 * Visitors do without what scripts/app/firstScripts.ts has the shell load.
 * @param {string} shell
 */
function withoutScriptsOfSignedIn(shell) {
  const without = shell.replaceAll(/\s*<link rel="modulepreload"[^>]* data-signed-in>/g, '');
  if (without === shell) throw new Error('index.html loads no scripts of the signed-in screens.');
  return without;
}

/**
 * @param {string} shell
 * @param {{ title: string, description: string }} page
 * @param {string | undefined} content
 */
function pageOf(shell, { title, description }, content) {
  /** @type {(html: string, pattern: RegExp, text: string) => string} */
  const put = (html, pattern, text) => {
    if (!pattern.test(html)) throw new Error(`index.html has nothing like ${pattern} to put "${text}" into.`);
    return html.replace(pattern, (_, before, after) => before + text + after);
  };
  let html = put(shell, /(<title>)[^<]*(<\/title>)/, escapeHtml(title));
  html = put(html, /(name="description"\s+content=")[^"]*(")/, escapeHtml(description));
  html = put(html, /(property="og:title"\s+content=")[^"]*(")/, escapeHtml(title));
  html = put(html, /(property="og:description"\s+content=")[^"]*(")/, escapeHtml(description));
  if (!content) return html;
  html = put(html, /(<div id="root">)[\s\S]*(<\/div>\s*<noscript)/, content);
  return put(
    html,
    /(<\/title>)()/,
    `<link rel="modulepreload" crossorigin href="/assets/${siteScript()}" />`,
  );
}

/** The file that draws these pages again, which the browser asks for together with the first script. */
function siteScript() {
  const name = readdirSync(path.join(root, 'dist/app/assets')).find((file) => /^Site-.*\.js$/.test(file));
  if (!name) throw new Error('The build has made no script of src/features/site/.');
  return name;
}
