import type { CreateRunner, InspectRequest, RunContext } from '../../contract/codec.ts';
import { checkLimits, checkRaster } from '../../contract/check-limits.ts';
import type { Facts, Thumbnail } from '../../contract/facts.ts';
import type { Limits } from '../../contract/limits.ts';
import { declaredSize } from '../../content/raster/declared-size.ts';
import { damagedImage, truncatedImage } from '../../content/raster/failures.ts';
import { BoxShrink } from '../../content/raster/inspect/box-shrink.ts';
import { rasterFacts, withThumbnails } from '../../content/raster/inspect/facts.ts';
import { readPlainFile } from '../../content/raster/inspect/plain-file.ts';
import { preShrinkOf, sampledImages, thumbnailOf } from '../../content/raster/inspect/raster.ts';
import { PLAIN_RASTER } from '../../content/raster/model.ts';
import { UnknownKind, type PlainImage } from '../../content/raster/plain-image.ts';
import { isTruncatedRaster } from '../../content/raster/truncation.ts';
import { isTooLarge, isZlibError } from '../../io/compression.ts';
import { READERS } from './formats.ts';

const createRunner: CreateRunner = ({ limits }) => ({
  inspect(artifact, request, context) {
    const { format } = artifact;
    const bytes = context.bytes(artifact);
    if (format === 'png' || format === 'jpg') return inspectPlain(bytes, format, request, context);
    return inspectImage(bytes, format as keyof typeof READERS, request, limits);
  },
});

export default createRunner;

function inspectPlain(
  bytes: Uint8Array,
  format: 'png' | 'jpg',
  { effort }: InspectRequest,
  { limits, signal }: Pick<RunContext, 'limits' | 'signal'>,
): Facts {
  if (isTruncatedRaster(bytes, format)) throw truncatedImage();
  const file = { format, sizeBytes: bytes.byteLength, reader: 'image-reader' } as const;
  const plain = readPlainFile(bytes, format, signal);
  if (!plain) return { ...file, depth: 'signature', features: [], isUnread: true };
  const { model, image } = plain;
  const facts = rasterFacts(model, file);
  checkLimits(facts, limits);
  if (effort === 'probe') return facts;
  return withThumbnails(facts, [thumbnailOf(image, { frame: 0, imageWidth: model.width, imageHeight: model.height })]);
}

async function inspectImage(
  bytes: Uint8Array,
  format: keyof typeof READERS,
  { effort }: InspectRequest,
  limits: Limits,
): Promise<Facts> {
  const declared = declaredSize(bytes, format);
  if (declared) checkRaster(declared, limits);
  if (isTruncatedRaster(bytes, format)) throw truncatedImage();
  const file = { format, sizeBytes: bytes.byteLength, reader: 'image-reader' } as const;
  const images = await readImages(bytes, format);
  if (!images) return { ...file, depth: 'signature', features: [], isUnread: true };
  const [{ width, height, hasAlpha, bitsPerChannel }] = images as readonly [PlainImage, ...PlainImage[]];
  const model = { ...PLAIN_RASTER, width, height, hasAlpha, bitsPerChannel, frames: images.length };
  const facts = rasterFacts(model, file);
  if (effort === 'probe') return facts;
  checkLimits(facts, limits);
  return withThumbnails(
    facts,
    sampledImages(format, images.length, effort).map((frame) => shrinkImage(images[frame]!, frame)),
  );
}

/** Nothing where the file is of a kind that is not read here. */
async function readImages(bytes: Uint8Array, format: keyof typeof READERS): Promise<readonly PlainImage[] | undefined> {
  try {
    const images = await READERS[format](bytes);
    if (images.length > 0) return images;
  } catch (error) {
    if (error instanceof UnknownKind) return undefined;
    if (!(error instanceof RangeError) && !isZlibError(error) && !isTooLarge(error)) throw error;
    throw damagedImage({ cause: error });
  }
  throw damagedImage();
}

function shrinkImage(image: PlainImage, frame: number): Thumbnail {
  const size = { imageWidth: image.width, imageHeight: image.height };
  const factors = { factorX: preShrinkOf(image.width), factorY: preShrinkOf(image.height) };
  const box = new BoxShrink({ width: image.width, height: image.height, hasAlpha: image.hasAlpha, ...factors });
  box.add(image.data);
  return thumbnailOf(box.finish(), { frame, ...size });
}
