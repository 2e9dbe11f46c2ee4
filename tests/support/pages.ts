import { existsSync, readFileSync } from 'node:fs';

const at = (path: string) => new URL(`../../${path}`, import.meta.url);

export const readPage = (path: string): string => readFileSync(at(path), 'utf8');
export const isThere = (path: string): boolean => existsSync(at(path));

/** The tests that a page names as "`file`: title", in lists and tables. */
export function testsNamedIn(page: string): { file: string; title: string }[] {
  return [...page.matchAll(/`(tests\/[^`]+\.test\.tsx?)`: (.+?) *(?:\||$)/gm)].map(
    ([, file = '', title = '']) => ({ file, title }),
  );
}

/** The titles of a file's tests, as written there. */
export function titlesIn(file: string): string[] {
  return [...readPage(file).matchAll(/^\s*(?:test\(|test\.(?:each|for)[^]*?\)\(\s*)(['"`])(.+?)\1,/gm)].map(
    ([, , title = '']) => title,
  );
}
