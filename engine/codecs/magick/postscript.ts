import { deflateSync } from 'node:zlib';
import type { RgbaImage } from '../../content/raster/inspect/raster.ts';

/**
 * One opaque image as a PostScript page, one point a pixel, packed as language level 3 allows. ImageMagick's own
 * writer puts its temporary file's name and the hour into the comments.
 * https://www.adobe.com/jp/print/postscript/pdfs/PLRM.pdf, 4.10
 */
export function encodePostScript({ width, height, data }: RgbaImage, kind: 'eps' | 'ps'): Uint8Array {
  const isGrey = isGreyImage(data);
  const components = isGrey ? 1 : 3;
  const samples = new Uint8Array((data.length / 4) * components);
  for (let at = 0; at < data.length / 4; at++)
    for (let channel = 0; channel < components; channel++) samples[at * components + channel] = data[at * 4 + channel]!;
  const decode = Array.from({ length: components }, () => '0 1').join(' ');
  return Buffer.from(
    [
      `%!PS-Adobe-3.0${kind === 'eps' ? ' EPSF-3.0' : ''}`,
      `%%BoundingBox: 0 0 ${width} ${height}`,
      '%%LanguageLevel: 3',
      '%%Pages: 1',
      '%%EndComments',
      '%%Page: 1 1',
      // An encapsulated page leaves the size of the paper to what it is put into.
      ...(kind === 'ps' ? [`<< /PageSize [${width} ${height}] >> setpagedevice`] : []),
      'gsave',
      `${width} ${height} scale`,
      `/${isGrey ? 'DeviceGray' : 'DeviceRGB'} setcolorspace`,
      `<< /ImageType 1 /Width ${width} /Height ${height} /BitsPerComponent 8 /Decode [${decode}]`,
      `   /ImageMatrix [${width} 0 0 -${height} 0 ${height}]`,
      '   /DataSource currentfile /ASCII85Decode filter /FlateDecode filter >> image',
      ascii85(deflateSync(samples)),
      'grestore',
      'showpage',
      '%%EOF',
      '',
    ].join('\n'),
    'latin1',
  );
}

function isGreyImage(data: Uint8Array): boolean {
  for (let at = 0; at < data.length; at += 4) if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false;
  return true;
}

const LINE_CHARS = 80;

/** Four bytes as five characters; four zeros as one. */
function ascii85(bytes: Uint8Array): string {
  const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
  padded.set(bytes);
  const characters: string[] = [];
  for (let at = 0; at < padded.length; at += 4) {
    let number = padded.readUInt32BE(at);
    const isLast = at + 4 > bytes.length;
    if (number === 0 && !isLast) {
      characters.push('z');
      continue;
    }
    const digits: string[] = [];
    for (let digit = 0; digit < 5; digit++) {
      digits.unshift(String.fromCharCode(33 + (number % 85)));
      number = Math.floor(number / 85);
    }
    characters.push(digits.join('').slice(0, Math.min(4, bytes.length - at) + 1));
  }
  const text = characters.join('');
  const lines: string[] = [];
  // A line that begins with % could be taken for a comment of the document's structure.
  for (let at = 0; at < text.length; at += LINE_CHARS) lines.push(text.slice(at, at + LINE_CHARS));
  return `${lines.map((line) => (line.startsWith('%') ? ` ${line}` : line)).join('\n')}~>`;
}
