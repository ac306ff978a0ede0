import type { Step, RunContext } from '../../contract/codec.ts';
import type { BytesArtifact } from '../../contract/artifact.ts';
import { framesOfSequence } from '../../content/raster/avif/sequence.ts';
import { selectedPages } from '../../content/pages/page-selection.ts';
import { requireSize } from '../../content/raster/quality-search.ts';
import { turnedSize } from '../../content/raster/size.ts';
import { isTruncatedRaster } from '../../content/raster/truncation.ts';
import { mergeTiffPages } from '../../content/raster/tiff/merge.ts';
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
  step: Step,
  context: RunContext,
): BytesArtifact[] {
  using scope = new NativeScope();
  const image = openImage(vips, scope, bytes, step, context);
  requireMemoryFor(image.header, step, maxHeapBytes);
  return writeEdge(vips, image, step, context).map((written, index, all) => ({
    name: outputNameOf(name, step.to, all.length > 1 ? index + 1 : undefined),
    format: step.to,
    bytes: written,
  }));
}

/** Joins image files, each of their pages as a page of one TIFF; `convertOne` is `convertImage`. */
export function mergeImages(
  inputs: readonly BytesArtifact[],
  step: Step,
  convertOne: (input: BytesArtifact, step: Step) => BytesArtifact[],
): BytesArtifact {
  const pages = inputs.flatMap((input) => convertOne(input, { ...step, from: input.format, edge: 'each-page' }));
  const bytes = requireSize(mergeTiffPages(pages.map((page) => page.bytes)), step.options.targetSize);
  return { name: outputNameOf(inputs[0]!.name, step.to), format: step.to, bytes };
}

interface OpenedImage {
  readonly encoded: EncodedImage;
  readonly header: ImageHeader;
}

/** Reads the header and refuses what is too large or truncated before anything is decoded. */
function openImage(
  vips: VipsLibrary,
  scope: NativeScope,
  bytes: Uint8Array,
  step: Step,
  context: RunContext,
): OpenedImage {
  const encoded = encodedImage(vips, scope, bytes, step.from);
  const header = headerOf(vips, scope, encoded);
  checkLimits(rasterFacts(header, { format: step.from, sizeBytes: bytes.byteLength, reader: 'vips' }), context.limits);
  if (isTruncatedRaster(bytes, step.from)) throw truncatedImage();
  if (step.from === 'tiff' && hasMisreadPages(bytes)) throw misreadPages();
  return { encoded, header };
}

function writeEdge(vips: VipsLibrary, image: OpenedImage, step: Step, context: RunContext): Uint8Array[] {
  const { frames } = image.header;
  const selected = selectedPages(step.options.pages, frames);
  switch (step.edge) {
    case 'still':
      warnOfSequence(image.encoded, step, context);
      return [writePage(vips, image, 0, step, context)];
    case 'first-frame':
      if (frames > 1) {
        const message = `One of ${frames} frames was taken: ${step.to} holds no animation.`;
        context.warn({ code: 'frames_dropped', message });
      }
      return [writePage(vips, image, selected[0]!, step, context)];
    case 'frames':
      return [writeAnimation(vips, image.encoded, image.header, selected, step, context)];
    case 'pages':
      return [requireSize(mergeTiffPages(writePages(vips, image, selected, step, context)), step.options.targetSize)];
    case 'each-page':
      return writePages(vips, image, selected, step, context);
    default:
      throw new Error(`vips has no edge ${step.edge}.`);
  }
}

/** The frames of an AVIF sequence depend on each other, and libheif decodes its still image alone. */
function warnOfSequence({ bytes }: EncodedImage, { from }: Step, context: RunContext): void {
  const frames = from === 'avif' ? framesOfSequence(bytes) : 0;
  if (frames <= 1) return;
  const message = `One of ${frames} frames was taken: animated AVIF is read as the image that stands for it.`;
  context.warn({ code: 'frames_dropped', message });
}

function writePages(
  vips: VipsLibrary,
  image: OpenedImage,
  pages: readonly number[],
  step: Step,
  context: RunContext,
): Uint8Array[] {
  return pages.map((page, index) => {
    context.signal.throwIfAborted();
    context.progress(index / pages.length);
    return writePage(vips, image, page, step, context);
  });
}

function writePage(
  vips: VipsLibrary,
  { encoded, header }: OpenedImage,
  page: number,
  step: Step,
  context: RunContext,
): Uint8Array {
  using scope = new NativeScope();
  const { rotate } = step.options;
  const shrink = shrinkFor(turnedSize(header, rotate), step);
  const streamed = loadImage(vips, scope, encoded, { page, shrink, sequential: true });
  const isUpright = intField(streamed, 'orientation', 1) === 1 && !isTurned(step);
  // Turning needs all pixels at once.
  const image = isUpright ? streamed : loadImage(vips, scope, encoded, { page, shrink });
  const decoded = showDecoded(scope, image, header, shrink, context);
  const isPage = encoded.format === 'tiff';
  const original = turnedSize(isPage ? uprightSizeOf(image) : header, rotate);
  const ready = prepare(scope, decoded, step, original, context);
  return encode(vips, ready, step, context, { isBilevel: isBilevel(image, step) });
}
