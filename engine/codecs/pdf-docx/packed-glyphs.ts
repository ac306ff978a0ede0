import type { FontFace, Glyph } from '../../content/pages/model.ts';

/** Glyphs as columns of numbers; what many of them have in common is there once. Plain data. */
export interface PackedGlyphs {
  /** The `MEASURES` numbers of one glyph after another. */
  readonly measures: Float64Array;
  /** Indexes into `kinds`, one a glyph. */
  readonly kindOf: Uint32Array;
  readonly kinds: readonly Kind[];
}

const MEASURES = 10;

/** What differs little from glyph to glyph. */
type Kind = Pick<
  Glyph,
  'text' | 'font' | 'rotation' | 'color' | 'script' | 'mcid' | 'artifact' | 'formula' | 'picture'
>;

export function packGlyphs(glyphs: readonly Glyph[]): PackedGlyphs {
  const measures = new Float64Array(glyphs.length * MEASURES);
  const kinds = new Kinds();
  const kindOf = Uint32Array.from(glyphs, (glyph) => kinds.indexOf(glyph));
  let at = 0;
  for (const glyph of glyphs) {
    measures[at] = glyph.x0;
    measures[at + 1] = glyph.y0;
    measures[at + 2] = glyph.x1;
    measures[at + 3] = glyph.y1;
    measures[at + 4] = glyph.originX;
    measures[at + 5] = glyph.baseline;
    measures[at + 6] = glyph.advance;
    measures[at + 7] = glyph.stretch;
    measures[at + 8] = glyph.size;
    measures[at + 9] = glyph.order;
    at += MEASURES;
  }
  return { measures, kindOf, kinds: kinds.all };
}

/** The glyphs, which read what they are from the columns: as objects of their own they would take three times as much. */
export function unpackGlyphs({ measures, kindOf, kinds }: PackedGlyphs): Glyph[] {
  return Array.from(kindOf, (kind, index) => new PackedGlyph(kinds[kind]!, measures, index * MEASURES));
}

class PackedGlyph implements Glyph {
  readonly #kind: Kind;
  readonly #measures: Float64Array;
  readonly #at: number;

  constructor(kind: Kind, measures: Float64Array, at: number) {
    this.#kind = kind;
    this.#measures = measures;
    this.#at = at;
  }

  get text(): string {
    return this.#kind.text;
  }
  get font(): FontFace {
    return this.#kind.font;
  }
  get rotation(): number {
    return this.#kind.rotation;
  }
  get color(): string {
    return this.#kind.color;
  }
  get script(): Glyph['script'] {
    return this.#kind.script;
  }
  get mcid(): number | undefined {
    return this.#kind.mcid;
  }
  get artifact(): boolean | undefined {
    return this.#kind.artifact;
  }
  get formula(): Glyph['formula'] {
    return this.#kind.formula;
  }
  get picture(): Glyph['picture'] {
    return this.#kind.picture;
  }
  get x0(): number {
    return this.#measures[this.#at]!;
  }
  get y0(): number {
    return this.#measures[this.#at + 1]!;
  }
  get x1(): number {
    return this.#measures[this.#at + 2]!;
  }
  get y1(): number {
    return this.#measures[this.#at + 3]!;
  }
  get originX(): number {
    return this.#measures[this.#at + 4]!;
  }
  get baseline(): number {
    return this.#measures[this.#at + 5]!;
  }
  get advance(): number {
    return this.#measures[this.#at + 6]!;
  }
  get stretch(): number {
    return this.#measures[this.#at + 7]!;
  }
  get size(): number {
    return this.#measures[this.#at + 8]!;
  }
  get order(): number {
    return this.#measures[this.#at + 9]!;
  }
}

/** Finds glyphs that differ in nothing but their measures. */
class Kinds {
  readonly all: Kind[] = [];
  readonly #indexes = new Map<FontFace, Map<string, number>>();

  indexOf({ text, font, rotation, color, script, mcid, artifact, formula, picture }: Glyph): number {
    const add = (): number => {
      const parts = { ...(formula && { formula }), ...(picture && { picture }) };
      return this.all.push({ text, font, rotation, color, script, mcid, artifact, ...parts }) - 1;
    };
    if (formula ?? picture) return add();
    let ofFont = this.#indexes.get(font);
    if (!ofFont) this.#indexes.set(font, (ofFont = new Map()));
    const key = `${mcid} ${color} ${rotation} ${script} ${artifact} ${text}`;
    const known = ofFont.get(key);
    if (known !== undefined) return known;
    const index = add();
    ofFont.set(key, index);
    return index;
  }
}
