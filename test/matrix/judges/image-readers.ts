import { rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { bytesFrom, isInstalled, isImageMagick, pythonWith } from '../native.ts';
import type { File } from './verdict.ts';

/** Side of the squares to which every reader shrinks what it sees. */
export const THUMBNAIL_SIDE = 64;

/** An image as one program sees its first frame or page, upright. */
export interface Thumbnail {
  readonly by: string;
  readonly width: number;
  readonly height: number;
  /** `LOOK_SIDE`² × 4 bytes: sRGB and opacity. */
  readonly rgba: Uint8Array;
}

export interface Reader {
  readonly name: string;
  /** The program that it is, or a test for it; nothing is asked of it where that is absent. */
  readonly program: string | (() => Promise<boolean>) | undefined;
  /** Formats that it is asked about. */
  readonly formats: ReadonlySet<string> | 'all';
  /** Formats that it misreads, or of which it takes another image than the main one. */
  readonly except?: ReadonlySet<string>;
  /** Throws when it cannot read the file. */
  readonly thumbnail: (file: File) => Promise<Omit<Thumbnail, 'by'>>;
}

function formats(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

/** ImageMagick's names of formats where they are not ours. */
const MAGICK_NAMES: Readonly<Record<string, string>> = { ras: 'SUN' };
/** Formats whose frames or layers are parts of a canvas: the canvas is what is seen. */
const ON_CANVAS = formats('gif webp mng xcf');
/** Formats that programs know by their content better than by a name. */
const BY_CONTENT = formats('jpg tiff avif heic jxl');

async function thumbnailByImageMagick({ path, format }: File): Promise<Omit<Thumbnail, 'by'>> {
  const name = BY_CONTENT.has(format) ? '' : `${MAGICK_NAMES[format] ?? format.toUpperCase()}:`;
  const ofLayers = format === 'xcf' ? '' : '[0]';
  const canvas = ON_CANVAS.has(format) ? ['-background', 'none', '-flatten'] : [];
  const told = await bytesFrom(
    'convert',
    ...[`${name}${path}${ofLayers}`, '-auto-orient', ...canvas, '+repage', '-profile', await srgbProfile()],
    ...['-colorspace', 'sRGB', '-format', '%w %h|', '-write', 'info:-', '-background', 'none'],
    ...['-scale', `${THUMBNAIL_SIDE}x${THUMBNAIL_SIDE}!`, '-depth', '8', 'RGBA:-'],
  );
  return parted(told);
}

/** A program's words up to the bar are the size; then come the pixels. */
function parted(told: Buffer): Omit<Thumbnail, 'by'> {
  const bar = told.indexOf('|');
  const [width = 0, height = 0] = told.toString('latin1', 0, bar).split(' ').map(Number);
  const rgba = told.subarray(bar + 1);
  if (rgba.length !== THUMBNAIL_SIDE * THUMBNAIL_SIDE * 4) throw new Error(`${rgba.length} bytes of pixels`);
  return { width, height, rgba };
}

let profilePath: Promise<string> | undefined;

/** ImageMagick applies the profile of an image only on the way to another one. */
function srgbProfile(): Promise<string> {
  profilePath ??= writeSrgbProfile();
  return profilePath;
}

async function writeSrgbProfile(): Promise<string> {
  const { path } = await temporaryDirectory();
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  const pixel = { create: { width: 1, height: 1, channels: 3, background: 'white' } } as const;
  const { icc } = await sharp(await sharp(pixel).withIccProfile('srgb').png().toBuffer()).metadata();
  const profile = join(path, 'srgb.icc');
  await writeFile(profile, icc!);
  return profile;
}

async function thumbnailByFfmpeg({ path, format }: File): Promise<Omit<Thumbnail, 'by'>> {
  const probe = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'stream=width,height,pix_fmt'];
  const told = (await bytesFrom('ffprobe', ...probe, '-of', 'csv=p=0', path)).toString().trim().split(',');
  const [width, height] = [Number(told[0]), Number(told[1])];
  const isLinear = format === 'exr';
  // OpenEXR multiplies light by opacity, which FFmpeg leaves as it is.
  const straight = isLinear && told[2]?.startsWith('gbra') ? ['unpremultiply=inplace=1'] : [];
  const pixels = isLinear ? 'rgba64le' : 'rgba';
  const filters = [...straight, `format=${pixels}`, `scale=${THUMBNAIL_SIDE}:${THUMBNAIL_SIDE}:flags=area`].join();
  const frame = [
    '-v',
    'error',
    '-i',
    path,
    '-frames:v',
    '1',
    '-vf',
    filters,
    '-pix_fmt',
    pixels,
    '-f',
    'rawvideo',
    '-',
  ];
  const found = await bytesFrom('ffmpeg', ...frame);
  const rgba = isLinear ? fromLinear(found) : found;
  if (rgba.length !== THUMBNAIL_SIDE * THUMBNAIL_SIDE * 4) throw new Error(`${rgba.length} bytes of pixels`);
  return { width, height, rgba };
}

/** Linear light of 16 bits as sRGB of 8 (IEC 61966-2-1); opacity is linear in both. */
function fromLinear(pixels: Buffer): Uint8Array {
  return Uint8Array.from({ length: pixels.length / 2 }, (_, index) => {
    const value = pixels.readUInt16LE(index * 2) / 65_535;
    if (index % 4 === 3) return Math.round(value * 255);
    return Math.round((value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055) * 255);
  });
}

/** Sixteen bits are cut by hand: Pillow clips them. */
const PILLOW = `
import sys
from PIL import Image, ImageOps
image = Image.open(sys.argv[1])
if image.mode.startswith('I'):
    image = image.convert('I').point(lambda value: value / 257).convert('L')
image = ImageOps.exif_transpose(image).convert('RGBA')
sys.stdout.buffer.write(b'%d %d|' % image.size)
sys.stdout.buffer.write(image.resize((${THUMBNAIL_SIDE}, ${THUMBNAIL_SIDE}), Image.Resampling.BOX).tobytes())
`;

async function thumbnailByPillow({ path }: File): Promise<Omit<Thumbnail, 'by'>> {
  return parted(await bytesFrom((await pythonWith('PIL'))!, '-c', PILLOW, path));
}

async function thumbnailBySharp({ path }: File): Promise<Omit<Thumbnail, 'by'>> {
  const image = sharp(await readFile(path)).autoOrient();
  const { autoOrient } = await image.metadata();
  const rgba = await image
    .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'fill', kernel: 'linear' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer();
  return { ...autoOrient, rgba };
}

/** A program that only writes PNG: what it wrote is looked at. */
function byPng(program: string, argumentsFor: (path: string, png: string) => readonly string[]): Reader['thumbnail'] {
  return async ({ path }) => {
    await using directory = await temporaryDirectory();
    const png = join(directory.path, 'seen.png');
    await bytesFrom(program, ...argumentsFor(path, png));
    return await thumbnailBySharp({ path: png, format: 'png' });
  };
}

/** In the order in which they are asked. Who wrote a file by one library is asked last about it. */
export const READERS: readonly Reader[] = [
  {
    name: 'rsvg',
    program: 'rsvg-convert',
    formats: formats('svg svgz'),
    thumbnail: byPng('rsvg-convert', (path, png) => ['-o', png, path]),
  },
  {
    name: 'poppler',
    program: 'pdftoppm',
    formats: formats('pdf'),
    thumbnail: byPng('pdftoppm', (path, png) => ['-r', '192', '-png', '-singlefile', path, png.replace(/\.png$/, '')]),
  },
  {
    name: 'imagemagick by png', // its palettes of these have no colours before they were written
    program: isImageMagick,
    formats: formats('sixel wpg'),
    thumbnail: byPng('convert', (path, png) => [path, png]),
  },
  {
    name: 'icotool', // Pillow reads cursors without their opacity
    program: 'icotool',
    formats: formats('cur'),
    thumbnail: byPng('icotool', (path, png) => ['-x', '--index=1', '-o', png, path]),
  },
  { name: 'djxl', program: 'djxl', formats: formats('jxl'), thumbnail: byPng('djxl', (path, png) => [path, png]) },
  {
    name: 'libheif',
    program: 'heif-convert',
    formats: formats('heic'),
    thumbnail: byPng('heif-convert', (path, png) => [path, png]),
  },
  {
    name: 'pillow',
    program: async () => (await pythonWith('PIL')) !== undefined,
    formats: formats(
      'png apng jpg webp gif tiff bmp ico icns tga psd jp2 j2k dds pcx dcx sgi ras pbm pgm ppm xbm xpm fits mpo',
    ),
    thumbnail: thumbnailByPillow,
  },
  {
    name: 'ffmpeg',
    program: 'ffmpeg',
    formats: formats('png apng webp gif bmp tga psd jp2 j2k dds exr qoi pcx sgi ras pbm pgm ppm pam dpx xbm xpm fits'),
    thumbnail: thumbnailByFfmpeg,
  },
  {
    name: 'sharp',
    program: undefined,
    formats: formats('png jpg webp gif tiff avif svg'),
    thumbnail: thumbnailBySharp,
  },
  {
    name: 'imagemagick',
    program: isImageMagick,
    formats: 'all',
    // The first of the three planes of a colour FITS is all that ImageMagick 6 shows of it.
    except: formats('g3 ico cur icns pcd sixel wpg svg svgz pdf fits'),
    thumbnail: thumbnailByImageMagick,
  },
];

/** What this ImageMagick was built without is not the file's fault, nor what it does not know. */
const UNKNOWN_TO_IMAGEMAGICK =
  /no decode delegate|delegate failed|delegate library|not authorized|unable to open|unknown/i;

async function isPresent({ program }: Reader): Promise<boolean> {
  if (program === undefined) return true;
  return typeof program === 'string' ? isInstalled(program) : program();
}

/** One program's look at a file; a text says why there is none, nothing that it cannot be asked. */
export async function ask(reader: Reader, file: File): Promise<Thumbnail | string | undefined> {
  if (reader.formats !== 'all' && !reader.formats.has(file.format)) return undefined;
  if (reader.except?.has(file.format)) return undefined;
  if (!(await isPresent(reader))) return undefined;
  try {
    return { by: reader.name, ...(await reader.thumbnail(file)) };
  } catch (error) {
    const message = String(error instanceof Error ? error.message : error);
    return reader.formats === 'all' && UNKNOWN_TO_IMAGEMAGICK.test(message) ? undefined : message.slice(0, 300);
  }
}
