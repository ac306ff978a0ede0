import { inflate } from '../../../io/compression.ts';
import { latin1Of } from '../../../io/bytes.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { RgbaImage } from '../inspect/raster.ts';

const BEGINS = /^%!PS-Adobe-3\.0( EPSF-3\.0)?\n%%BoundingBox: 0 0 (\d{1,6}) (\d{1,6})\n/;
const IMAGE =
  /\/Device(Gray|RGB) setcolorspace\n<< \/ImageType 1 \/Width (\d{1,6}) \/Height (\d{1,6}) \/BitsPerComponent 8 [^>]*\/DataSource currentfile \/ASCII85Decode filter \/FlateDecode filter >> image\n([^~]*)~>/;
const ENDS = /~>\ngrestore\nshowpage\n%%EOF\n$/;

/**
 * Reads a page of PostScript that is one image, as this engine writes them; it is no interpreter. `kind` says whether the
 * page must be encapsulated. Throws `input_corrupt`, also for any other PostScript.
 */
export function readPostScriptImage(file: Uint8Array, kind: 'eps' | 'ps', maxPixels: number): RgbaImage {
  const text = latin1Of(file);
  const [begin, encapsulated, boxWidth, boxHeight] = BEGINS.exec(text) ?? [];
  const [, space, imageWidth, imageHeight, packed] = IMAGE.exec(text) ?? [];
  if (begin === undefined || (encapsulated !== undefined) !== (kind === 'eps')) throw damaged('its header');
  if (space === undefined || !ENDS.test(text)) throw damaged('its page');
  const [width, height] = [Number(imageWidth), Number(imageHeight)];
  const isBoxed = width === Number(boxWidth) && height === Number(boxHeight) && width > 0 && height > 0;
  if (!isBoxed || width * height > maxPixels) throw damaged('its size');
  const components = space === 'RGB' ? 3 : 1;
  const samples = expand(fromAscii85(packed!), width * height * components);
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++)
    for (let channel = 0; channel < 3; channel++)
      data[pixel * 4 + channel] = samples[pixel * components + (components === 3 ? channel : 0)]!;
  return { width, height, data };
}

function expand(packed: Uint8Array, sampleBytes: number): Uint8Array {
  let samples: Uint8Array;
  try {
    samples = inflate(packed, {
      chunkSize: Math.max(64, Math.min(sampleBytes, 1 << 20)),
      maxOutputLength: sampleBytes,
    });
  } catch (error) {
    throw damaged('its data', error);
  }
  if (samples.byteLength !== sampleBytes) throw damaged('its data');
  return samples;
}

/** Five characters are four bytes; `z` is four zeros; the last group may be shorter. PLRM, 3.13.3. */
function fromAscii85(text: string): Uint8Array {
  const bytes: number[] = [];
  let group: number[] = [];
  const put = (count: number): void => {
    const padded = [...group, ...Array.from({ length: 5 - group.length }, () => 84)];
    const number = padded.reduce((sum, digit) => sum * 85 + digit, 0);
    for (let at = 0; at < count; at++) bytes.push(Math.floor(number / 256 ** (3 - at)) & 255);
    group = [];
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32) continue;
    if (code === 0x7a && group.length === 0) bytes.push(0, 0, 0, 0);
    else if (code >= 33 && code <= 117) group.push(code - 33);
    else throw damaged('its data');
    if (group.length === 5) put(4);
  }
  if (group.length > 1) put(group.length - 1);
  return Uint8Array.from(bytes);
}

function damaged(what: string, cause?: unknown): ConversionError {
  return new ConversionError(
    { code: 'input_corrupt', message: `The PostScript page cannot be read: ${what} is not as expected.` },
    { cause },
  );
}
