import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { normalisedHtml } from '../../support/normalised-html.ts';
import { converted, expectSame, type OutsideCase, type OutsideSuite } from '../suite.ts';

/** An example of a specification: its Markdown, a line with a dot, its HTML; an arrow is a tab. */
const EXAMPLE = /^`{32} example[^\n]*\n([^]*?)^\.\n([^]*?)^`{32}$/gm;

export const GFM_SUITE: OutsideSuite = {
  id: 'gfm',
  title: 'GitHub Flavored Markdown → HTML: the elements, texts and addresses of each example',
  source: 'the repository github/cmark-gfm on GitHub',
  folder: 'cmark-gfm',
  cases: async (root) => {
    const files = globSync('test/{spec,extensions,regression}.txt', { cwd: root }).sort();
    return (await Promise.all(files.map((file) => casesOf(join(root, file))))).flat();
  },
};

async function casesOf(file: string): Promise<OutsideCase[]> {
  const text = await readFile(file, 'utf8');
  return Array.from(text.matchAll(EXAMPLE), (match, index): OutsideCase => {
    const [markdown, html] = match.slice(1).map((part) => part.replaceAll('→', '\t'));
    return {
      name: `${basename(file, '.txt')} ${String(index + 1).padStart(3, '0')}`,
      run: async (engine) => {
        const result = await converted(engine, Buffer.from(markdown!), { from: 'md', to: 'html' });
        expectSame(comparable(bodyOf(result.toString())), comparable(html!));
      },
    };
  });
}

/** The body of what we write; our headings have identifiers. */
function bodyOf(html: string): string {
  const [, body = ''] = /<body[^>]*>([^]*)<\/body>/.exec(html) ?? [];
  return body.replaceAll(/<(h[1-6]) id="[^"]*">/g, '<$1>');
}

/** Without what says the same in two ways: attributes of lists and cells, boxes to tick, empty bodies, escaped addresses. */
function comparable(html: string): string {
  const same = html
    .replaceAll(/ style="text-align: (\w+);"/g, ' align="$1"')
    .replaceAll(/<ul class="(?:contains-)?task-list"/g, '<ul')
    .replaceAll(/<label>(<input[^>]*>)(.*?)<\/label>/g, '$1 $2')
    .replaceAll(/<input[^>]*type="checkbox"[^>]*>/g, (input) => (/checked/.test(input) ? '[x]' : '[ ]'))
    .replaceAll(/<ol([^>]*) type="1"/g, '<ol$1')
    .replaceAll(/<tbody>\s*<\/tbody>/g, '')
    .replaceAll(/\n<\/code><\/pre>/g, '</code></pre>')
    .replaceAll(/ alt=""/g, '')
    .replaceAll(/(?<= (?:href|src)=")[^"]*/g, decoded);
  return normalisedHtml(same);
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
