import { describe, expect, it } from 'vitest';
import { isReadApproximately, documentReaderOf } from '../../../../../engine/content/document/markup-text/readers.ts';
import { FORMATS } from '../../../../../engine/formats/index.ts';
import { outlineOf } from './outline.ts';

const CHARS = 50_000;

/** What a language may open, again and again, and never close; and marks in one line and in many. */
const MARKS = [
  ...[
    '*',
    '**',
    '_',
    '__',
    '`',
    '``',
    '|',
    '[',
    '[[',
    '[[a][',
    '[fn:',
    ']_',
    '<<',
    '((',
    '{{',
    '{{{',
    '$',
    '\\(',
    '@@',
  ],
  ...[
    'a_ ',
    'http://',
    '"a":',
    '!a',
    "''",
    '-',
    '+',
    ':',
    '~~',
    '^a',
    '[a|',
    '{code}',
    '<ref>',
    '<nowiki>',
    '<b>',
    '&',
    '\\',
  ],
  ...[
    'a [',
    '*a *a ',
    '"`',
    '+++',
    'footnote:[',
    'link:a[',
    '(',
    ')',
    '{',
    '}',
    '%',
    '#[',
    '\\x{',
    '\\begin{a}',
    '#f(',
  ],
] as const;
const LINES = [
  ...[
    '* a',
    '- a',
    '1. a',
    '.. a::',
    '.. [1] a',
    '.. |a| image:: b',
    '+--+',
    '=== ===',
    '| a',
    '|===',
    '----',
    '#+begin_x',
  ],
  ...[
    '#+results:',
    ':a:',
    '::',
    'a::',
    '== a',
    'a\n====',
    '> a',
    '{|',
    '|-',
    '<pre>',
    '||a||',
    'h1. a',
    '.TP',
    '\\item',
    '+',
    '[a]',
  ],
] as const;

const FORMATS_READ = [...FORMATS.keys()].filter(isReadApproximately);

describe.each(FORMATS_READ)('hostile text in %s takes time in proportion to its length', (format) => {
  const read = documentReaderOf(format)!;

  it.each(MARKS)('of marks %s', { timeout: 20_000 }, (mark) => {
    expect(outlineOf(read(mark.repeat(CHARS / mark.length)))).toBeDefined();
  });

  it.each(LINES)('of lines %s', { timeout: 20_000 }, (line) => {
    expect(outlineOf(read(`${line}\n`.repeat(CHARS / (line.length + 1))))).toBeDefined();
    outlineOf(read(Array.from({ length: 400 }, (_, depth) => ' '.repeat(depth) + line).join('\n')));
  });
});
