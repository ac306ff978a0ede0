import { childrenNamed, type XmlNode } from '../../../io/xml-tree.ts';
import { ByteWriter } from '../byte-writer.ts';
import { damaged } from '../sfnt.ts';
import { integerOf, integerWithin, requireAttribute, shown, UINT16 } from './elements.ts';
import type { GlyphOrder } from './glyph-order.ts';

/** Coloured layers of glyphs and their palettes: the first versions of `COLR` and `CPAL`. */

const COLOUR = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})([\da-f]{2})?$/i;

/** Undefined for a later version. */
export function compileColourLayers(elements: readonly XmlNode[], order: GlyphOrder): Uint8Array | undefined {
  if (!isFirstVersion(elements)) return undefined;
  const glyphs = elements
    .filter(({ name }) => name === 'ColorGlyph')
    .map((node) => ({ glyph: order.glyphIn(node), layers: childrenNamed(node, 'layer') }))
    .sort((a, b) => a.glyph - b.glyph);
  const layers = glyphs.flatMap((each) => each.layers);
  const out = new ByteWriter(14 + glyphs.length * 6 + layers.length * 4);
  out.u16(0);
  out.u16(glyphs.length);
  out.u32(14);
  out.u32(14 + glyphs.length * 6);
  out.u16(layers.length);
  let first = 0;
  for (const { glyph, layers: own } of glyphs) {
    for (const value of [glyph, first, own.length]) out.u16(value);
    first += own.length;
  }
  for (const layer of layers) {
    out.u16(order.glyphIn(layer));
    out.u16(integerWithin(layer, 'colorID', ...UINT16));
  }
  return out.finish();
}

/** Undefined for a later version. */
export function compilePalettes(elements: readonly XmlNode[]): Uint8Array | undefined {
  if (!isFirstVersion(elements)) return undefined;
  const palettes = elements.filter(({ name }) => name === 'palette').map((node) => childrenNamed(node, 'color'));
  const entries = palettes.reduce((most, palette) => Math.max(most, palette.length), 0);
  const out = new ByteWriter(12 + palettes.length * (2 + entries * 4));
  for (const value of [0, entries, palettes.length, palettes.length * entries]) out.u16(value);
  out.u32(12 + palettes.length * 2);
  for (const index of palettes.keys()) out.u16(index * entries);
  for (const palette of palettes) {
    for (let index = 0; index < entries; index++) {
      const [, red, green, blue, alpha = 'ff'] = colourOf(palette[index]);
      for (const part of [blue, green, red, alpha]) out.u8(parseInt(part!, 16));
    }
  }
  return out.finish();
}

function colourOf(node: XmlNode | undefined): RegExpExecArray {
  const text = node ? requireAttribute(node, 'value') : '#000000FF';
  const match = COLOUR.exec(text);
  if (!match) throw damaged(`"${shown(text)}" in a palette is not a colour such as #C90900FF`);
  return match;
}

/** Later ones call the element otherwise, or have more elements. */
function isFirstVersion(elements: readonly XmlNode[]): boolean {
  const version = elements.find(({ name }) => name === 'version');
  return version !== undefined && integerOf(version) === 0;
}
