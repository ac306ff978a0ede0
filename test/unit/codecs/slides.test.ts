import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type ConversionResult, type FormatId } from '../../../engine/index.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const engine = sharedEngine();

const source = (format: FormatId, name: string): Promise<Buffer> =>
  readFile(new URL(`../../../corpus/sources/${format}/${name}.${format}`, import.meta.url));

function bytesOf({ artifacts }: ConversionResult): Buffer[] {
  return artifacts.map((artifact) => {
    if (!('bytes' in artifact)) throw new Error('Expected results in memory.');
    return Buffer.from(artifact.bytes);
  });
}

/** The words that can be found in a drawing, in their order. */
function wordsOf(svg: Buffer): string {
  const texts = svg.toString().match(/<text\b.*?<\/text>/gs) ?? [];
  return texts
    .map((text) => text.replace(/<[^>]*>/g, ''))
    .join(' ')
    .replace(/\s+/g, ' ');
}

describe('slides', { timeout: 120_000 }, () => {
  it.each(['pptx', 'ppt', 'odp'] as const)(
    'become drawings, one for each, with their text: %s → svg',
    async (format) => {
      const result = await engine.convert(await source(format, 'three-slides-picture-table-notes'), { to: 'svg' });
      expect(result.report).toMatchObject({ verified: 'content', lost: [] });
      const slides = bytesOf(result).map(wordsOf);
      expect(slides).toHaveLength(3);
      expect(slides[1]).toContain('Nothing is lost: Größe, Łódź, Ω.');
      expect(slides[2]).toContain('635');
      expect(slides[0]).not.toContain('635');
    },
  );

  it('that are hidden are not drawn', async () => {
    const result = await engine.convert(await source('pptx', 'columns-chart-smartart-hidden-slide'), { to: 'svg' });
    const slides = bytesOf(result).map(wordsOf);
    expect(slides).toHaveLength(3);
    expect(slides[0]).toContain('Charcoal');
    expect(slides.join(' ')).not.toContain('secret');
  });

  it.each(['svg', 'png'] as const)('are drawn alone where their numbers are asked for: %s', async (to) => {
    const deck = await source('pptx', 'three-slides-picture-table-notes');
    const [all, some] = [
      bytesOf(await engine.convert(deck, { to })),
      bytesOf(await engine.convert(deck, { to, options: { pages: '2-3' } })),
    ];
    expect(all).toHaveLength(3);
    expect(some).toHaveLength(2);
    const same = to === 'svg' ? some.map(wordsOf) : some;
    expect(same).toEqual(to === 'svg' ? all.slice(1).map(wordsOf) : all.slice(1));
  });
});
