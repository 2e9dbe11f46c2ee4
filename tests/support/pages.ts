import { existsSync, readFileSync } from 'node:fs';

const at = (path: string) => new URL(`../../${path}`, import.meta.url);

export const readPage = (path: string): string => readFileSync(at(path), 'utf8');
export const isThere = (path: string): boolean => existsSync(at(path));

/** Each "`file`: title" of a page, whether in a list or a table. */
export function testsNamedIn(page: string): { file: string; title: string }[] {
  return [...page.matchAll(/`(tests\/[^`]+\.test\.tsx?)`: (.+?) *(?:\||$)/gm)].map(
    ([, file = '', title = '']) => ({ file, title }),
  );
}

/** The titles of a file's tests, as they are written there. */
export function titlesIn(file: string): string[] {
  return [...readPage(file).matchAll(/^\s*(?:test\(|test\.each[^]*?\)\(\s*)(['"`])(.+?)\1,/gm)].map(
    ([, , title = '']) => title,
  );
}
