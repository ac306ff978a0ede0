import { MAX_GLYPHS } from '../glyph-order.ts';
import { UnknownStructure } from './context.ts';

/** Reads sets of glyphs and classes of them. Throws an UnknownStructure, and a RangeError for a damaged one. */
export class CoverageReader {
  readonly #view: DataView;
  readonly #names: readonly string[];

  constructor(view: DataView, names: readonly string[]) {
    this.#view = view;
    this.#names = names;
  }

  name(glyph: number): string {
    const name = this.#names[glyph];
    if (name === undefined) throw new UnknownStructure();
    return name;
  }

  /** The names of the glyphs of a set, in its order. */
  glyphs(at: number): string[] {
    const [format, count] = [this.#view.getUint16(at), this.#view.getUint16(at + 2)];
    if (format === 1)
      return Array.from({ length: count }, (_, index) => this.name(this.#view.getUint16(at + 4 + index * 2)));
    if (format !== 2) throw new UnknownStructure();
    const names: string[] = [];
    for (let range = at + 4; range < at + 4 + count * 6; range += 6) {
      // Ranges that overlap could name every glyph thousands of times.
      if (names.length > MAX_GLYPHS) throw new UnknownStructure();
      for (let glyph = this.#view.getUint16(range); glyph <= this.#view.getUint16(range + 2); glyph++)
        names.push(this.name(glyph));
    }
    return names;
  }

  *glyphLines(at: number): Generator<string> {
    for (const name of this.glyphs(at)) yield `<Glyph value="${name}"/>`;
  }

  *classLines(at: number): Generator<string> {
    const view = this.#view;
    const line = (glyph: number, value: number): string => `<ClassDef glyph="${this.name(glyph)}" class="${value}"/>`;
    const format = view.getUint16(at);
    if (format === 1) {
      const first = view.getUint16(at + 2);
      for (let index = 0; index < view.getUint16(at + 4); index++) {
        const value = view.getUint16(at + 6 + index * 2);
        if (value !== 0) yield line(first + index, value);
      }
      return;
    }
    if (format !== 2) throw new UnknownStructure();
    for (let range = at + 4; range < at + 4 + view.getUint16(at + 2) * 6; range += 6) {
      const value = view.getUint16(range + 4);
      if (value === 0) continue;
      for (let glyph = view.getUint16(range); glyph <= view.getUint16(range + 2); glyph++) yield line(glyph, value);
    }
  }
}
