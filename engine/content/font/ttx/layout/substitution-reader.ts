import type { CoverageReader } from './coverage-reader.ts';
import { UnknownStructure } from './context.ts';

/** Reads the lookups that exchange glyphs. Throws an UnknownStructure, and a RangeError for a damaged one. */
export class SubstitutionReader {
  readonly #view: DataView;
  readonly #coverage: CoverageReader;
  readonly #numbers: ReadonlyMap<string, number>;

  constructor(view: DataView, names: readonly string[], coverage: CoverageReader) {
    this.#view = view;
    this.#coverage = coverage;
    this.#numbers = new Map(names.map((name, glyph) => [name, glyph]));
  }

  /** The lines of a subtable; undefined for one of another kind. */
  lines(name: string, at: number): Iterable<string> | undefined {
    switch (name) {
      case 'SingleSubst':
        return this.#single(at);
      case 'MultipleSubst':
        return this.#each(at, (from, set) => [`<Substitution in="${from}" out="${this.#list(set).join(',')}"/>`]);
      case 'AlternateSubst':
        return this.#each(at, (from, set) => [
          `<AlternateSet glyph="${from}">`,
          ...this.#list(set).map((glyph) => `<Alternate glyph="${glyph}"/>`),
          '</AlternateSet>',
        ]);
      case 'LigatureSubst':
        return this.#each(at, (from, set) => [
          `<LigatureSet glyph="${from}">`,
          ...this.#ligatures(set),
          '</LigatureSet>',
        ]);
      default:
        return undefined;
    }
  }

  *#single(at: number): Generator<string> {
    const view = this.#view;
    const format = view.getUint16(at);
    if (format !== 1 && format !== 2) throw new UnknownStructure();
    for (const [index, from] of this.#coverage.glyphs(at + view.getUint16(at + 2)).entries()) {
      const to =
        format === 1 ? (this.#numbers.get(from)! + view.getInt16(at + 4)) & 0xffff : view.getUint16(at + 6 + index * 2);
      yield `<Substitution in="${from}" out="${this.#coverage.name(to)}"/>`;
    }
  }

  *#each(at: number, lines: (from: string, set: number) => readonly string[]): Generator<string> {
    const view = this.#view;
    if (view.getUint16(at) !== 1) throw new UnknownStructure();
    const glyphs = this.#coverage.glyphs(at + view.getUint16(at + 2));
    for (let index = 0; index < Math.min(glyphs.length, view.getUint16(at + 4)); index++)
      yield* lines(glyphs[index]!, at + view.getUint16(at + 6 + index * 2));
  }

  #list(at: number, less = 0): string[] {
    const count = Math.max(0, this.#view.getUint16(at) - less);
    return Array.from({ length: count }, (_, index) => this.#coverage.name(this.#view.getUint16(at + 2 + index * 2)));
  }

  #ligatures(at: number): string[] {
    const view = this.#view;
    return Array.from({ length: view.getUint16(at) }, (_, index) => {
      const ligature = at + view.getUint16(at + 2 + index * 2);
      const components = this.#list(ligature + 2, 1);
      return `<Ligature components="${components.join(',')}" glyph="${this.#coverage.name(view.getUint16(ligature))}"/>`;
    });
  }
}
