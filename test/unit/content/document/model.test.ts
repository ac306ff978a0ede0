import { describe, expect, it } from 'vitest';
import {
  cell,
  hasText,
  joinTexts,
  paragraph,
  text,
  textOf,
  walk,
  type Block,
} from '../../../../engine/content/document/model.ts';

describe('the document model', () => {
  it('walks each block before those inside it, through tables, boxes and notes', () => {
    const blocks: Block[] = [
      { kind: 'table', rows: [[cell([text('a')]), cell([])], [{ blocks: [{ kind: 'code', text: 'b' }] }]] },
      { kind: 'page', number: 1, blocks: [{ kind: 'box', blocks: [paragraph([text('c')])] }], notes: [paragraph([])] },
    ];
    const kinds = [...walk(blocks)].map(({ kind }) => kind);
    expect(kinds).toEqual(['table', 'paragraph', 'code', 'page', 'box', 'paragraph', 'paragraph']);
    expect([...walk(blocks, ({ kind }) => kind === 'page')]).toHaveLength(3);
  });

  it('says only what is shown', () => {
    const inlines = [text('seen '), text('deleted', { unshown: 'deleted' }), text('too')];
    expect(textOf(inlines)).toBe('seen too');
    expect(hasText([text('hidden', { unshown: 'hidden' }), text(' ')])).toBe(false);
  });

  it('joins pieces of one look, whatever objects say so', () => {
    const bold = { bold: true };
    const pieces = [text('a', { style: bold }), text('b', { style: { ...bold } }), text('c'), text('d', { style: {} })];
    expect(joinTexts(pieces)).toEqual([text('ab', { style: bold }), text('cd')]);
    const links = [text('a', { link: { href: 'x' } }), text('b', { link: { href: 'y' } })];
    expect(joinTexts(links)).toHaveLength(2);
  });
});
