/**
 * Makes the sources of the less usual image formats, all of the test card of `images.sh`: with ImageMagick 6.9,
 * FFmpeg, libjxl's `cjxl` and Pillow where they write a format, and by hand where none of them does.
 * Usage: node corpus/make/breadth-pictures.ts corpus/sources
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';

const [, , sources] = process.argv;
if (!sources) throw new Error('Say the directory of the sources.');
const CONVERT = process.env['CONVERT'] ?? '/usr/bin/convert';
const work = mkdtempSync(join(tmpdir(), 'pictures-'));

const QUARTERS =
  'fill #d62828 rectangle 0,0 47,31 fill #2a9d3f rectangle 48,0 95,31 fill #2255cc rectangle 0,32 47,63 fill #f2c230 rectangle 48,32 95,63 stroke white stroke-width 3 line 0,63 95,0 stroke none';
const LETTER = 'fill black rectangle 10,6 15,29 rectangle 16,6 28,10 rectangle 16,16 24,20';
const WIDTH = 96;
const HEIGHT = 64;

const card = join(work, 'card.png');
const alpha = join(sources, 'png/card-fading-to-transparent.png');
const mirrored = join(work, 'mirrored.png');
const negative = join(work, 'negative.png');
convert('-size', `${WIDTH}x${HEIGHT}`, 'xc:white', '-draw', QUARTERS, '-draw', LETTER, '-depth', '8', '-strip', card);
convert(card, '-flop', mirrored);
convert(card, '-negate', negative);

function convert(...parameters: string[]): void {
  execFileSync(CONVERT, parameters);
}

function target(format: string, name: string): string {
  mkdirSync(join(sources!, format), { recursive: true });
  return join(sources!, format, name);
}

function write(format: string, name: string, ...parts: readonly (Uint8Array | string)[]): void {
  writeFileSync(
    target(format, name),
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))),
  );
}

/** Pixels of an image as ImageMagick gives them out: `rgb:` or `rgba:`, with its settings. */
function pixels(file: string, kind: 'rgb' | 'rgba', ...settings: string[]): Buffer {
  return execFileSync(CONVERT, [file, ...settings, `${kind}:-`], { maxBuffer: 1 << 28 });
}

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, index * 2);
  return bytes;
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, index * 4);
  return bytes;
}

function u32be(...values: number[]): Buffer {
  return u32(...values).swap32();
}

// What ImageMagick writes of the card as it is.
for (const format of ['j2k', 'jng', 'pcx', 'ras', 'ppm', 'pnm', 'cin', 'aai', 'mtv', 'pgx', 'pict', 'palm'])
  convert(card, `${format}:${target(format, `card.${format}`)}`);
convert(card, '-resize', '48x32!', `pfm:${target('pfm', 'small-card.pfm')}`);
for (const format of ['xbm', 'wbmp', 'otb', 'pbm', 'g3'])
  convert(card, '-monochrome', `${format}:${target(format, `dithered-card.${format}`)}`);
for (const format of ['vicar', 'pgm', 'fits'])
  convert(card, '-colorspace', 'Gray', `${format}:${target(format, `grey-card.${format}`)}`);
convert(card, '-colors', '64', `sixel:${target('sixel', 'card-64-colours.sixel')}`);
convert(card, '-resize', '768x512!', `pcd:${target('pcd', 'card-768x512.pcd')}`);
convert(
  card,
  '-crop',
  '48x64+0+0',
  '+repage',
  '-transparent',
  '#2255cc',
  `xpm:${target('xpm', 'transparent-quarter.xpm')}`,
);
convert(card, '-colorspace', 'RGB', `hdr:${target('hdr', 'card-linear.hdr')}`);

// What it writes with alpha.
for (const format of ['jp2', 'dds', 'sgi', 'pam', 'dpx', 'viff', 'avs'])
  convert(alpha, `${format}:${target(format, `card-fading-to-transparent.${format}`)}`);
// Photoshop's merged image stands on white, and ImageMagick takes the first one as it is.
const merged = join(work, 'merged.png');
convert(
  ...['(', alpha, '-background', 'white', '-flatten', ')', '(', alpha, '-alpha', 'extract', ')'],
  ...['-alpha', 'off', '-compose', 'CopyOpacity', '-composite', merged],
);
const red = ['-size', '40x30', 'xc:#d62828'];
for (const format of ['psd', 'psb'])
  convert(
    merged,
    '(',
    ...red,
    '-repage',
    '+10+8',
    ')',
    '(',
    alpha,
    ')',
    `${format}:${target(format, `two-layers.${format}`)}`,
  );

