import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RunContext } from '../../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../../engine/contract/limits.ts';
import { READERS } from '../../../../engine/codecs/office-xml/readers.ts';

const NAME = 'furnace-headings-table-footnote-picture';
const context = { limits: DEFAULT_LIMITS, signal: new AbortController().signal } as RunContext;

/** What is compared of a block. */
type Seen = Readonly<Record<string, unknown>>;

async function outlineOf(format: 'docx' | 'odt' | 'doc' | 'dot' | 'rtf'): Promise<Seen[]> {
  const file = new URL(`../../../../corpus/sources/${format}/${NAME}.${format}`, import.meta.url);
  const read = await READERS.find(({ formats }) => formats.includes(format))!.load();
  const { document } = await read(readFileSync(file), { effort: 'full' }, context, format);
  return document!.blocks!.map(({ kind, place, text, level, item, cell, links, marks, image }) => ({
    kind,
    place,
    text: text.replaceAll(/\s+/g, ' ').trim(),
    level,
    item,
    cell,
    links,
    marks: marks?.length,
    image: image?.size,
  }));
}

describe('the outline of a document', () => {
  it.each(['doc', 'dot', 'rtf'] as const)('is the same in %s as in DOCX', async (format) => {
    const expected = await outlineOf('docx');
    const bySide = (blocks: readonly Seen[], place: string): Seen[] => blocks.filter((block) => block.place === place);
    const found = await outlineOf(format);
    for (const place of ['body', 'note', 'margin']) {
      expect(bySide(found, place)).toEqual(bySide(expected, place));
    }
  });
});
