import { latin1Bytes } from '../../../../io/bytes.ts';
import { childAt, childrenNamed, type XmlNode } from '../../../../io/xml-tree.ts';
import type { Bounds } from '../../bounds.ts';
import { ByteWriter } from '../../byte-writer.ts';
import { indexOf } from '../../cff-table.ts';
import { damaged, tooLarge } from '../../sfnt.ts';
import { hexBytes, integerWithin, requireAttribute } from '../elements.ts';
import type { GlyphOrder } from '../glyph-order.ts';
import { compileCharstring } from './charstring-text.ts';
import { charsetTable, encodingTable, selectionTable } from './charset.ts';
import { FONT_ENTRIES, OPERATOR, PRIVATE_ENTRIES, TOP_ENTRIES } from './fields.ts';
import { Strings } from './strings.ts';
import { writeEntries, writeIntegers } from './dictionary.ts';

/** The table `CFF ` of its elements. Adobe Technical Note 5176. */

const HEADER = Uint8Array.of(1, 0, 4, 4);
const CID = /^cid(\d{5})$/;
const MAX_FONTS = 256;

/** Undefined for a table that holds several fonts, which OpenType does not have. `box` is that of all glyphs, if known. */
export function compileCff(elements: readonly XmlNode[], order: GlyphOrder, box?: Bounds): Uint8Array | undefined {
  const fonts = elements.filter(({ name }) => name === 'CFFFont');
  if (fonts.length !== 1) return undefined;
  const font = fonts[0]!;
  const owner = childAt(font, 'ROS');
  const strings = new Strings();
  const glyphs = glyphsIn(font, order);
  const dictionaries = owner ? childrenNamed(childAt(font, 'FDArray'), 'FontDict') : [font];
  if (dictionaries.length === 0 || dictionaries.length > MAX_FONTS)
    throw damaged(`its FDArray has ${dictionaries.length} dictionaries; from 1 to ${MAX_FONTS} may be in one`);
  const ids = order.names.map((name, glyph) =>
    glyph === 0 ? 0 : owner ? collectionNumberOf(name) : strings.idOf(name),
  );

  // What does not depend on where it is comes first, so that the strings are known before the offsets.
  const privates = dictionaries.map((each) => privatePart(childAt(each, 'Private'), strings));
  const charset = charsetTable(ids);
  const encoding = owner ? undefined : encodingTable(childAt(font, 'Encoding'), order, ids);
  const selection = owner
    ? selectionTable(
        glyphs.map((glyph) => glyph.font),
        dictionaries.length,
      )
    : new Uint8Array();
  const charstrings = indexOf(glyphs.map(({ code }) => code));
  const top = (places: Places): Uint8Array => indexOf([topDictionary(font, { strings, places, owner, box })]);
  const emptyTop = top(NOWHERE);
  const fontIndexOf = (privateAts: readonly (readonly [size: number, at: number])[]): Uint8Array =>
    owner
      ? indexOf(dictionaries.map((each, index) => fontDictionary(each, strings, privateAts[index] ?? [0, 0])))
      : new Uint8Array();
  fontIndexOf([]);
  const stringIndex = indexOf(strings.own.map(latin1Bytes));
  const names = indexOf([latin1Bytes(requireAttribute(font, 'name'))]);
  const globals = indexOf(subroutinesIn(elements.find(({ name }) => name === 'GlobalSubrs')));

  let at = [HEADER, names, emptyTop, stringIndex, globals].reduce((sum, { byteLength }) => sum + byteLength, 0);
  const place = ({ byteLength }: Uint8Array): number => (at += byteLength) - byteLength;
  const charsetAt = place(charset);
  const encodingAt = typeof encoding === 'object' ? place(encoding) : (encoding ?? 0);
  const selectionAt = place(selection);
  const charstringsAt = place(charstrings);
  const privateAts = privates.map(({ dictionary, subroutines }) => {
    const dictionaryAt = place(dictionary);
    place(subroutines);
    return [dictionary.byteLength, dictionaryAt] as const;
  });
  const fontIndex = fontIndexOf(privateAts);
  const places = {
    charset: charsetAt,
    encoding: encodingAt,
    selection: selectionAt,
    charstrings: charstringsAt,
    private: privateAts[0]!,
    fonts: place(fontIndex),
  };
  const parts = [HEADER, names, top(places), stringIndex, globals, charset];
  if (typeof encoding === 'object') parts.push(encoding);
  parts.push(
    selection,
    charstrings,
    ...privates.flatMap(({ dictionary, subroutines }) => [dictionary, subroutines]),
    fontIndex,
  );
  const table = new ByteWriter(at);
  for (const part of parts) table.add(part);
  return table.finish();
}