// Several images in a file.
convert('-delay', '20', '-loop', '3', card, mirrored, negative, `mng:${target('mng', 'three-frames.mng')}`);
convert('-delay', '30', card, negative, '-resize', '48x', `miff:${target('miff', 'two-frames.miff')}`);
convert(card, mirrored, negative, '-colors', '32', `dcx:${target('dcx', 'three-pages.dcx')}`);
const icons = [16, 32, 48].map((side, index) => {
  const file = join(work, `icon-${side}.png`);
  const ground = ['#d62828', '#2a9d3f', '#2255cc'][index]!;
  const shape = `roundrectangle 1,1 ${side - 2},${side - 2} 4,4`;
  const letter = `scale ${side / 16},${side / 16} rectangle 5,3 6,12 rectangle 7,3 11,4 rectangle 7,7 10,8`;
  convert(
    '-size',
    `${side}x${side}`,
    'xc:none',
    '-fill',
    ground,
    '-draw',
    shape,
    '-fill',
    'white',
    '-draw',
    letter,
    file,
  );
  return { side, file };
});
// ImageMagick 6.9 calls its cursors icons, and repeats their first image.
const icon = join(work, 'icon.ico');
convert(icons[1]!.file, icon);
const cursor = readFileSync(icon);
cursor.writeUInt16LE(2, 2);
cursor.writeUInt32LE(0x0002_0003, 10); // points with its fourth column and third row
write('cur', 'one-size.cur', cursor);

// Other programs.
// ImageMagick 6.9 writes Targa upside down.
execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', card, target('tga', 'card.tga')]);
execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', alpha, target('qoi', 'card-fading-to-transparent.qoi')]);
execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', card, '-pix_fmt', 'gbrp', target('fits', 'colour-planes.fits')]);
const linear = join(work, 'linear.png');
convert(card, '-colorspace', 'RGB', '-set', 'colorspace', 'sRGB', '-depth', '16', linear);
execFileSync('ffmpeg', [
  ...['-v', 'error', '-y', '-i', linear, '-compression', 'zip16', '-format', 'half', '-pix_fmt', 'gbrpf32'],
  target('exr', 'card-linear-zip.exr'),
]);
const jpeg = join(work, 'card.jpg');
convert(card, '-quality', '90', jpeg);
execFileSync('cjxl', ['--quiet', jpeg, target('jxl', 'transcoded-jpeg.jxl')]);
const gif = join(work, 'two.gif');
convert('-delay', '30', '-loop', '0', card, mirrored, gif);
execFileSync('cjxl', ['--quiet', '-d', '0', gif, target('jxl', 'animated-two-frames.jxl')]);
execFileSync('/usr/bin/python3', [
  '-c',
  'import sys; from PIL import Image; a, b = (Image.open(f).convert("RGB") for f in sys.argv[1:3]); a.save(sys.argv[3], "MPO", save_all=True, append_images=[b], quality=90)',
  ...[card, mirrored, target('mpo', 'two-views.mpo')],
]);

// By hand: Farbfeld, FilmLight and Half Map are a head and the numbers.
write(
  'ff',
  'gradient-16bit-alpha.ff',
  'farbfeld',
  u32be(48, 32),
  ...[pixels(join(sources, 'png/gradient-16bit-alpha.png'), 'rgba', '-depth', '16', '-endian', 'MSB')],
);
const floats = ['-depth', '32', '-define', 'quantum:format=floating-point', '-endian', 'LSB'];
write('fl32', 'small-card.fl32', 'FL32', u32(32, 48, 3), pixels(card, 'rgb', '-resize', '48x32!', ...floats));
writeHalfMap();
writeWordPerfect();
writeAseprite();
writeOldIcns();
writeDicom();
writeDng();
writeXcf();
rmSync(work, { recursive: true });

/** Rows from the bottom up, half floats, least byte first. */
function writeHalfMap(): void {
  const rgb = pixels(card, 'rgb', '-flip', '-depth', '8');
  const halves = new DataView(new ArrayBuffer(rgb.length * 2));
  for (const [index, value] of rgb.entries()) halves.setFloat16(index * 2, value / 255, true);
  write('phm', 'card.phm', `PH\n${WIDTH} ${HEIGHT}\n-1.0\n`, new Uint8Array(halves.buffer));
}

