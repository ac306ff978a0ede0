import type { Feature } from '../../../formats/features.ts';
import { showsColour } from '../../../formats/format.ts';
import { formatOf, type FormatId } from '../../../formats/index.ts';
import type { RasterModel } from '../model.ts';
import { isShallow } from '../used-depth.ts';
import type { Facts, RasterFacts, Thumbnail } from '../../../contract/facts.ts';

export function rasterFacts(model: RasterModel, file: Pick<Facts, 'format' | 'sizeBytes' | 'reader'>): Facts {
  const { width, height, frames, hasIccProfile, hasExif, bitsPerChannel, profile, pixelsPerInch, pixelShape } = model;
  const isPaged = formatOf(file.format).many === 'pages';
  const sequence = frames === 1 ? 'single' : isPaged ? 'pages' : 'animation';
  const raster: RasterFacts = {
    width,
    height,
    frames,
    sequence,
    alpha: model.hasAlpha,
    bitsPerChannel,
    ...(sequence === 'animation' && { delaysMs: model.delaysMs, loops: model.loops }),
    hasIccProfile,
    ...(profile !== undefined && { profile }),
    ...(pixelsPerInch !== undefined && { pixelsPerInch }),
    ...(pixelShape !== undefined && { pixelShape }),
    ...(model.isCmyk && { inks: true }),
    ...(model.isCmyk && !hasIccProfile && { coloursAssumed: true }),
    hasExif,
  };
  return { ...file, depth: 'structure', features: featuresOf(file.format, raster, model.hasMetadata), raster };
}

function featuresOf(
  format: FormatId,
  { alpha, bitsPerChannel, sequence }: RasterFacts,
  hasMetadata: boolean,
): Feature[] {
  const features: Feature[] = ['look'];
  if (showsColour(formatOf(format))) features.push('colour');
  if (alpha) features.push('alpha');
  if (bitsPerChannel > 8) features.push('depth');
  if (sequence === 'animation') features.push('animation');
  if (sequence === 'pages') features.push('pages');
  if (hasMetadata) features.push('metadata');
  return features;
}

/** What is known once pixels are read: whether the bits of a channel are used. */
export function withUsedDepth(facts: Facts, file: Uint8Array): Facts {
  if (facts.raster?.bitsPerChannel !== 16 || !isShallow(file, facts.format)) return facts;
  const features = facts.features.filter((feature) => feature !== 'depth');
  return { ...facts, features, raster: { ...facts.raster, bitsPerChannel: 8, storedBits: 16 } };
}

/** Adds what was seen: only now is it known whether anything is transparent, and whether anything has a colour. */
export function withThumbnails(facts: Facts, thumbnails: readonly Thumbnail[]): Facts {
  const alpha = thumbnails.some((thumbnail) => thumbnail.alpha);
  const raster = { ...facts.raster!, alpha, thumbnails };
  const isGrey = thumbnails.length === raster.frames && !thumbnails.some(hasColour);
  const others = facts.features.filter((feature) => feature !== 'alpha' && !(isGrey && feature === 'colour'));
  return { ...facts, depth: 'content', features: alpha ? [...others, 'alpha'] : others, raster };
}

/** How far the channels of a grey image may be apart by the rounding of its colour space, of 255. */
const GREY_SPREAD = 3;

/** Whether anything in the image is not grey. */
export function hasColour({ rgb }: Thumbnail): boolean {
  for (let at = 0; at < rgb.length; at += 3) {
    const [red, green, blue] = [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > GREY_SPREAD) return true;
  }
  return false;
}