function collectionNumberOf(name: string): number {
  const number = CID.exec(name)?.[1];
  if (number === undefined)
    throw damaged(`the glyph ${name} of a font with numbered glyphs is not called cid and a number`);
  return Number(number);
}

interface GlyphCode {
  readonly code: Uint8Array;
  readonly font: number;
}

function glyphsIn(font: XmlNode, order: GlyphOrder): GlyphCode[] {
  const glyphs: GlyphCode[] = [];
  for (const node of childrenNamed(childAt(font, 'CharStrings'), 'CharString')) {
    const number =
      node.attributes.get('fdSelectIndex') === undefined ? 0 : integerWithin(node, 'fdSelectIndex', 0, MAX_FONTS - 1);
    glyphs[order.glyphIn(node)] = { code: codeOf(node, requireAttribute(node, 'name')), font: number };
  }
  const missing = order.names.findIndex((_, glyph) => glyphs[glyph] === undefined);
  if (missing >= 0) throw damaged(`the table CFF has no charstring of the glyph ${order.names[missing]}`);
  return glyphs;
}

function codeOf(node: XmlNode, name: string): Uint8Array {
  return node.attributes.get('raw') === undefined
    ? compileCharstring(node.text, name)
    : hexBytes(node.text, `the charstring ${name}`);
}

function subroutinesIn(node: XmlNode | undefined): Uint8Array[] {
  const found = childrenNamed(node, 'CharString');
  if (found.length > 0xffff) throw tooLarge('subroutines', 0xffff, found.length);
  return found.map((each, index) => codeOf(each, `of subroutine ${index}`));
}

interface Places {
  readonly charset: number;
  readonly encoding: number;
  readonly selection: number;
  readonly charstrings: number;
  readonly private: readonly [size: number, at: number];
  readonly fonts: number;
}

const NOWHERE: Places = { charset: 0, encoding: 0, selection: 0, charstrings: 0, private: [0, 0], fonts: 0 };

interface TopParts {
  readonly strings: Strings;
  readonly places: Places;
  readonly owner: XmlNode | undefined;
  readonly box: Bounds | undefined;
}

/** Offsets are written in their longest form, so the dictionary is as long before they are known. */
function topDictionary(font: XmlNode, { strings, places, owner, box }: TopParts): Uint8Array {
  const out = new ByteWriter(256);
  if (owner) {
    const [registry, order] = ['Registry', 'Order'].map((name) => strings.idOf(requireAttribute(owner, name)));
    writeIntegers(out, OPERATOR.registry, [registry!, order!, integerWithin(owner, 'Supplement', 0, 0xffff)]);
  }
  writeEntries(out, font, box ? TOP_ENTRIES.filter(({ operator }) => operator !== OPERATOR.box) : TOP_ENTRIES, strings);
  if (box) writeIntegers(out, OPERATOR.box, box.isEmpty ? [0, 0, 0, 0] : [box.xMin, box.yMin, box.xMax, box.yMax]);
  writeIntegers(out, OPERATOR.charset, [places.charset]);
  if (!owner) writeIntegers(out, OPERATOR.encoding, [places.encoding]);
  writeIntegers(out, OPERATOR.charstrings, [places.charstrings]);
  if (owner) {
    writeIntegers(out, OPERATOR.fontSelection, [places.selection]);
    writeIntegers(out, OPERATOR.fontDictionaries, [places.fonts]);
  } else writeIntegers(out, OPERATOR.private, places.private);
  return out.finish();
}

function fontDictionary(node: XmlNode, strings: Strings, place: readonly [size: number, at: number]): Uint8Array {
  const out = new ByteWriter(64);
  writeEntries(out, node, FONT_ENTRIES, strings);
  writeIntegers(out, OPERATOR.private, place);
  return out.finish();
}

interface PrivatePart {
  readonly dictionary: Uint8Array;
  readonly subroutines: Uint8Array;
}

/** Subroutines come right after the dictionary that names them. */
function privatePart(node: XmlNode | undefined, strings: Strings): PrivatePart {
  const out = new ByteWriter(128);
  if (node) writeEntries(out, node, PRIVATE_ENTRIES, strings);
  const subroutines = childAt(node, 'Subrs');
  if (!subroutines) return { dictionary: out.finish(), subroutines: new Uint8Array() };
  const sizeOfEntry = 6;
  writeIntegers(out, OPERATOR.subroutines, [out.length + sizeOfEntry]);
  return { dictionary: out.finish(), subroutines: indexOf(subroutinesIn(subroutines)) };
}