/** Level 1: a colour map of four colours and one bitmap of its indices, 8 bits each. */
function writeWordPerfect(): void {
  const colours = [0x000000, 0xd62828, 0x2a9d3f, 0x2255cc, 0xf2c230, 0xffffff];
  const rgb = pixels(card, 'rgb', '+dither', '-depth', '8');
  const map = Buffer.concat([u16(0, 256), Buffer.alloc(768)]);
  for (const [index, colour] of colours.entries()) map.writeUIntBE(colour, 4 + index * 3, 3);
  const rows: number[] = [];
  for (let at = 0; at < rgb.length; at += 3) {
    const distance = (colour: number): number =>
      [16, 8, 0].reduce((sum, shift, channel) => sum + Math.abs(((colour >> shift) & 255) - rgb[at + channel]!), 0);
    const nearest = colours.indexOf(colours.toSorted((a, b) => distance(a) - distance(b))[0]!);
    const isRowStart = (at / 3) % WIDTH === 0;
    // Runs of at most 127, which do not go over the end of a row.
    if (!isRowStart && rows.at(-1) === nearest && (rows.at(-2)! & 127) < 127) rows[rows.length - 2]!++;
    else rows.push(0x81, nearest);
  }
  const bitmap = Buffer.concat([u16(WIDTH, HEIGHT, 8, 75, 75), Uint8Array.from(rows)]);
  const record = (type: number, body: Buffer): Buffer =>
    Buffer.concat([Uint8Array.of(type, 255), u16(body.length & 0xffff), body]);
  const start = Buffer.concat([Uint8Array.of(1, 0), u16(WIDTH * 16, HEIGHT * 16)]);
  write(
    'wpg',
    'six-colours.wpg',
    Uint8Array.of(255, 0x57, 0x50, 0x43),
    u32(16),
    Uint8Array.of(1, 0x16, 1, 0),
    u16(0, 0),
    ...[
      Buffer.concat([Uint8Array.of(0x0f, start.length), start]),
      record(0x0e, map),
      record(0x0b, bitmap),
      Uint8Array.of(0x10, 0),
    ],
  );
}

/** One frame, one layer, one packed cel of RGBA that does not fill the canvas. */
function writeAseprite(): void {
  const [width, height] = [48, 32];
  const rgba = pixels(alpha, 'rgba', '-resize', `${width}x${height}!`, '-depth', '8');
  const chunk = (type: number, ...body: Uint8Array[]): Buffer => {
    const content = Buffer.concat(body);
    return Buffer.concat([u32(content.length + 6), u16(type), content]);
  };
  const layer = chunk(0x2004, u16(1, 0, 0, 0, 0, 0), Uint8Array.of(255, 0, 0, 0), u16(5), Buffer.from('layer'));
  const cel = chunk(
    0x2005,
    u16(0, 8, 4),
    Uint8Array.of(255),
    u16(2, 0),
    Buffer.alloc(5),
    u16(width, height),
    deflateSync(rgba),
  );
  const frame = Buffer.concat([
    u32(16 + layer.length + cel.length),
    u16(0xf1fa, 2, 100),
    Buffer.alloc(2),
    u32(2),
    layer,
    cel,
  ]);
  const header = Buffer.alloc(128);
  u32(128 + frame.length).copy(header, 0);
  u16(0xa5e0, 1, 64, 40, 32).copy(header, 4);
  u32(1).copy(header, 14);
  write('ase', 'cel-inside-canvas.ase', header, frame);
}

/** The types of before PNG: run-length coded channels, each with its mask. */
function writeOldIcns(): void {
  const types = [
    { colours: 'is32', mask: 's8mk' },
    { colours: 'il32', mask: 'l8mk' },
    { colours: 'ih32', mask: 'h8mk' },
  ];
  const element = (type: string, body: Uint8Array): Buffer =>
    Buffer.concat([Buffer.from(type), u32be(8 + body.length), body]);
  const elements = types.flatMap(({ colours, mask }, index) => {
    const rgba = pixels(icons[index]!.file, 'rgba', '-depth', '8');
    const channel = (which: number): Uint8Array => rgba.filter((_, at) => at % 4 === which);
    return [
      element(colours, Buffer.concat([0, 1, 2].map((which) => packed(channel(which))))),
      element(mask, channel(3)),
    ];
  });
  write('icns', 'run-lengths-three-sizes.icns', element('icns', Buffer.concat(elements)));
}

