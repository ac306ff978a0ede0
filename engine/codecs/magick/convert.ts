import type { Hop, RunContext } from '../../codec.ts';
import { formatOf } from '../../formats/index.ts';
import type { BytesArtifact } from '../../io/artifact.ts';
import { selectedPages } from '../../models/page-selection.ts';
import { isTruncatedRaster } from '../../models/raster-truncation.ts';
import { checkLimits } from '../../verify/limits.ts';
import { rasterFacts } from '../../verify/observe/raster-facts.ts';
import { truncatedInput } from './failure.ts';
import { readHeader, type ImageHeader } from './header.ts';
import { prepare } from './prepare.ts';
import { withPicture } from './read.ts';
import { writePicture } from './write.ts';

/** Converts one image file. Which pages or frames are taken, and into how many files, is the edge's promise. */
export function convertImage(
  { name, bytes }: Pick<BytesArtifact, 'name' | 'bytes'>,
  hop: Hop,
  context: RunContext,
): BytesArtifact[] {
  const header = readHeader(bytes, hop.from);
  checkLimits(rasterFacts(header, { format: hop.from, sizeBytes: bytes.byteLength, reader: 'magick' }), context.limits);
  if (isTruncatedRaster(bytes, hop.from)) throw truncatedInput();
  const frames = framesOf(header, hop, context);
  return frames.map((frame, index) => {
    context.signal.throwIfAborted();
    context.progress(index / frames.length);
    const written = withPicture({ bytes, format: hop.from, header }, frame, (image) => {
      prepare(image, header, hop, context);
      return writePicture(image, hop.to, hop.options);
    });
    return { name: outputName(name, hop, frames.length > 1 ? index + 1 : undefined), format: hop.to, bytes: written };
  });
}

/** The frames or pages that the edge takes, counted from 0. */
function framesOf({ frames }: ImageHeader, { edge, to, options }: Hop, context: RunContext): number[] {
  const selected = selectedPages(options.pages, frames);
  if (edge === 'each-page') return selected;
  if (frames > 1) {
    context.warn({ code: 'frames_dropped', message: `One of ${frames} frames was taken: ${to} holds no animation.` });
  }
  return selected.slice(0, 1);
}

function outputName(inputName: string, { to }: Hop, number: number | undefined): string {
  const dot = inputName.lastIndexOf('.');
  const stem = dot > 0 ? inputName.slice(0, dot) : inputName;
  const suffix = number === undefined ? '' : `-${number}`;
  return `${stem}${suffix}.${formatOf(to).extensions[0]}`;
}
