import { detectAnymap } from './anymap.ts';
import { detectAsf } from './asf.ts';
import type { BoundedReader } from './bounded-reader.ts';
import { detectCompressed } from './compressed.ts';
import { detectByFileType } from './file-type.ts';
import type { Detector, Finding } from './finding.ts';
import { detectIsoMedia } from './iso-media.ts';
import { detectJpeg } from './jpeg.ts';
import { detectMatroska } from './matroska.ts';
import { detectDts, detectMpeg } from './mpeg.ts';
import { detectOgg } from './ogg.ts';
import { detectOle } from './ole.ts';
import { PACKED_DATA } from './packed-data.ts';
import { detectPng } from './png.ts';
import { detectRealMedia } from './real-media.ts';
import { detectRiff } from './riff.ts';
import { detectSignature } from './signatures.ts';
import { PLAUSIBLE, STRUCTURED } from './structured.ts';
import { IMAGES, PLAUSIBLE_IMAGES } from './structured-images.ts';
import { detectTar } from './tar.ts';
import { detectText, isText } from './text.ts';
import { detectHeader } from './text/marked.ts';
import { detectTiff } from './tiff.ts';
import { detectAppendedZip, detectZip } from './zip.ts';

/**
 * Surest first: containers by what is in them, then text, then what has a signature of its own, then what is only
 * plausible. The order is part of the meaning: an image with a ZIP behind it is an image.
 */
const DETECTORS: readonly Detector[] = [
  detectZip,
  detectOle,
  detectPng,
  detectJpeg,
  detectIsoMedia,
  detectRealMedia,
  detectRiff,
  detectMatroska,
  detectOgg,
  detectAsf,
  detectTiff,
  detectTar,
  detectAnymap,
  detectText,
  detectCompressed,
  ...IMAGES,
  ...STRUCTURED,
  detectHeader,
  detectSignature,
  detectByFileType,
  detectMpeg,
  detectDts,
  detectAppendedZip,
  ...PLAUSIBLE,
  ...PLAUSIBLE_IMAGES,
  ...PACKED_DATA,
];

/** What the content alone says, within the reader's budget. */
export async function detectContent(reader: BoundedReader): Promise<Finding | undefined> {
  const found = await runDetectors(reader, DETECTORS);
  return found === 'text' ? undefined : found;
}

/** The same, but for text, which takes long to look into. */
export function detectContentUnlessText(reader: BoundedReader): Promise<Finding | 'text' | undefined> {
  return runDetectors(
    reader,
    DETECTORS.map((detector) => (detector === detectText ? isText : detector)),
  );
}

async function runDetectors(
  reader: BoundedReader,
  detectors: readonly (Detector | typeof isText)[],
): Promise<Finding | 'text' | undefined> {
  for (const detector of detectors) {
    const finding = await detector(reader);
    if (finding === 'text' || (finding && finding.confidence >= 0.5)) return finding;
  }
  return undefined;
}
