import { type Glyph, isBlank } from '../../../content/pages/model.ts';
import { faceKey } from '../../../content/pages/reading/font-programs.ts';
import type { Segment } from '../layout/segment.ts';

/** Runs of glyphs without spaces. */
export function wordsOf(glyphs: readonly Glyph[]): Glyph[][] {
  const words: Glyph[][] = [];
  let isOpen = false;
  for (const glyph of glyphs) {
    if (isBlank(glyph)) isOpen = false;
    else if (isOpen) words.at(-1)!.push(glyph);
    else {
      words.push([glyph]);
      isOpen = true;
    }
  }
  return words;
}

/**
 * Widths of the spaces between the words of each face, in em: that than which a share of them is narrower. A space of
 * monospace text is as wide as its letters, whatever gaps are between names that stand in other text.
 */
export function wordSpaces(segments: Iterable<Segment>, share: number): Map<string, number> {
  const byFace = new Map<string, number[]>();
  for (const { glyphs } of segments) {
    let last: Glyph | undefined;
    for (const word of wordsOf(glyphs)) {
      const [first] = word as [Glyph];
      if (last?.font === first.font && last.size > 0) {
        const widths = byFace.get(faceKey(first.font)) ?? [];
        byFace.set(faceKey(first.font), widths);
        widths.push((first.font.monospace ? last.advance / last.stretch : first.x0 - last.x1) / last.size);
      }
      last = word.at(-1);
    }
  }
  return new Map(
    Array.from(byFace, ([key, widths]) => [key, widths.sort((a, b) => a - b)[Math.floor(share * widths.length)]!]),
  );
}
