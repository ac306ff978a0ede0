import { describe, expect, it } from 'vitest';
import { requireBoundedWork } from '../../../engine/codecs/pandoc/complexity.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import type { FormatId } from '../../../engine/formats/index.ts';

const check = (text: string, format: FormatId): void => requireBoundedWork(text, format, DEFAULT_LIMITS);
const refused = expect.objectContaining({ code: 'input_too_complex' }) as Error;

describe('a text that a parser would not come to an end with is refused', () => {
  it.each<[FormatId, string, string]>([
    ['html', 'elements that nothing closes', '<div>'.repeat(20_000)],
    ['html', 'elements within each other', `${'<b>'.repeat(2000)}x${'</b>'.repeat(2000)}`],
    ['latex', 'groups that nothing closes', '{'.repeat(20)],
    ['latex', 'environments that nothing closes', '\\begin{quote}'.repeat(20)],
    ['md', 'open emphasis', '*a_ '.repeat(5000)],
    ['md', 'open brackets', '[a]('.repeat(10_000)],
    ['md', 'quotations within each other', '> '.repeat(1000)],
    ['md', 'lists within each other on a line', '- '.repeat(1000)],
    [
      'rst',
      'lists within each other by indents',
      Array.from({ length: 400 }, (_, i) => `${' '.repeat(i)}- a`).join('\n'),
    ],
    ['mediawiki', 'open templates', '{{'.repeat(5000)],
    ...(['org', 'textile', 'dokuwiki', 'jira', 'creole', 'twiki'] as const).map(
      (format): [FormatId, string, string] => [format, 'open emphasis of two kinds', 'x *a _b '.repeat(20)],
    ),
  ])('%s: %s', (format, _what, text) => {
    expect(() => check(text, format)).toThrow(refused);
  });
});

describe('a text that is only long, or has markers as characters, is not refused', () => {
  it.each<[FormatId, string, string]>([
    ['html', 'paragraphs and items that are not closed', '<p>a<li>b<td>c<br>'.repeat(20_000)],
    ['html', 'elements in a script', `<script>${'"<div>"'.repeat(2000)}</script>`],
    ['html', 'a long page of flat elements', '<div><b>a</b></div>'.repeat(20_000)],
    [
      'latex',
      'braces that are escaped, in comments and in listings',
      `${'\\{'.repeat(50)}\n%${'{'.repeat(50)}\n\\begin{verbatim}${'{'.repeat(50)}\\end{verbatim}`,
    ],
    ['latex', 'groups that are closed', '\\emph{\\textbf{a}}\\begin{quote}b\\end{quote}'.repeat(5000)],
    ['md', 'emphasis that is closed', '*a* __b__ [c](d) '.repeat(50_000)],
    ['md', 'an asterisk in each of many paragraphs', 'A price* of 5.\n\n'.repeat(20_000)],
    ['md', 'pointers in code', `\`\`\`c\n${'*p = *q;\n'.repeat(5000)}\`\`\`\n`],
    ['md', 'products', '2 * 3 * 4 '.repeat(5000)],
    ['jira', 'pointers in code', `{code}\n${'*p = _q;\n'.repeat(100)}{code}`],
    ['jira', 'items', '* an item\n* another _one_\n'.repeat(500)],
    ['textile', 'emphasis that is closed', 'x *a* _b_ '.repeat(500)],
    ['org', 'paragraphs with one open marker', 'A *star and\n\nan _underscore.\n\n'.repeat(500)],
  ])('%s: %s', (format, _what, text) => {
    expect(() => check(text, format)).not.toThrow();
  });
});

describe('the look itself', () => {
  it.each([
    '`',
    '```\n',
    '{code}',
    '<pre>',
    '#+begin_src\n',
    '<!--',
    '<script>',
    '<a ',
    '\\verb|',
    '\\begin{verbatim}',
    '~~~',
    ' ',
    '*a_ \n',
  ])('comes to an end with half a million of %j', (piece) => {
    for (const format of ['html', 'latex', 'md', 'jira'] as const) {
      try {
        check(piece.repeat(500_000), format);
      } catch (error) {
        expect(error).toEqual(refused);
      }
    }
  });
});
