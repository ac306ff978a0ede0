import type { Hop, RunContext } from '../../contract/codec.ts';
import type { BytesArtifact } from '../../contract/artifact.ts';
import { framesOfSequence } from '../../content/raster/avif/sequence.ts';
import { selectedPages } from '../../content/pages/page-selection.ts';
import { requireSize } from '../../content/raster/quality-search.ts';
import { turnedSize } from '../../content/raster/size.ts';
import { isTruncatedRaster } from '../../content/raster/truncation.ts';
import { joinTiffPages } from '../../content/raster/tiff/pages.ts';
import { rasterFacts } from '../../content/raster/inspect/facts.ts';
import { checkLimits } from '../../contract/check-limits.ts';
import { writeAnimation } from './animation.ts';
import { truncatedImage } from '../../content/raster/failures.ts';
import { intField } from './fields.ts';
import { encodedImage, headerOf, loadImage, uprightSizeOf, type EncodedImage, type ImageHeader } from './load.ts';
import { requireMemoryFor } from './memory.ts';
import { NativeScope } from './native-scope.ts';
import { isBilevel, isTurned, shrinkFor, prepare } from './prepare.ts';
import { encode } from './save.ts';
import { hasMisreadPages, misreadPages } from './tiff-support.ts';
import { showDecoded } from './thumbnails.ts';
import type { StartedVips, VipsLibrary } from './start.ts';
import { outputNameOf } from '../../formats/output-name.ts';

/** Converts one image file. Which pages or frames are taken, and into how many files, is the edge's promise. */
export function convertImage(
  { vips, maxHeapBytes }: StartedVips,
  { name, bytes }: Pick<BytesArtifact, 'name' | 'bytes'>,
  hop: Hop,
  context: RunContext,
): BytesArtifact[] {
  using scope = new NativeScope();
  const image = openImage(vips, scope, bytes, hop, context);
  requireMemoryFor(image.header, hop, maxHeapBytes);
  return writeEdge(vips, image, hop, context).map((written, index, all) => ({
    name: outputNameOf(name, hop.to, all.length > 1 ? index + 1 : undefined),
    format: hop.to,
    bytes: written,
  }));
}

/** Joins image files, each of their pages as a page of one TIFF; `convertOne` is `convertImage`. */
export function joinImages(
  inputs: readonly BytesArtifact[],
  hop: Hop,
  convertOne: (input: BytesArtifact, hop: Hop) => BytesArtifact[],
): BytesArtifact {
  const pages = inputs.flatMap((input) => convertOne(input, { ...hop, from: input.format, edge: 'each-page' }));
  const bytes = requireSize(joinTiffPages(pages.map((page) => page.bytes)), hop.options.targetSize);
  return { name: outputNameOf(inputs[0]!.name, hop.to), format: hop.to, bytes };
}

interface OpenedImage {
  readonly encoded: EncodedImage;
  readonly header: ImageHeader;
}

/** Reads the header and refuses what is too large or cut off before anything is decoded. */
function openImage(
  vips: VipsLibrary,
  scope: NativeScope,
  bytes: Uint8Array,
  hop: Hop,
  context: RunContext,
): OpenedImage {
  const encoded = encodedImage(vips, scope, bytes, hop.from);
  const header = headerOf(vips, scope, encoded);
  checkLimits(rasterFacts(header, { format: hop.from, sizeBytes: bytes.byteLength, reader: 'vips' }), context.limits);
  if (isTruncatedRaster(bytes, hop.from)) throw truncatedImage();
  if (hop.from === 'tiff' && hasMisreadPages(bytes)) throw misreadPages();
  return { encoded, header };
}

function writeEdge(vips: VipsLibrary, image: OpenedImage, hop: Hop, context: RunContext): Uint8Array[] {
  const { frames } = image.header;
  const selected = selectedPages(hop.options.pages, frames);
  switch (hop.edge) {
    case 'still':
      warnOfSequence(image.encoded, hop, context);
      return [writePage(vips, image, 0, hop, context)];
    case 'first-frame':
      if (frames > 1) {
        const message = `One of ${frames} frames was taken: ${hop.to} holds no animation.`;
        context.warn({ code: 'frames_dropped', message });
      }
      return [writePage(vips, image, selected[0]!, hop, context)];
    case 'frames':
      return [writeAnimation(vips, image.encoded, image.header, selected, hop, context)];
    case 'pages':
      return [requireSize(joinTiffPages(writePages(vips, image, selected, hop, context)), hop.options.targetSize)];
    case 'each-page':
      return writePages(vips, image, selected, hop, context);
    default:
      throw new Error(`vips has no edge ${hop.edge}.`);
  }
}

/** The frames of an AVIF sequence depend on each other, and libheif decodes its still picture alone. */
function warnOfSequence({ bytes }: EncodedImage, { from }: Hop, context: RunContext): void {
  const frames = from === 'avif' ? framesOfSequence(bytes) : 0;
  if (frames <= 1) return;
  const message = `One of ${frames} frames was taken: animated AVIF is read as the picture that stands for it.`;
  context.warn({ code: 'frames_dropped', message });
}

function writePages(
  vips: VipsLibrary,
  image: OpenedImage,
  pages: readonly number[],
  hop: Hop,
  context: RunContext,
): Uint8Array[] {
  return pages.map((page, index) => {
    context.signal.throwIfAborted();
    context.progress(index / pages.length);
    return writePage(vips, image, page, hop, context);
  });
}

function writePage(
  vips: VipsLibrary,
  { encoded, header }: OpenedImage,
  page: number,
  hop: Hop,
  context: RunContext,
): Uint8Array {
  using scope = new NativeScope();
  const { rotate } = hop.options;
  const shrink = shrinkFor(turnedSize(header, rotate), hop);
  const streamed = loadImage(vips, scope, encoded, { page, shrink, sequential: true });
  const isUpright = intField(streamed, 'orientation', 1) === 1 && !isTurned(hop);
  // Turning needs all pixels at once.
  const image = isUpright ? streamed : loadImage(vips, scope, encoded, { page, shrink });
  const decoded = showDecoded(scope, image, header, shrink, context);
  const isPage = encoded.format === 'tiff';
  const original = turnedSize(isPage ? uprightSizeOf(image) : header, rotate);
  const ready = prepare(scope, decoded, hop, original, context);
  return encode(vips, ready, hop, context, { isBilevel: isBilevel(image, hop) });
}
