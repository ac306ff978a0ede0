import { viewOf } from '../../../io/bytes.ts';
import type { Warning } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { XmlAttributes } from '../../../io/xml.ts';
import type { XmlNode } from '../../../io/xml-tree.ts';
import { damaged, FLAVOUR, type Sfnt } from '../sfnt.ts';
import { compileTables, type CompileOptions, type SourceTables } from './compile.ts';
import { scanTtx } from './document.ts';
import { hexBytes, requireAttribute, shown } from './elements.ts';
import { GlyphOrder } from './glyph-order.ts';
import { EMPTY_GLYPH, type Glyph } from './glyph.ts';
import { readGlyphElement } from './glyph-xml.ts';
import { tagOfElement } from './tags.ts';

interface ReadOptions {
  readonly signal: AbortSignal;
  /** Told what is left out. */
  readonly warn?: (warning: Warning) => void;
}

/** Tables without which nothing is a font, and those of which one holds its outlines or images. */
const REQUIRED = ['GlyphOrder', 'head', 'hhea', 'maxp', 'hmtx', 'cmap'];
const GLYPH_TABLES = ['glyf', 'CFF ', 'CFF2', 'CBDT', 'EBDT', 'sbix', 'SVG '];

/** A font of the XML that fontTools writes: `ttx font.ttf`. */
export function readTtx(bytes: Uint8Array, { signal, warn }: ReadOptions): Sfnt {
  const reader = new TtxReader();
  scanTtx(bytes, reader, signal);
  const source = reader.finish();
  const leftOut: string[] = [];
  const tables = compiled(source, { signal, leaveOut: (what) => leftOut.push(what) });
  if (!GLYPH_TABLES.some((tag) => tables.has(tag))) throw unknownOutlines(source);
  if (leftOut.length > 0) {
    const shownParts = [...new Set(leftOut)].sort();
    warn?.({
      code: 'feature_dropped',
      message: `Parts of the TTX file that are not compiled were left out: ${shownParts.join('; ')}.`,
      details: { dropped: 'tables', tables: shownParts },
    });
  }
  return { flavour: source.flavour, tables };
}

function compiled(source: SourceTables, options: CompileOptions): Map<string, Uint8Array> {
  try {
    return compileTables(source, options);
  } catch (error) {
    if (error instanceof RangeError) throw damaged('a table in hexadecimal is too short', error);
    throw error;
  }
}

/** Collects the tables; glyphs become numbers at once, since their elements take most of the memory. */
class TtxReader {
  #flavour: number = FLAVOUR.trueType;
  readonly #names: string[] = [];
  #order: GlyphOrder | undefined;
  readonly #elements = new Map<string, XmlNode[]>();
  readonly #glyphs = new Map<number, Glyph>();

  root(attributes: XmlAttributes): void {
    this.#flavour = flavourOf(attributes.get('sfntVersion') ?? '');
  }

  table(name: string): void {
    if (this.#names.length > 0) this.#order ??= new GlyphOrder(this.#names);
    if (name === 'GlyphOrder') return void this.#elements.set(name, []);
    const tag = tagOfElement(name);
    if (tag === undefined) throw damaged(`the element ${shown(name)} stands for no table`);
    if (!this.#elements.has(tag)) this.#elements.set(tag, []);
  }

  element(table: string, node: XmlNode): void {
    if (table === 'GlyphOrder') {
      if (node.name === 'GlyphID') this.#names.push(requireAttribute(node, 'name'));
    } else if (table === 'glyf' && node.name === 'TTGlyph') {
      const order = this.#requireOrder();
      this.#glyphs.set(order.glyphIn(node), readGlyphElement(node, order));
    } else this.#elements.get(tagOfElement(table)!)!.push(node);
  }

  #requireOrder(): GlyphOrder {
    if (!this.#order) throw incomplete(['GlyphOrder before the glyphs']);
    return this.#order;
  }

  finish(): SourceTables {
    if (this.#names.length > 0) this.#order ??= new GlyphOrder(this.#names);
    const missing = REQUIRED.filter((tag) => !this.#elements.has(tag));
    if (!GLYPH_TABLES.some((tag) => this.#elements.has(tag))) missing.push('glyf or CFF');
    if (missing.length > 0) throw incomplete(missing);
    const order = this.#requireOrder();
    const raw = new Map<string, Uint8Array>();
    for (const [tag, elements] of this.#elements) {
      const data = elements.find(({ name }) => name === 'hexdata');
      if (data) raw.set(tag, hexBytes(data.text, `the table ${tag.trim()}`));
    }
    const glyphs = order.names.map((_, glyph) => this.#glyphs.get(glyph) ?? EMPTY_GLYPH);
    return { flavour: this.#flavour, order, elements: this.#elements, raw, glyphs };
  }
}

/** Four characters, those that are not letters as `\x00`. */
function flavourOf(text: string): number {
  const chars = text.replaceAll(/\\x([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
  if (chars.length !== 4) return FLAVOUR.trueType;
  return viewOf(Uint8Array.from(chars, (char) => char.charCodeAt(0) & 0xff)).getUint32(0);
}

function unknownOutlines({ elements }: SourceTables): ConversionError {
  const [tag = ''] = GLYPH_TABLES.filter((each) => elements.has(each));
  return new ConversionError({
    code: 'unsupported_conversion',
    message: `The glyphs of the TTX file are in the table ${tag.trim()}, which is not compiled. Compile it with "ttx font.ttx" and send the font.`,
    details: { table: tag.trim() },
  });
}

function incomplete(missing: readonly string[]): ConversionError {
  const several = missing.length > 1;
  return new ConversionError({
    code: 'input_corrupt',
    message: `The TTX file holds only a part of a font: ${missing.join(', ')} ${several ? 'are' : 'is'} missing. Write all tables with "ttx font.ttf" and send that file.`,
    details: { missing },
  });
}
