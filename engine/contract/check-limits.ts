import { ConversionError } from './errors.ts';
import type { Facts } from './facts.ts';
import type { Limits } from './limits.ts';

/**
 * Refuses a file that is larger than the limits allow, by what a reader found, before anything is decoded. `pages` is
 * the number of those that are wanted: of a long document a part is as good as a short one.
 */
export function checkLimits(facts: Facts, limits: Limits, pages = facts.document?.pages): void {
  const { raster, document, media, archive, records } = facts;
  // What a document looks like is not decoded as a whole: whoever renders its pages checks each of them.
  if (raster && !document) checkRasterSize(raster, limits);
  if (pages !== undefined) check('pages', pages, limits);
  if (media) check('mediaSeconds', Math.ceil(media.durationMs / 1000), limits);
  if (archive) {
    check('entries', archive.entries, limits);
    check('expandedBytes', archive.expandedBytes, limits);
  }
  if (records) check('values', records.values, limits);
}

/** The same for an image alone, by its header. */
export function checkRasterSize(
  { width, height, frames }: { readonly width: number; readonly height: number; readonly frames: number },
  limits: Limits,
): void {
  check('sidePixels', Math.max(width, height), limits);
  check('frames', frames, limits);
  check('pixels', width * height * frames, limits);
}

/** Refuses an image by its size in pixels and its number of frames. */
export function checkRaster(
  { width, height, frames = 1 }: { readonly width: number; readonly height: number; readonly frames?: number },
  limits: Limits,
): void {
  check('sidePixels', Math.max(width, height), limits);
  check('frames', frames, limits);
  check('pixels', width * height * frames, limits);
}

const SUBJECTS = {
  sidePixels: 'pixels along one side',
  frames: 'frames or pages',
  pixels: 'pixels',
  pages: 'pages',
  mediaSeconds: 'seconds',
  entries: 'entries',
  expandedBytes: 'bytes when expanded',
  values: 'values',
} as const satisfies Partial<Record<keyof Limits, string>>;

function check(limit: keyof typeof SUBJECTS, found: number, limits: Limits): void {
  const allowed = limits[limit];
  if (found <= allowed) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `The file has ${found} ${SUBJECTS[limit]}, and at most ${allowed} are accepted. Send a smaller file or a part of it${limit === 'pages' ? ', or name some with the option pages' : ''}.`,
    details: { limit, allowed, found },
  });
}
