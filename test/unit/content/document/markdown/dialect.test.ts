import { describe, expect, it } from 'vitest';
import { readMarkdownDocument } from '../../../../../engine/content/document/markdown/document.ts';
import type { Dialect } from '../../../../../engine/content/document/markdown/dialect.ts';
import { inlinesOf, textOf, walk } from '../../../../../engine/content/document/model.ts';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
const TEXT = [
  '---\ntitle: A\nlang: en\n---',
  '| b | c |\n|---|---|\n| d | e |',
  'f[^1] and $g$',
  '[^1]: note',
  '```\ncode\n```',
  `![caption](${PIXEL})`,
].join('\n\n');

function kindsIn(dialect?: Dialect): string[] {
  const { blocks } = readMarkdownDocument(TEXT, undefined, dialect);
  const kinds = new Set<string>();
  for (const block of walk(blocks)) {
    kinds.add(block.kind);
    for (const { kind } of inlinesOf(block)) kinds.add(kind);
    if (textOf(inlinesOf(block)).trim() === 'caption') kinds.add('caption');
    if (textOf(inlinesOf(block)).includes('lang: en')) kinds.add('front matter as text');
  }
  return [...kinds];
}

describe('a dialect of Markdown', () => {
  it('that is not named has what any usual one has', () => {
    expect(kindsIn()).toEqual(expect.arrayContaining(['table', 'note', 'formula', 'code']));
    expect(kindsIn()).not.toContain('front matter as text');
  });

  it('lacks what it does not have', () => {
    expect(kindsIn('commonmark')).toEqual(expect.arrayContaining(['code', 'heading', 'front matter as text']));
    for (const kind of ['table', 'note', 'formula']) expect(kindsIn('commonmark')).not.toContain(kind);
    for (const kind of ['table', 'note', 'formula', 'code', 'heading']) expect(kindsIn('strict')).not.toContain(kind);
    expect(kindsIn('phpextra')).toEqual(expect.arrayContaining(['table', 'note', 'code']));
    expect(kindsIn('phpextra')).not.toContain('formula');
    expect(kindsIn('multimarkdown')).toEqual(expect.arrayContaining(['table', 'note', 'formula', 'code']));
  });

  it('has the description of an image by itself as its caption where images are figures', () => {
    for (const dialect of ['pandoc', 'multimarkdown'] as const) expect(kindsIn(dialect)).toContain('caption');
    for (const dialect of [undefined, 'gfm', 'strict', 'phpextra'] as const)
      expect(kindsIn(dialect)).not.toContain('caption');
  });
});
