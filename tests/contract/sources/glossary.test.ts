import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { filesIn } from '../../../scripts/sources.mjs';

interface Term {
  word: string;
  instead: readonly string[];
}

/** The rows of the glossary's tables. */
const terms = readFileSync('docs/glossary.md', 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, word, , instead]) => word && instead && !/^-+$/.test(word) && word !== 'Word')
  .map(([, word = '', , instead = '']): Term => ({
    word,
    instead: instead === '–' ? [] : instead.split(', '),
  }));

/** What a file can show: its strings and the texts between its tags, with the line of each; no comment and no import. */
function textsOf(file: string): { text: string; at: string }[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false, kind);
  const texts: { text: string; at: string }[] = [];
  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
    if (
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      isRestOfTemplate(node)
    ) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      texts.push({ text: node.text.replace(/\s+/g, ' ').trim(), at: `${file}:${line + 1}` });
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return texts;
}

const isRestOfTemplate = (node: ts.Node): node is ts.TemplateMiddle | ts.TemplateTail =>
  ts.isTemplateMiddle(node) || ts.isTemplateTail(node);

const texts = ['contract', 'server', 'src', 'sw', 'stripe-stand-in']
  .flatMap((folder) => filesIn(folder))
  .filter((file) => /(?<!\.d)\.tsx?$/.test(file))
  .flatMap(textsOf);

const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A single word is replaced where it is all of a text; several are wherever they stand. */
function patternOf(words: string): RegExp {
  return words.includes(' ') ? new RegExp(escaped(words), 'i') : new RegExp(`^${escaped(words)}$`);
}

test('the glossary has its words', () => {
  expect(terms.map(({ word }) => word)).toEqual(expect.arrayContaining(['Unsent', 'Grace period', 'Active']));
});

test('each word stands once in the glossary', () => {
  const words = terms.map(({ word }) => word);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});

test.each(terms)('texts say "$word" and never what it replaces', ({ instead }) => {
  const found = instead.flatMap((words) =>
    texts.filter(({ text }) => patternOf(words).test(text)).map(({ text, at }) => `${at}: ${text}`),
  );
  expect(found).toEqual([]);
});

test.each(terms)('"$word" stands in a text of the product', ({ word }) => {
  expect(texts.some(({ text }) => new RegExp(String.raw`\b${escaped(word)}`, 'i').test(text))).toBe(true);
});
