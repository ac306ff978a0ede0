import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';
import { idsOf, type FormatId } from '../../formats/index.ts';
import * as tables from './formats.ts';

const HOT = idsOf(tables.HOT);
const STILLS = idsOf(tables.STILLS);
const ANIMATED = idsOf(tables.ANIMATED);
const PAGED = idsOf(tables.PAGED);
const ONLY_READ_PAGED = idsOf(tables.ONLY_READ_PAGED);
const ONLY_READ = idsOf(tables.ONLY_READ);

const HOT_STILLS = HOT.filter((format) => format !== 'tiff');

/** Developed by LibRaw. */
const CAMERA_RAW = [
  ...(['dng', '3fr', 'arw', 'cr2', 'cr3', 'crw', 'dcr', 'erf', 'fff', 'iiq', 'k25', 'kdc', 'mef', 'mos'] as const),
  ...(['mrw', 'nef', 'nrw', 'orf', 'pef', 'raf', 'raw', 'rw2', 'rwl', 'sr2', 'srf', 'srw', 'x3f'] as const),
];
const SINGLE_TARGETS = [...STILLS, ...idsOf(tables.ONLY_WRITTEN)] as const;

const OPTIONS = [
  ...(['quality', 'width', 'height', 'fit', 'rotate', 'background', 'colours', 'colourSpace'] as const),
  ...(['sizes', 'progressive', 'targetSize', 'strip', 'stripLocation'] as const),
];
const COST = {
  ms: { base: 10, perMB: 120 },
  memoryMB: { base: 120, perMB: 30 },
  cpuSlots: 1,
} as const;
/** A sensor's 12 or 14 bits a pixel, packed, take seconds to develop. */
const RAW_COST = {
  ms: { base: 100, perMB: 250 },
  memoryMB: { base: 200, perMB: 40 },
  cpuSlots: 1,
} as const;

/** Small images in icons are drawn for their size: ours would be shrunk. */
const DRAWN_SMALL = { 'ico>ico': 'absent', 'cur>cur': 'absent', 'icns>icns': 'absent' } as const;

function absent(from: readonly FormatId[], to: readonly FormatId[]): EdgeSpec['except'] {
  return Object.fromEntries(from.flatMap((one) => to.map((other) => [`${one}>${other}`, 'absent'])));
}

/** The library holds 8 bits a channel: no edge keeps `depth`. */
export default defineCodec({
  id: 'magick',
  lane: 'image',
  packages: ['@imagemagick/magick-wasm'],
  licence: 'Apache-2.0 AND LGPL-3.0-or-later',
  wasm: {
    // 1 GiB: the pixels that the policy allows, and what the coders need besides.
    magick: { file: '@imagemagick/magick-wasm/magick.wasm', maxPages: 32_768 },
  },
  inspects: [...STILLS, ...ANIMATED, ...PAGED, ...ONLY_READ_PAGED, ...ONLY_READ, ...CAMERA_RAW],
  previews: [...HOT, ...STILLS, ...ONLY_READ, ...CAMERA_RAW],
  verifies: ['png', 'jpg', 'webp', 'gif', 'tiff', 'avif', 'jxl'],
  edges: [
    {
      name: 'decode',
      from: [...STILLS, ...ANIMATED, ...ONLY_READ, 'jxl'],
      to: [...HOT, ...SINGLE_TARGETS, ...ANIMATED, ...PAGED],
      keeps: ['look', 'alpha', 'metadata'],
      except: { ...DRAWN_SMALL, ...absent(ANIMATED, ANIMATED), ...absent(['jxl'], HOT) },
      selfEdges: true,
      operation: 'recode',
      takes: 'first',
      gives: 'one',
      options: [...OPTIONS, 'pages'],
      cost: COST,
    },
    {
      name: 'develop',
      from: CAMERA_RAW,
      to: [...HOT, ...SINGLE_TARGETS],
      keeps: ['look', 'metadata'],
      operation: 'recode',
      takes: 'one',
      gives: 'one',
      options: OPTIONS,
      cost: RAW_COST,
    },
    {
      name: 'encode',
      from: ['png', 'jpg', 'avif', 'gif', 'webp'],
      to: [...SINGLE_TARGETS, ...ANIMATED, ...PAGED],
      keeps: ['look', 'alpha'],
      operation: 'recode',
      takes: 'first',
      gives: 'one',
      options: [...OPTIONS, 'pages'],
      cost: COST,
    },
    {
      name: 'frames',
      from: ['gif', 'webp', 'jxl', ...ANIMATED],
      // Animated JPEG XL is written with frames over those before them, where they should replace them.
      to: ['gif', 'webp', ...ANIMATED],
      keeps: ['look', 'alpha', 'animation'],
      except: absent(['gif', 'webp', 'jxl'], ['gif', 'webp']),
      selfEdges: true,
      operation: 'recode',
      takes: 'all',
      gives: 'one',
      options: [...OPTIONS, 'lossless', 'pages'],
      cost: COST,
    },
    {
      name: 'each-page',
      from: ['tiff', ...PAGED, ...ONLY_READ_PAGED],
      to: [...HOT_STILLS, ...SINGLE_TARGETS],
      keeps: ['look', 'alpha', 'metadata'],
      except: absent(['tiff'], HOT_STILLS),
      operation: 'recode',
      takes: 'all',
      gives: 'many',
      options: [...OPTIONS, 'pages'],
      cost: COST,
    },
    {
      name: 'stand-in',
      from: ['jxl'],
      to: HOT.filter((format) => format !== 'jxl'),
      keeps: ['look', 'alpha', 'metadata'],
      fallbackOnly: true,
      operation: 'recode',
      takes: 'first',
      gives: 'one',
      options: [...OPTIONS, 'pages'],
      cost: COST,
    },
    {
      name: 'stand-in-pages',
      // Reads some colours and compressions of TIFF that vips does not.
      from: ['tiff'],
      to: HOT_STILLS,
      keeps: ['look', 'alpha'],
      fallbackOnly: true,
      operation: 'recode',
      takes: 'all',
      gives: 'many',
      options: [...OPTIONS, 'pages'],
      cost: COST,
    },
    {
      name: 'pages',
      from: ['tiff', ...PAGED, ...ONLY_READ_PAGED],
      to: ['tiff', ...PAGED],
      keeps: ['look', 'alpha', 'pages'],
      except: absent(['tiff'], ['tiff']),
      selfEdges: true,
      operation: 'recode',
      takes: 'all',
      gives: 'one',
      options: [...OPTIONS, 'pages'],
      cost: COST,
    },
  ],
  load: () => import('./run.ts'),
});
