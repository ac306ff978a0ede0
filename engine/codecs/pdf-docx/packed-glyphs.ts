import type { FontFace, Glyph } from './page-model.ts';

/** Glyphs as columns of numbers; what many of them have in common is there once. Plain data. */
export interface PackedGlyphs {
  /** The `MEASURES` numbers of one glyph after another. */
  readonly measures: Float64Array;
  /** Indexes into `kinds`, one a glyph. */
  readonly kindOf: Uint32Array;
  readonly kinds: readonly Kind[];
}

/** Numbers of a glyph; both directions have them in the same order. */
const MEASURES = 11;

/** What is no measure. */
type Kind = Pick<Glyph, 'text' | 'font' | 'color' | 'script' | 'mcid' | 'artifact'>;

export function packGlyphs(glyphs: readonly Glyph[]): PackedGlyphs {
  const measures = new Float64Array(glyphs.length * MEASURES);
  const kinds = new Kinds();
  const kindOf = Uint32Array.from(glyphs, (glyph) => kinds.indexOf(glyph));
  let at = 0;
  for (const glyph of glyphs) {
    measures[at++] = glyph.x0;
    measures[at++] = glyph.y0;
    measures[at++] = glyph.x1;
    measures[at++] = glyph.y1;
    measures[at++] = glyph.originX;
    measures[at++] = glyph.baseline;
    measures[at++] = glyph.advance;
    measures[at++] = glyph.size;
    measures[at++] = glyph.stretch;
    measures[at++] = glyph.rotation;
    measures[at++] = glyph.order;
  }
  return { measures, kindOf, kinds: kinds.all };
}

export function unpackGlyphs({ measures, kindOf, kinds }: PackedGlyphs): Glyph[] {
  return Array.from(kindOf, (kind, index) => {
    const at = index * MEASURES;
    return {
      ...kinds[kind]!,
      x0: measures[at]!,
      y0: measures[at + 1]!,
      x1: measures[at + 2]!,
      y1: measures[at + 3]!,
      originX: measures[at + 4]!,
      baseline: measures[at + 5]!,
      advance: measures[at + 6]!,
      size: measures[at + 7]!,
      stretch: measures[at + 8]!,
      rotation: measures[at + 9]!,
      order: measures[at + 10]!,
    };
  });
}

/** Finds glyphs that differ in nothing but their measures. */
class Kinds {
  readonly all: Kind[] = [];
  readonly #indexes = new Map<FontFace, Map<string, number>>();

  indexOf({ text, font, color, script, mcid, artifact }: Glyph): number {
    let ofFont = this.#indexes.get(font);
    if (!ofFont) this.#indexes.set(font, (ofFont = new Map()));
    const key = `${mcid} ${color} ${script} ${artifact} ${text}`;
    const known = ofFont.get(key);
    if (known !== undefined) return known;
    ofFont.set(key, this.all.length);
    this.all.push({
      ...{ text, font, color },
      ...(script && { script }),
      ...(mcid !== undefined && { mcid }),
      ...(artifact !== undefined && { artifact }),
    });
    return this.all.length - 1;
  }
}