function packed(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (let at = 0; at < bytes.length;) {
    let end = at + 1;
    while (end < bytes.length && end - at < 130 && bytes[end] === bytes[at]) end++;
    if (end - at >= 3) out.push(end - at + 125, bytes[at]!);
    else for (let each = at; each < end; each++) out.push(0, bytes[each]!);
    at = end;
  }
  return Uint8Array.from(out);
}

/** Two frames of 12 bits in 16, signed, of which a window shows the middle. */
function writeDicom(): void {
  const frames = [card, mirrored].map((file) => {
    const rgb = pixels(file, 'rgb', '-colorspace', 'Gray', '-depth', '8');
    return u16(...rgb.filter((_, at) => at % 3 === 0)).map((byte) => byte);
  });
  const samples = Buffer.concat(frames);
  for (let at = 0; at < samples.length; at += 2) samples.writeInt16LE(samples.readUInt16LE(at) * 8 - 1024, at);
  const element = (group: number, tag: number, type: string, value: Buffer | string): Buffer => {
    const raw = typeof value === 'string' ? Buffer.from(value) : value;
    const body = raw.length % 2 === 0 ? raw : Buffer.concat([raw, Buffer.from(type === 'UI' ? '\0' : ' ')]);
    const length = type === 'OW' ? Buffer.concat([u16(0), u32(body.length)]) : u16(body.length);
    return Buffer.concat([u16(group, tag), Buffer.from(type), length, body]);
  };
  const syntax = element(2, 0x10, 'UI', '1.2.840.10008.1.2.1');
  write(
    'dcm',
    'two-frames-12bit-window.dcm',
    Buffer.alloc(128),
    'DICM',
    element(2, 0, 'UL', u32(syntax.length)),
    syntax,
    ...[
      element(0x28, 2, 'US', u16(1)),
      element(0x28, 4, 'CS', 'MONOCHROME2'),
      element(0x28, 8, 'IS', '2'),
      element(0x28, 0x10, 'US', u16(HEIGHT)),
      element(0x28, 0x11, 'US', u16(WIDTH)),
      element(0x28, 0x100, 'US', u16(16)),
      element(0x28, 0x101, 'US', u16(12)),
      element(0x28, 0x102, 'US', u16(11)),
      element(0x28, 0x103, 'US', u16(1)),
      element(0x28, 0x1050, 'DS', '-24'),
      element(0x28, 0x1051, 'DS', '1800'),
      element(0x7fe0, 0x10, 'OW', samples),
    ],
  );
}

/** What a sensor under red, green and blue filters would have seen, in 16 bits; its colours are those of linear sRGB. */
function writeDng(): void {
  const [width, height] = [WIDTH, HEIGHT];
  const rgb = pixels(card, 'rgb', '-colorspace', 'RGB', '-depth', '16', '-endian', 'LSB');
  const sensor = Buffer.alloc(width * height * 2);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const channel = (y % 2) + (x % 2); // red and green in even rows, green and blue in odd ones
      const value = rgb.readUInt16LE(((y * width + x) * 3 + channel) * 2);
      sensor.writeUInt16LE(Math.round(value * 0.95), (y * width + x) * 2);
    }
  }
  const rational = (...values: number[]): Buffer =>
    Buffer.concat(values.map((value) => u32(Math.round(value * 10_000), 10_000)));
  const matrix = [3.2405, -1.5371, -0.4985, -0.9693, 1.876, 0.0416, 0.0556, -0.204, 1.0572];
  type Tag = readonly [tag: number, type: number, count: number, value: Buffer];
  const tags: Tag[] = [
    [254, 4, 1, u32(0)],
    [256, 4, 1, u32(width)],
    [257, 4, 1, u32(height)],
    [258, 3, 1, u16(16)],
    [259, 3, 1, u16(1)],
    [262, 3, 1, u16(32_803)],
    [271, 2, 8, Buffer.from('Athanor\0')],
    [272, 2, 10, Buffer.from('Test card\0')],
    [273, 4, 1, u32(0)], // where the samples begin, set below
    [274, 3, 1, u16(1)],
    [277, 3, 1, u16(1)],
    [278, 4, 1, u32(height)],
    [279, 4, 1, u32(sensor.length)],
    [33_421, 3, 2, u16(2, 2)],
    [33_422, 1, 4, Buffer.from([0, 1, 1, 2])],
    [50_706, 1, 4, Buffer.from([1, 4, 0, 0])],
    [50_707, 1, 4, Buffer.from([1, 1, 0, 0])],
    [50_708, 2, 10, Buffer.from('Test card\0')],
    [50_714, 3, 1, u16(0)],
    [50_717, 3, 1, u16(62_258)],
    [50_721, 10, 9, rational(...matrix)],
    [50_728, 5, 3, rational(1, 1, 1)],
    [50_778, 3, 1, u16(21)], // D65
  ];
  const directoryBytes = 2 + tags.length * 12 + 4;
  const extras: Buffer[] = [];
  let extraAt = 8 + directoryBytes;
  const samplesAt = extraAt + tags.reduce((sum, [, , , value]) => sum + (value.length > 4 ? value.length : 0), 0);
  const entries = tags.map(([tag, type, count, value]) => {
    const head = Buffer.concat([u16(tag, type), u32(count)]);
    if (tag === 273) return Buffer.concat([head, u32(samplesAt)]);
    if (value.length <= 4) return Buffer.concat([head, value, Buffer.alloc(4 - value.length)]);
    const at = extraAt;
    extras.push(value);
    extraAt += value.length;
    return Buffer.concat([head, u32(at)]);
  });
  write('dng', 'bayer-16bit.dng', 'II', u16(42), u32(8), u16(tags.length), ...entries, u32(0), ...extras, sensor);
}

