import type { FormatId } from '../../engine/index.ts';
import type { ImageFormat, ImageId } from '../inputs/images.ts';
import { cwebp } from '../peers/cwebp.ts';
import { avifenc, cjxl, heifConvert } from '../peers/image-tools.ts';
import { imageMagick } from '../peers/imagemagick.ts';
import type { NativePeer } from '../peers/peer.ts';
import type { SharpJob } from '../peers/sharp.ts';

export interface ProgramRival {
  readonly peer: NativePeer;
  /** Tells settings apart where one program takes part twice. */
  readonly note?: string;
  readonly arguments: (input: string, output: string) => string[];
  /** We want to be so many times cheaper. */
  readonly wanted?: number;
}

export interface SharpRival extends Pick<SharpJob, 'format' | 'settings' | 'width' | 'flatten'> {
  readonly note?: string;
  readonly wanted?: number;
}

export interface ImageCase {
  readonly image: ImageId;
  readonly from: ImageFormat;
  readonly to: FormatId;
  readonly options?: Readonly<Record<string, number | boolean>>;
  readonly programs?: readonly ProgramRival[];
  readonly sharps?: readonly SharpRival[];
}

const withImageMagick = (
  wanted: number | undefined,
  settings: readonly string[] = [],
  { note, before = [] }: { readonly note?: string; readonly before?: readonly string[] } = {},
): ProgramRival => ({
  peer: imageMagick,
  note,
  wanted,
  arguments: (input, output) => [...before, input, ...settings, output],
});

const ICON_SIZES = '256,128,64,48,32,16';
const JPG_QUALITY = { quality: 85 } as const;
const JPG_ARGUMENTS = ['-quality', '85'] as const;
/** What sharp must not be cheaper than by more than a quarter. */
const NEAR_SHARP = 0.8;

/**
 * Conversions of images with what we want to reach. A rival has the same quality as we have; the effort of its encoder
 * is ours where its note says so, and its own default otherwise: size and likeness of the results are beside the time.
 */
export const IMAGE_CASES: readonly ImageCase[] = [
  {
    image: 'small',
    from: 'png',
    to: 'jpg',
    programs: [withImageMagick(6, JPG_ARGUMENTS)],
    sharps: [{ format: 'jpeg', settings: JPG_QUALITY, wanted: NEAR_SHARP }],
  },
  {
    image: 'photo',
    from: 'png',
    to: 'jpg',
    programs: [withImageMagick(undefined, JPG_ARGUMENTS)],
    sharps: [{ format: 'jpeg', settings: JPG_QUALITY, wanted: NEAR_SHARP }],
  },
  {
    image: 'photo',
    from: 'jpg',
    to: 'png',
    programs: [withImageMagick(3), withImageMagick(undefined, ['-quality', '12'], { note: 'our effort' })],
    sharps: [
      { format: 'png', wanted: 1.3 },
      { format: 'png', settings: { compressionLevel: 1 }, note: 'our effort' },
    ],
  },
  {
    image: 'large',
    from: 'jpg',
    to: 'png',
    programs: [withImageMagick(1.5)],
    sharps: [{ format: 'png', wanted: 1.3 }],
  },
  {
    image: 'large',
    from: 'png',
    to: 'jpg',
    programs: [withImageMagick(1.5, JPG_ARGUMENTS)],
    sharps: [{ format: 'jpeg', settings: JPG_QUALITY, wanted: NEAR_SHARP }],
  },
  {
    image: 'large',
    from: 'jpg',
    to: 'jpg',
    options: { width: 800 },
    programs: [
      withImageMagick(3, ['-thumbnail', '800x', ...JPG_ARGUMENTS]),
      withImageMagick(undefined, ['-thumbnail', '800x', ...JPG_ARGUMENTS], {
        before: ['-define', 'jpeg:size=1600x1600'],
        note: 'hinted',
      }),
    ],
    sharps: [{ format: 'jpeg', settings: JPG_QUALITY, width: 800 }],
  },
  {
    image: 'photo',
    from: 'jpg',
    to: 'webp',
    programs: [
      withImageMagick(1, ['-quality', '80']),
      withImageMagick(undefined, ['-quality', '80', '-define', 'webp:method=2'], { note: 'our effort' }),
      {
        peer: cwebp,
        note: 'our effort',
        arguments: (input, output) => ['-quiet', '-q', '80', '-m', '2', input, '-o', output],
      },
    ],
    sharps: [
      { format: 'webp', settings: { quality: 80 }, wanted: NEAR_SHARP },
      { format: 'webp', settings: { quality: 80, effort: 2 }, note: 'our effort' },
    ],
  },
  {
    image: 'screenshot',
    from: 'png',
    to: 'webp',
    options: { lossless: true },
    programs: [withImageMagick(undefined, ['-define', 'webp:lossless=true'])],
    sharps: [{ format: 'webp', settings: { lossless: true } }],
  },
  {
    image: 'screenshot',
    from: 'png',
    to: 'jpg',
    programs: [withImageMagick(undefined, ['-background', 'white', '-flatten', ...JPG_ARGUMENTS])],
    sharps: [{ format: 'jpeg', settings: JPG_QUALITY, flatten: true, wanted: NEAR_SHARP }],
  },
  {
    image: 'photo',
    from: 'webp',
    to: 'png',
    programs: [withImageMagick(1)],
    sharps: [{ format: 'png', wanted: NEAR_SHARP }],
  },
  {
    image: 'photo',
    from: 'tiff',
    to: 'tiff',
    programs: [withImageMagick(undefined, ['-compress', 'zip'])],
    sharps: [{ format: 'tiff', settings: { compression: 'deflate', predictor: 'horizontal' }, wanted: NEAR_SHARP }],
  },
  {
    image: 'screenshot',
    from: 'png',
    to: 'gif',
    programs: [withImageMagick(undefined)],
    sharps: [{ format: 'gif', wanted: NEAR_SHARP }],
  },
  {
    image: 'photo',
    from: 'jpg',
    to: 'avif',
    programs: [
      withImageMagick(2, ['-quality', '55']),
      { peer: avifenc, arguments: (input, output) => ['-s', '8', '-j', '1', input, output] },
    ],
    sharps: [
      { format: 'avif', settings: { quality: 55 } },
      { format: 'avif', settings: { quality: 55, effort: 0 }, note: 'our effort' },
    ],
  },
  {
    image: 'photo',
    from: 'avif',
    to: 'jpg',
    programs: [withImageMagick(undefined, JPG_ARGUMENTS)],
    sharps: [{ format: 'jpeg', settings: JPG_QUALITY }],
  },
  {
    image: 'photo',
    from: 'heic',
    to: 'png',
    programs: [withImageMagick(3), { peer: heifConvert, arguments: (input, output) => [input, output] }],
  },
  {
    image: 'photo',
    from: 'heic',
    to: 'jpg',
    programs: [
      withImageMagick(1, JPG_ARGUMENTS),
      { peer: heifConvert, arguments: (input, output) => ['-q', '85', input, output] },
    ],
  },
  {
    image: 'photo',
    from: 'png',
    to: 'ico',
    programs: [withImageMagick(3, ['-resize', '256x256', '-define', `icon:auto-resize=${ICON_SIZES}`])],
  },
  {
    image: 'photo',
    from: 'png',
    to: 'jxl',
    programs: [{ peer: cjxl, arguments: (input, output) => ['--quiet', '-e', '3', input, output] }],
  },
];
