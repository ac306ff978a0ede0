import { concatBytes, latin1Of } from '../../../io/bytes.ts';
import { pngChunks, pngFile, type NewPngChunk } from './chunks.ts';

/** Keyword, not compressed, no language, no translation (PNG third edition, 11.3.3.4 and 12.2.2). */
const XMP_HEADER = Uint8Array.from('XML:com.adobe.xmp\0\0\0\0\0', (character) => character.charCodeAt(0));
/** Where ImageMagick hides it, in hexadecimal digits: other programs do not find it there. */
const HIDDEN = 'Raw profile type xmp\0';

/** A PNG with its XMP where programs look for it. */
export function withXmp(png: Uint8Array, xmp: Uint8Array | undefined): Uint8Array {
  if (!xmp) return png;
  const chunks = [...pngChunks(png)].filter(({ content }) => latin1Of(content, 0, HIDDEN.length) !== HIDDEN);
  const chunk: NewPngChunk = { type: 'iTXt', content: concatBytes([XMP_HEADER, xmp]) };
  const firstData = chunks.findIndex(({ type }) => type === 'IDAT');
  return pngFile([...chunks.slice(0, firstData), chunk, ...chunks.slice(firstData)]);
}
