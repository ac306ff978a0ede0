import type { XmlNode } from '../../../io/xml-tree.ts';
import { damaged } from '../sfnt.ts';
import { requireAttribute, shown } from './elements.ts';

/** Glyphs have at most 16 bits of numbers. */
export const MAX_GLYPHS = 65_535;

/** The glyphs of a font by their names, in their order. */
export class GlyphOrder {
  readonly names: readonly string[];
  readonly #numbers: ReadonlyMap<string, number>;

  constructor(names: readonly string[]) {
    if (names.length > MAX_GLYPHS) throw damaged(`it has ${names.length} glyphs; ${MAX_GLYPHS} are the most`);
    this.names = names;
    this.#numbers = new Map(names.map((name, glyph) => [name, glyph]));
    if (this.#numbers.size !== names.length) throw damaged('two of its glyphs have the same name');
  }

  numberOf(name: string, where: string): number {
    const glyph = this.#numbers.get(name);
    if (glyph === undefined) throw damaged(`${where} names the glyph ${shown(name)}, which GlyphOrder lacks`);
    return glyph;
  }

  has(name: string): boolean {
    return this.#numbers.has(name);
  }

  /** The glyph that an attribute names. */
  glyphIn(node: XmlNode, attribute = 'name'): number {
    return this.numberOf(requireAttribute(node, attribute), node.name);
  }
}

/** Names that differ from each other, as TTX needs them; a glyph without one is called by its number. */
export function distinctNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  const repeats = new Map<string, number>();
  return names.map((original, glyph) => {
    // oxlint-disable-next-line no-control-regex -- characters that XML does not hold
    const isUsable = original !== '' && !/[\u0000-\u0020\u007f-\u009f]/.test(original);
    const wanted = isUsable ? original : `glyph${String(glyph).padStart(5, '0')}`;
    let name = wanted;
    while (used.has(name)) {
      const number = (repeats.get(wanted) ?? 0) + 1;
      repeats.set(wanted, number);
      name = `${wanted}#${number}`;
    }
    used.add(name);
    return name;
  });
}