/** Two layers, the upper one smaller and moved; tiles of run-length coded channels. */
function writeXcf(): void {
  const TILE = 64;
  interface Layer {
    readonly width: number;
    readonly height: number;
    readonly left: number;
    readonly top: number;
    readonly rgba: Buffer;
  }
  const upper = { width: 24, height: 16, left: 60, top: 40 };
  const layers: Layer[] = [
    { ...upper, rgba: Buffer.alloc(upper.width * upper.height * 4, Uint8Array.of(255, 0, 255, 255)) },
    { width: WIDTH, height: HEIGHT, left: 0, top: 0, rgba: pixels(card, 'rgba', '-depth', '8') },
  ];
  const property = (type: number, ...values: number[]): Buffer => u32be(type, values.length * 4, ...values);
  const name = (text: string): Buffer => Buffer.concat([u32be(text.length + 1), Buffer.from(`${text}\0`)]);
  const compression = Buffer.concat([u32be(17, 1), Uint8Array.of(1)]);
  const head = Buffer.concat([Buffer.from('gimp xcf file\0'), u32be(WIDTH, HEIGHT, 0), compression, u32be(0, 0)]);
  const parts: Buffer[] = [];
  let at = head.length + (layers.length + 2) * 4;
  const add = (part: Buffer): number => {
    parts.push(part);
    at += part.length;
    return at - part.length;
  };
  const pointers = layers.map(({ width, height, left, top, rgba }, index) => {
    const tiles: number[] = [];
    for (let y = 0; y < height; y += TILE) {
      for (let x = 0; x < width; x += TILE) {
        const rows = Array.from({ length: Math.min(TILE, height - y) }, (_, row) => {
          const start = ((y + row) * width + x) * 4;
          return rgba.subarray(start, start + Math.min(TILE, width - x) * 4);
        });
        const tile = Buffer.concat(rows);
        tiles.push(add(Buffer.concat([0, 1, 2, 3].map((which) => runs(tile.filter((_, at) => at % 4 === which))))));
      }
    }
    const level = add(u32be(width, height, ...tiles, 0));
    const hierarchy = add(u32be(width, height, 4, level, 0));
    const properties = [property(6, 255), property(8, 1), property(7, 0), property(15, left, top), u32be(0, 0)];
    return add(
      Buffer.concat([u32be(width, height, 1), name(`layer ${index + 1}`), ...properties, u32be(hierarchy, 0)]),
    );
  });
  write('xcf', 'two-layers.xcf', head, u32be(...pointers, 0, 0), ...parts);
}

/** GIMP's run lengths: up to 126 says how often, less one, the next byte stands; from 129 on 256 less so many follow. */
function runs(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (let at = 0; at < bytes.length;) {
    let end = at + 1;
    while (end < bytes.length && end - at < 127 && bytes[end] === bytes[at]) end++;
    if (end - at > 1) out.push(end - at - 1, bytes[at]!);
    else out.push(255, bytes[at]!);
    at = end;
  }
  return Uint8Array.from(out);
}
