/**
 * Makes the JPEG and PNG sources whose structure matters: coded in several ways, with metadata built field by field.
 * Run from the project's root, with ImageMagick 6.9 and libjpeg-turbo's tools installed: `node corpus/make/jpegs.ts`.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pngChunk } from '../../engine/content/raster/png/chunks.ts';

const SOURCES = join(import.meta.dirname, '../sources');
const CONVERT = '/usr/bin/convert';

/** A test card over noise like that of a photograph; turned or mirrored, the letter F shows it. */
const card = (width: number, height: number): string[] => {
  const [right, bottom] = [width - 1, height - 1];
  const quarters =
    `fill #d62828a0 rectangle 0,0 ${width / 2 - 1},${height / 2 - 1} ` +
    `fill #2a9d3fa0 rectangle ${width / 2},0 ${right},${height / 2 - 1} ` +
    `fill #2255cca0 rectangle 0,${height / 2} ${width / 2 - 1},${bottom} ` +
    `fill #f2c230a0 rectangle ${width / 2},${height / 2} ${right},${bottom}`;
  const letter = 'fill black rectangle 10,6 15,29 rectangle 16,6 28,10 rectangle 16,16 24,20';
  return ['-seed', '7', '-size', `${width}x${height}`, 'plasma:grey60-grey40', '-draw', quarters, '-draw', letter];
};

const draw = (...parameters: string[]): Buffer =>
  execFileSync(CONVERT, [...parameters, '-depth', '8', '-strip', 'ppm:-']);
const cjpeg = (image: Buffer, ...switches: string[]): Buffer =>
  execFileSync('cjpeg', ['-quality', '85', ...switches], { input: image });

/** A title, and a position as an attribute and as an element. */
const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
  'exif:GPSLatitude="52,31.2N"><exif:GPSLongitude>13,24.3E</exif:GPSLongitude>' +
  '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Test card</rdf:li></rdf:Alt></dc:title>' +
  '</rdf:Description></rdf:RDF></x:xmpmeta>';

const photo = draw(...card(160, 112));
const odd = draw(...card(95, 63));

writePhotoWithPosition();
writeLying();
writeGreyWithRestarts();
writeTwoImages();
writePngs();

/** EXIF with camera, sides, position and preview, XMP with a position, and a comment: whole MCUs at half colour. */
function writePhotoWithPosition(): void {
  const preview = cjpeg(draw(...card(40, 28)), '-sample', '2x2');
  const exif = exifBlock({ orientation: 1, width: 160, height: 112, preview });
  writeJpeg('camera-position-preview.jpg', cjpeg(photo, '-sample', '2x2', '-baseline'), [
    [0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif])],
    [0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmp}`)],
    [0xfe, Buffer.from('Made for the corpus')],
  ]);
}

/** Progressive, colour halved across, restarts, an odd size: no turn can be made in whole blocks. */
function writeLying(): void {
  const jpeg = cjpeg(odd, '-sample', '2x1', '-progressive', '-restart', '2B');
  const exif = exifBlock({ orientation: 8, width: 95, height: 63 });
  writeJpeg('progressive-restarts-odd-size-lying.jpg', jpeg, [[0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif])]]);
}

function writeGreyWithRestarts(): void {
  writeJpeg('grey-restart-each-row.jpg', cjpeg(photo, '-grayscale', '-restart', '1'), []);
}

/** A second, smaller image behind the first, found by an index: cameras put gain maps and previews there. */
function writeTwoImages(): void {
  const first = cjpeg(photo, '-sample', '1x1');
  const second = cjpeg(draw(...card(80, 56)), '-sample', '1x1');
  const index = (secondAt: number, firstBytes: number): Buffer => {
    const block = Buffer.alloc(4 + 8 + 2 + 3 * 12 + 4 + 32);
    block.write('MPF\0MM\0*', 'latin1');
    block.writeUInt32BE(8, 8);
    block.writeUInt16BE(3, 12);
    writeEntry(block, 14, { tag: 0xb000, type: 7, count: 4, value: 0x30313030 });
    writeEntry(block, 26, { tag: 0xb001, type: 4, count: 1, value: 2 });
    writeEntry(block, 38, { tag: 0xb002, type: 7, count: 32, value: 50 });
    for (const [image, fields] of [
      [0x030000, firstBytes, 0, 0],
      [0, second.length, secondAt, 0],
    ].entries()) {
      for (const [field, value] of fields.entries()) block.writeUInt32BE(value, 54 + image * 16 + field * 4);
    }
    return block;
  };
  const segmentBytes = index(0, 0).length + 4;
  const firstBytes = first.length + segmentBytes;
  const headerAt = 2 + 18 + 4 + 4; // behind JFIF and the segment's own header and signature
  const file = withSegments(first, [[0xe2, index(firstBytes - headerAt, firstBytes)]]);
  writeFileSync(join(SOURCES, 'jpg', 'two-pictures-with-index.jpg'), Buffer.concat([file, second]));
}

function writePngs(): void {
  const palette = execFileSync(CONVERT, [
    ...card(95, 63),
    ...['-dither', 'None', '-colors', '48', '-interlace', 'PNG', '-strip', 'png8:-'],
  ]);
  writeFileSync(join(SOURCES, 'png', 'palette-interlaced.png'), palette);
  const plain = execFileSync(CONVERT, [
    ...card(96, 64),
    '-strip',
    '-depth',
    '8',
    '-define',
    'png:color-type=2',
    'png:-',
  ]);
  const afterHeader = 8 + 25;
  const chunks = [
    pngChunk('eXIf', exifBlock({ orientation: 6, width: 96, height: 64 })),
    pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`)),
    pngChunk('tEXt', Buffer.from('Comment\0Made for the corpus')),
  ];
  const file = Buffer.concat([plain.subarray(0, afterHeader), ...chunks, plain.subarray(afterHeader)]);
  writeFileSync(join(SOURCES, 'png', 'lying-with-position.png'), file);
}

