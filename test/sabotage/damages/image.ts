import { randomFillSync } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { alphaDamages, frameDamages, pixelDamages, resaved } from '../image-damages.ts';
import { run, type ImageFormat } from '../images.ts';
import type { Damage, Scenario } from '../scenario.ts';

const IMAGES = '../shared/corpora/image';

/** Random bytes behind the magic of the format, and a file that ends in the middle. */
const UNREADABLE: readonly Damage[] = [
  {
    name: 'random bytes',
    harm: 'unreadable',
    apply: (result) => {
      randomFillSync(result, Math.min(64, result.length - 1));
      return result;
    },
  },
  { name: 'truncated', harm: 'unreadable', apply: (result) => result.subarray(0, Math.floor(result.length * 0.6)) },
];

function scenario(
  source: string,
  to: ImageFormat,
  extra: readonly Damage[] = [],
  more: Partial<Scenario> = {},
): Scenario {
  const damages = [...pixelDamages(to), ...UNREADABLE, ...extra];
  return { family: 'image', source, to, resave: resaved(to), damages, ...more };
}

/** A conversion whose frames are damaged, and whose pixels are by a few. */
function animation(source: string, to: ImageFormat, more: Partial<Scenario> = {}, without?: RegExp): Scenario {
  const few = pixelDamages(to).filter(({ name }) =>
    /all black|mirrored|upside down|without colour|32 pixels|gamma 1.2/.test(name),
  );
  return {
    family: 'image',
    source,
    to,
    resave: resaved(to),
    damages: [...frameDamages(to), ...few].filter(({ name }) => !without?.test(name)),
    ...more,
  };
}

/** By sharp: everything else of the file stays. */
function rewritten(name: string, harm: Damage['harm'], write: (image: Sharp) => Sharp): Damage {
  return { name, harm, apply: (result) => write(sharp(result).keepMetadata()).toBuffer() };
}

const EXIF_TURN: Damage = {
  name: 'turned once more by EXIF',
  harm: 'image',
  apply: (result) => sharp(result).keepMetadata().withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toBuffer(),
};
const PROFILE: readonly Damage[] = [
  { name: 'profile lost', harm: 'style', apply: (result) => sharp(result).keepExif().toBuffer() },
  {
    name: 'wrong profile',
    harm: 'style',
    apply: (result) => sharp(result).toColourspace('srgb').withIccProfile('p3', { attach: true }).toBuffer(),
  },
];
const DENSITY = rewritten('resolution changed', 'metadata', (image) => image.withMetadata({ density: 301 }));

/** What ImageMagick does to the pages of a TIFF. */
function pagesOf(name: string, harm: Damage['harm'], args: readonly string[]): Damage {
  return { name, harm, apply: (result) => run('convert', ['tiff:-', ...args, '-compress', 'zip', 'tiff:-'], result) };
}
const PAGES: readonly Damage[] = [
  pagesOf('first page lost', 'block', ['-delete', '0']),
  pagesOf('last page lost', 'block', ['-delete', '-1']),
  pagesOf('pages exchanged', 'order', ['-swap', '0,1']),
  pagesOf('pages reversed', 'order', ['-reverse']),
  pagesOf('second page twice', 'block', ['(', '-clone', '1', ')', '-delete', '0', '-insert', '0']),
  pagesOf('pages upside down', 'image', ['-flip']),
  pagesOf('pages mirrored', 'image', ['-flop']),
  pagesOf('pages turned', 'image', ['-rotate', '90', '+repage']),
  pagesOf('pages blank', 'image', ['-fill', 'white', '-colorize', '100']),
  pagesOf('pages inverted', 'image', ['-negate']),
  pagesOf('pages half as large', 'image', ['-resize', '50%']),
];

/** 16 bits a channel of which only 8 are used. */
const SHALLOW = (format: 'png' | 'tiff'): readonly Damage[] => [
  {
    name: '8 bits in 16',
    harm: 'image',
    apply: (result) =>
      run(
        'convert',
        [
          `${format}:-`,
          '-depth',
          '8',
          '-depth',
          '16',
          ...(format === 'png' ? ['-define', 'png:bit-depth=16'] : []),
          `${format}:-`,
        ],
        result,
      ),
  },
  {
    name: '8 bits',
    harm: 'image',
    apply: (result) => run('convert', [`${format}:-`, '-depth', '8', `${format}:-`], result),
  },
];

