import { structuralSimilarity } from '../../support/compare/picture-distance.ts';
import { signalToNoise } from '../../support/compare/sound-distance.ts';
import { bytesFrom } from '../native.ts';

/** What is heard at this rate, in mono, tells one sound from another; telephones have no more. */
const RATE = 8000;
const SECONDS = 3;
/**
 * Decibels of a sound against what codecs for speech, or of a hundred kilobits a second, make of it; other sounds and
 * noise come to none.
 */
const LEAST_SNR = 3;

const SIDE = { width: 64, height: 48 };
/** Frames of the same film, cut to a quarter of the colours, are above; neighbours of another film are not. */
const LEAST_SSIM = 0.55;

/** The signal-to-noise ratio of the first seconds of two sounds, and what is wrong with it. */
export async function faultOfSound(source: string, output: string): Promise<string | undefined> {
  const [before, after] = [await samplesOf(source), await samplesOf(output)];
  const length = Math.min(before.length, after.length);
  if (length < RATE / 20) return undefined;
  const snr = signalToNoise(levelled(before.subarray(0, length)), levelled(after.subarray(0, length)), 1, RATE);
  return snr < LEAST_SNR ? `sounds otherwise: ${snr.toFixed(1)} dB of signal to noise` : undefined;
}

/** The likeness of the pictures that two films show at the same times. */
export async function faultOfPictures(source: string, output: string, seconds: number): Promise<string | undefined> {
  let worst = 1;
  for (const share of [0, 0.5]) {
    const at = seconds * share;
    const [before, after] = [await pictureOf(source, at), await pictureOf(output, at)];
    if (before.byteLength === 0 || before.byteLength !== after.byteLength) continue;
    worst = Math.min(worst, structuralSimilarity(before, after, SIDE.width, SIDE.height));
  }
  return worst < LEAST_SSIM ? `shows other pictures: a structural similarity of ${worst.toFixed(2)}` : undefined;
}

/** Encoders may raise or lower all of a sound. */
function levelled(samples: Float32Array): Float32Array {
  const power = Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);
  return power === 0 ? samples : samples.map((sample) => sample / power);
}

async function samplesOf(path: string): Promise<Float32Array> {
  const decode = ['-map', '0:a:0', '-t', String(SECONDS), '-ac', '1', '-ar', String(RATE), '-f', 'f32le', '-'];
  const bytes = await bytesFrom('ffmpeg', '-v', 'error', '-i', path, ...decode);
  return new Float32Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength - (bytes.byteLength % 4)),
  );
}

/** What is shown at a time, as a viewer sees it, small. */
async function pictureOf(path: string, seconds: number): Promise<Uint8Array> {
  const filters = `select=gte(t\\,${seconds}),scale=iw*sar:ih,scale=${SIDE.width}:${SIDE.height}:force_original_aspect_ratio=decrease,pad=${SIDE.width}:${SIDE.height}:-1:-1`;
  return bytesFrom(
    'ffmpeg',
    '-v',
    'error',
    '-i',
    path,
    '-map',
    '0:v:0',
    '-vf',
    filters,
    '-frames:v',
    '1',
    '-pix_fmt',
    'rgb24',
    '-f',
    'rawvideo',
    '-',
  );
}