type Segment = readonly [marker: number, payload: Buffer];

function writeJpeg(name: string, jpeg: Buffer, segments: readonly Segment[]): void {
  writeFileSync(join(SOURCES, 'jpg', name), withSegments(jpeg, segments));
}

/** JFIF comes first, and is 18 bytes long. */
function withSegments(jpeg: Buffer, segments: readonly Segment[]): Buffer {
  const afterJfif = 2 + 18;
  const written = segments.map(([marker, payload]) => {
    const size = payload.length + 2;
    return Buffer.concat([Buffer.from([0xff, marker, size >> 8, size & 255]), payload]);
  });
  return Buffer.concat([jpeg.subarray(0, afterJfif), ...written, jpeg.subarray(afterJfif)]);
}

interface ExifContents {
  readonly orientation: number;
  readonly width: number;
  readonly height: number;
  readonly preview?: Buffer;
}

/** Five directories at fixed places: of the image, of the exposure, of the position, its values, and of the preview. */
function exifBlock({ orientation, width, height, preview }: ExifContents): Buffer {
  const AT = { image: 8, camera: 64, exposure: 80, position: 112, degrees: 172, preview: 232, end: 264 };
  const block = Buffer.alloc(AT.end);
  block.write('MM\0*', 'latin1');
  block.writeUInt32BE(AT.image, 4);
  const directory = (at: number, entries: readonly Entry[], next = 0): void => {
    block.writeUInt16BE(entries.length, at);
    for (const [index, entry] of entries.entries()) writeEntry(block, at + 2 + index * 12, entry);
    block.writeUInt32BE(next, at + 2 + entries.length * 12);
  };
  directory(
    AT.image,
    [
      { tag: 0x010f, type: 2, count: 12, value: AT.camera },
      { tag: 0x0112, type: 3, count: 1, value: orientation },
      { tag: 0x8769, type: 4, count: 1, value: AT.exposure },
      { tag: 0x8825, type: 4, count: 1, value: AT.position },
    ],
    preview ? AT.preview : 0,
  );
  block.write('Camera Inc.\0', AT.camera, 'latin1');
  directory(AT.exposure, [
    { tag: 0xa002, type: 4, count: 1, value: width },
    { tag: 0xa003, type: 4, count: 1, value: height },
  ]);
  directory(AT.position, [
    { tag: 1, type: 2, count: 2, value: 0x4e000000 },
    { tag: 2, type: 5, count: 3, value: AT.degrees },
    { tag: 3, type: 2, count: 2, value: 0x45000000 },
    { tag: 4, type: 5, count: 3, value: AT.degrees + 24 },
  ]);
  for (const [index, value] of [52, 1, 31, 1, 12, 1, 13, 1, 24, 1, 18, 1].entries()) {
    block.writeUInt32BE(value, AT.degrees + index * 4);
  }
  if (!preview) return block;
  directory(AT.preview, [
    { tag: 0x0201, type: 4, count: 1, value: AT.end },
    { tag: 0x0202, type: 4, count: 1, value: preview.length },
  ]);
  return Buffer.concat([block, preview]);
}

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: number;
}

/** A single SHORT stands at the left of the four bytes of its value. */
function writeEntry(block: Buffer, at: number, { tag, type, count, value }: Entry): void {
  block.writeUInt16BE(tag, at);
  block.writeUInt16BE(type, at + 2);
  block.writeUInt32BE(count, at + 4);
  if (type === 3) block.writeUInt16BE(value, at + 8);
  else block.writeUInt32BE(value, at + 8);
}