/** Readers find the objects of a PDF again whose places are wrong. */
function withText(result: Uint8Array, pattern: RegExp, change: (match: string) => string): Uint8Array | undefined {
  const text = Buffer.from(result).toString('latin1');
  const changed = text.replace(pattern, change);
  return changed === text ? undefined : Buffer.from(changed, 'latin1');
}

const PDF: readonly Damage[] = [
  ...[90, 180, 270].map((angle): Damage => ({
    name: `page turned by ${angle}°`,
    harm: 'image',
    apply: (result) => withText(result, /\/Type\s*\/Page\b/, (match) => `${match} /Rotate ${angle}`),
  })),
  {
    name: 'image is not drawn',
    harm: 'visibility',
    apply: (result) => withText(result, /\/(\w+) Do\b/, (match) => ' '.repeat(match.length)),
  },
];

const SVG_TO_PNG = pixelDamages('png');

export const SCENARIOS: readonly Scenario[] = [
  scenario(`${IMAGES}/image/cat.jpg`, 'png', [DENSITY]),
  scenario(`${IMAGES}/sharp/Landscape_1.jpg`, 'webp'),
  scenario(`${IMAGES}/file-type/fixture.png`, 'jpg', [EXIF_TURN, DENSITY]),
  scenario(`${IMAGES}/libvips/rgba.png`, 'png', alphaDamages('png')),
  scenario(`${IMAGES}/libvips/rgba.png`, 'webp', alphaDamages('webp')),
  scenario('corpus/sources/png/card-fading-to-transparent.png', 'tiff', alphaDamages('tiff'), { isInSample: true }),
  scenario('corpus/sources/tiff/jpeg-strips.tiff', 'png', [], { isInSample: true }),
  scenario(`${IMAGES}/image/cat.jpg`, 'avif'),
  scenario(`${IMAGES}/tika/testHEIF.heic`, 'jpg', [EXIF_TURN]),
  scenario(`${IMAGES}/libvips/1.webp`, 'png'),
  scenario(`${IMAGES}/libavif/paris_icc_exif_xmp.png`, 'jpg', PROFILE),
  animation(`${IMAGES}/file-type/fixture.gif`, 'webp'),
  animation(`${IMAGES}/magick-wasm/moving-hole.gif`, 'webp'),
  animation(`${IMAGES}/image/anim.webp`, 'gif'),
  animation(`${IMAGES}/sharp/animated-loop-3.webp`, 'gif'),
  // Frames that take equally long, and play for ever.
  animation('corpus/sources/gif/test-card-animated.gif', 'webp', { isInSample: true }, /delays exchanged|for ever/),
  animation('corpus/sources/apng/test-card-animated.apng', 'gif'),
  animation('corpus/sources/gif/animated-three-frames-loop-2.gif', 'apng'),
  animation('corpus/sources/mp4/h264-without-audio.mp4', 'webp', {}, /delays exchanged|for ever/),
  {
    family: 'image',
    source: 'corpus/sources/tiff/three-pages-lzw.tiff',
    to: 'tiff',
    damages: [...PAGES, ...UNREADABLE],
  },
  { family: 'image', source: 'corpus/sources/png/gradient-16bit-alpha.png', to: 'tiff', damages: SHALLOW('tiff') },
  { family: 'image', source: 'corpus/sources/tiff/gradient-16bit.tiff', to: 'png', damages: SHALLOW('png') },
  scenario('corpus/sources/tiff/cmyk-run-lengths.tiff', 'jpg'),
  scenario(`${IMAGES}/image/cat.jpg`, 'bmp'),
  scenario(`${IMAGES}/libvips/rgba.png`, 'ico'),
  scenario(`${IMAGES}/image/cat.jpg`, 'tga'),
  scenario(`${IMAGES}/file-type/fixture.psd`, 'png'),
  scenario(`${IMAGES}/image/cat.jpg`, 'gif'),
  scenario(`${IMAGES}/image/cat.jpg`, 'jp2'),
  scenario(`${IMAGES}/image/cat.jpg`, 'psd'),
  {
    family: 'image',
    source: `${IMAGES}/libvips/logo.svg`,
    to: 'png',
    resave: resaved('png'),
    damages: [...SVG_TO_PNG, ...alphaDamages('png')],
  },
  { family: 'image', source: 'corpus/sources/svg/text-five-scripts-styles.svg', to: 'png', damages: SVG_TO_PNG },
  { family: 'image', source: `${IMAGES}/image/cat.jpg`, to: 'pdf', damages: PDF },
];
