import { structuralSimilarity } from '../../support/compare/image-distance.ts';
import { bytesFrom, bytesOnceFrom } from '../native.ts';
import type { File } from './verdict.ts';

/** What is heard at this rate, in mono, tells one sound from another; telephones have no more. */
const RATE = 8000;
const SECONDS = 3;
/** Less is too short to tell. */
const LEAST_SECONDS = 0.15;
/** Seconds by which codecs delay a sound, or lead it. */
const MOST_LAG = 0.15;
/** Correlation of a sound with what codecs for speech, or of few kilobits, make of it; others come to a tenth. */
const LEAST_CORRELATION = 0.6;

const SIDE = { width: 64, height: 48 };
const IMAGE_BYTES = 3 * SIDE.width * SIDE.height;
/** Images a second: what is shown at a moment is shown until the next. */
const PACE = 25;
/** Frames of the same film, cut to a quarter of the colours, are above; neighbours of another film are not. */
const LEAST_SSIM = 0.55;

/** Streams without a header, which FFmpeg takes for others if they are short, or begin with what is no audio. */
const HEADERLESS: ReadonlySet<string> = new Set(['aac', 'ac3', 'eac3', 'dts', 'mp3']);

/** How FFmpeg is told to read a file. */
export function inputOf({ path, format }: File): string[] {
  return [...(HEADERLESS.has(format) ? ['-f', format] : []), '-i', path];
}

/** What is wrong with the first seconds of a sound, laid over those of its source. */
export async function faultOfSound(source: File, output: File): Promise<string | undefined> {
  const [before, after] = [await samplesOf(source, bytesOnceFrom), await samplesOf(output, bytesFrom)];
  const length = Math.min(before.length, after.length);
  if (length < LEAST_SECONDS * RATE || isSilent(before.subarray(0, length))) return undefined;
  const correlation = bestCorrelation(before.subarray(0, length), after.subarray(0, length));
  return correlation < LEAST_CORRELATION ? `sounds otherwise: a correlation of ${correlation.toFixed(2)}` : undefined;
}

/** The likeness of the images that two films show at the same times. */
export async function faultOfImages(source: File, output: File, seconds: number): Promise<string | undefined> {
  const middle = Math.round((seconds / 2) * PACE);
  const [before, after] = [await imagesOf(source, middle, bytesOnceFrom), await imagesOf(output, middle, bytesFrom)];
  let worst = 1;
  for (let at = 0; at < Math.min(before.byteLength, after.byteLength); at += IMAGE_BYTES) {
    const [expected, found] = [before, after].map((all) => all.subarray(at, at + IMAGE_BYTES));
    worst = Math.min(worst, structuralSimilarity(expected!, found!, SIDE.width, SIDE.height));
  }
  return worst < LEAST_SSIM ? `shows other pictures: a structural similarity of ${worst.toFixed(2)}` : undefined;
}

function bestCorrelation(a: Float32Array, b: Float32Array): number {
  const most = Math.min(Math.round(MOST_LAG * RATE), Math.floor(a.length / 2));
  let best = -1;
  for (let lag = -most; lag <= most; lag++) {
    best = Math.max(best, correlationOf(a.subarray(Math.max(0, lag)), b.subarray(Math.max(0, -lag))));
  }
  return best;
}

function isSilent(samples: Float32Array): boolean {
  return samples.every((sample) => Math.abs(sample) < 1e-3);
}

/** 1 for the same sound, however loud. */
function correlationOf(a: Float32Array, b: Float32Array): number {
  let [product, powerOfA, powerOfB] = [0, 0, 0];
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    product += a[at]! * b[at]!;
    powerOfA += a[at]! ** 2;
    powerOfB += b[at]! ** 2;
  }
  const power = Math.sqrt(powerOfA * powerOfB);
  return power === 0 ? 0 : product / power;
}

async function samplesOf(file: File, ask: typeof bytesFrom): Promise<Float32Array> {
  const decode = ['-map', '0:a:0', '-t', String(SECONDS), '-ac', '1', '-ar', String(RATE), '-f', 'f32le', '-'];
  const bytes = await ask('ffmpeg', '-v', 'error', ...inputOf(file), ...decode);
  return new Float32Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength - (bytes.byteLength % 4)),
  );
}

/** What is shown first and at a later frame of an even pace, as a viewer sees it, small. */
function imagesOf(file: File, later: number, ask: typeof bytesFrom): Promise<Uint8Array> {
  const { width, height } = SIDE;
  const filters = [
    `fps=${PACE}`,
    `select=eq(n\\,0)+eq(n\\,${later})`,
    'scale=iw*sar:ih',
    `scale=${width}:${height}:force_original_aspect_ratio=decrease`,
    `pad=${width}:${height}:-1:-1`,
  ].join(',');
  const output = ['-frames:v', '2', '-vsync', 'passthrough', '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-'];
  return ask('ffmpeg', '-v', 'error', ...inputOf(file), '-map', '0:v:0', '-vf', filters, ...output);
}
