import { describe, expect, it } from 'vitest';
import { readMarkdownDocument } from '../../../../../engine/content/document/markdown/document.ts';
import { inlinesOf, textOf, walk, type Block } from '../../../../../engine/content/document/model.ts';

const blocksOf = (source: string): Block[] => [...readMarkdownDocument(source).blocks];
const textsOf = (blocks: Iterable<Block>): string[] =>
  [...walk(blocks)].map((block) => textOf(inlinesOf(block))).filter((text) => text !== '');

describe('readMarkdownDocument', () => {
  it('reads lists with their numbers, kinds and boxes', () => {
    const places = blocksOf('3. a\n4. b\n   - c\n\n     d\n- [x] e\n- [ ] f\n').map(({ list }) => list);
    expect(places).toMatchObject([
      { isOrdered: true, number: 3, label: '3.' },
      { number: 4 },
      { level: 1, isOrdered: false },
      { level: 1, isContinued: true },
      { level: 0, isChecked: true },
      { isChecked: false },
    ]);
  });

  it('reads HTML that runs over several blocks', () => {
    const source =
      '<table><tr><td>\n\n**a**\n\n</td><td>b</td></tr></table>\n\n<div hidden>\n\nnot *seen*\n\n</div>\n\nend';
    const blocks = blocksOf(source);
    expect(blocks.map(({ kind }) => kind)).toEqual(['table', 'paragraph', 'paragraph']);
    expect(textsOf(blocks)).toEqual(['a', 'b', 'end']);
    expect(blocks[1]).toMatchObject({ unshown: 'hidden' });
  });

  it('leaves out what is meant for the writers of another format', () => {
    const source =
      'a `\\cite[22]{b}`{=tex} c `<b>d</b>`{=html}\n\n```{=latex}\n\\newpage\n```\n\n```{=html}\n<p>e</p>\n```\n';
    expect(textsOf(blocksOf(source))).toEqual(['a c d', 'e']);
  });

  it('puts notes, formulas, images with titles and code in their places', () => {
    const blocks = blocksOf('a[^1] $x^2$ ![b](c.png "d")\n\n```js\n1\n```\n\n[^1]: said\n');
    expect(inlinesOf(blocks[0]!).map(({ kind }) => kind)).toEqual([
      'text',
      'note-mark',
      'text',
      'formula',
      'text',
      'image',
    ]);
    expect(blocks[1]).toMatchObject({ kind: 'code', language: 'js', text: '1' });
    expect(blocks[2]).toMatchObject({ kind: 'note', id: '1' });
  });

  it.each([
    [
      'between rules',
      '+---+-----+\n| a | b   |\n+===+=====+\n| 1 | x   |\n|   | - y |\n+---+-----+\n| 2 | z   |\n+---+-----+',
    ],
    ['in columns', '  a   b\n ---  -----\n  1   x y\n  2   z\n'],
    ['in columns of several lines', ' ----------\n  a   b\n ---  -----\n  1   x\n      y\n\n  2   z\n ----------\n'],
  ])('reads tables %s, as pandoc writes them', (_, source) => {
    const [table, ...others] = blocksOf(`before\n\n${source}\n\nafter`).slice(1);
    expect(table).toMatchObject({ kind: 'table', headerRows: 1 });
    expect(textsOf([table!]).join(' ')).toBe('a b 1 x y 2 z');
    expect(textsOf(others)).toEqual(['after']);
  });

  it('reads tables without a head whose rows have several lines', () => {
    const rule = '  ----- -------';
    const [table, ...others] = blocksOf(`${rule}\n  1     two\\\n        lines\n\n  2     z\n\n${rule}\n\nafter`);
    expect(table).toMatchObject({ kind: 'table', headerRows: 0 });
    expect(textsOf([table!])).toEqual(['1', 'two\nlines', '2', 'z']);
    expect(textsOf(others)).toEqual(['after']);
  });

  it.each([
    ['in columns', ' ---- ------- ---\n 1    日本    8:30\n 2    e\u0301🙂     x\n ---- ------- ---\n'],
    [
      'with strokes',
      '+---+---------+------+\n| 1 | 日本    | 8:30 |\n+---+---------+------+\n| 2 | e\u0301🙂     | x    |\n+---+---------+------+\n',
    ],
  ])('aligns tables %s by the width of their characters', (_, source) => {
    expect(textsOf(blocksOf(source))).toEqual(['1', '日本', '8:30', '2', 'e\u0301🙂', 'x']);
  });

  it('takes rules for no tables where there are none', () => {
    const kinds = blocksOf('a\n---\n\n---\n\n```\n+--+--+\n| a |\n+--+--+\n```\n\n-- not one --\n').map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(['heading', 'rule', 'code', 'paragraph']);
  });

  it('says what the front matter says, beside the text', () => {
    const { properties, blocks } = readMarkdownDocument('---\ntitle: T\nauthor: [A, B]\nlang: de\n---\ntext');
    expect(properties).toEqual({ title: 'T', author: 'A, B', language: 'de' });
    const [box, ...body] = [...blocks];
    expect(box).toMatchObject({ kind: 'box' });
    expect(textsOf(body)).toEqual(['text']);
  });
});
