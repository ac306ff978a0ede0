import { viewOf } from '../../io/bytes.ts';
import { damaged, tagAt, truncated } from './sfnt.ts';

/**
 * A Mac resource fork in a file of its own: each resource of the type `sfnt` is a font.
 * Inside Macintosh: More Macintosh Toolbox, "Resource File Format".
 */

const MAX_FONTS = 256;

/** The font files in their order. */
export function readDfont(file: Uint8Array): Uint8Array[] {
  try {
    return fontsOf(file);
  } catch (error) {
    if (error instanceof RangeError) throw truncated('a part of its list of resources');
    throw error;
  }
}

function fontsOf(file: Uint8Array): Uint8Array[] {
  const view = viewOf(file);
  const [dataAt, mapAt] = [view.getUint32(0), view.getUint32(4)];
  const typesAt = mapAt + view.getUint16(mapAt + 24);
  const fonts: Uint8Array[] = [];
  const types = view.getUint16(typesAt) + 1;
  for (let type = typesAt + 2; type < typesAt + 2 + types * 8; type += 8) {
    if (tagAt(file, type) !== 'sfnt') continue;
    const count = view.getUint16(type + 4) + 1;
    const list = typesAt + view.getUint16(type + 6);
    for (let reference = list; reference < list + count * 12; reference += 12) {
      const at = dataAt + (view.getUint32(reference + 4) & 0xff_ffff);
      const length = view.getUint32(at);
      if (at + 4 + length > file.byteLength) throw truncated('one of its fonts');
      fonts.push(file.subarray(at + 4, at + 4 + length));
      if (fonts.length > MAX_FONTS) throw damaged(`it holds more than ${MAX_FONTS} fonts`);
    }
  }
  if (fonts.length === 0) throw damaged('it holds no TrueType or OpenType font, only bitmaps or PostScript outlines');
  return fonts;
}
