import { isBlank } from '../../../content/pages/model.ts';
import type { FontFace } from '../../../content/pages/model.ts';
import type { Segment } from './segment.ts';

/** What most of the text looks like: Word's Normal style. */
export interface BodyStyle {
  readonly size: number;
  readonly face: FontFace;
}

const PLAIN_FACE: FontFace = { name: 'Arial', bold: false, italic: false, monospace: false, serif: false };

/** Sizes are compared in half points, Word's unit. */
export const roundSize = (size: number): number => Math.round(size * 2) / 2;

export function bodyStyle(segments: Iterable<Segment>): BodyStyle {
  const sizes = new Map<number, number>();
  const faces = new Map<string, { face: FontFace; count: number }>();
  for (const { glyphs } of segments) {
    for (const glyph of glyphs) {
      if (isBlank(glyph)) continue;
      const size = roundSize(glyph.size);
      sizes.set(size, (sizes.get(size) ?? 0) + 1);
      const entry = faces.get(glyph.font.name) ?? { face: glyph.font, count: 0 };
      faces.set(glyph.font.name, { face: entry.face, count: entry.count + 1 });
    }
  }
  const [size] = [...sizes].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [10, 0]);
  const { face } = [...faces.values()].reduce((best, entry) => (entry.count > best.count ? entry : best), {
    face: PLAIN_FACE,
    count: 0,
  });
  return { size, face };
}
