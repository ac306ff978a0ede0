import { concatBytes } from '../../../io/bytes.ts';
import { readJpegHeader } from './header.ts';
import { blocksAlong, emptyComponent, largestFactors, type JpegComponent } from './coefficients.ts';
import { coefficientsOf, samplesOf } from './cosines.ts';
import { readCoefficients, type ReadJpegOptions } from './read-coefficients.ts';
import { MARKER, readSegments } from './segments.ts';
import { sequentialCoding } from './write-coefficients.ts';
import { BLOCK, PLACE_OF_ZIGZAG } from './zigzag.ts';

/** Divisors at quality 50, row by row (ITU-T T.81, tables K.1 and K.2). */
const LUMINANCE =
  '16 11 10 16 24 40 51 61 12 12 14 19 26 58 60 55 14 13 16 24 40 57 69 56 14 17 22 29 51 87 80 62 18 22 37 56 68 109 103 77 24 35 55 64 81 104 113 92 49 64 78 87 103 121 120 101 72 92 95 98 112 100 103 99';
const CHROMINANCE =
  '17 18 24 47 99 99 99 99 18 21 26 66 99 99 99 99 24 26 56 99 99 99 99 99 47 66 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99';

/** Divisors in the order of the zigzag, scaled by the usual quality from 1 to 100. */
function quantisationOf(kind: 'luminance' | 'chrominance', quality: number): Uint16Array {
  const rows = (kind === 'luminance' ? LUMINANCE : CHROMINANCE).split(' ').map(Number);
  const scale = quality < 50 ? 5000 / quality : 200 - quality * 2;
  return Uint16Array.from({ length: BLOCK }, (_, index) => {
    const divisor = Math.floor((rows[PLACE_OF_ZIGZAG[index]!]! * scale + 50) / 100);
    return Math.min(255, Math.max(1, divisor));
  });
}

/*
 * MozJPEG (`@jsquash/jpeg` 1.6) decodes five times as fast, and its files are a sixth smaller. But it decodes truncated
 * files to the end without an error, where an image must stay as it is, and exits with its instance at damaged ones.
 */

/** Samples of 8 bits, row by row: one a pixel for grey, three for red, green and blue. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly data: Uint8Array;
}

const SIDE = 8;
/** From this quality on colours are kept in full, below at half the width and height. */
const FULL_COLOUR_QUALITY = 90;

/** Decodes a grey or colour JPEG; nothing for one with other components. Throws what `readCoefficients` throws. */
export function decodeJpeg(bytes: Uint8Array, options: ReadJpegOptions): Pixels | undefined {
  const { components, adobeTransform, isNamedRgb } = readJpegHeader(bytes);
  if (components !== 1 && components !== 3) return undefined;
  const { width, height, components: coded } = readCoefficients(readSegments(bytes).segments, options);
  const largest = largestFactors(coded);
  const planes = coded.map((component) => ({
    samples: planeOf(component, options.signal),
    rows: placesAlong(height, component.v / largest.v, component.blocksWide * SIDE),
    columns: placesAlong(width, component.h / largest.h, 1),
  }));
  const data = new Uint8ClampedArray(width * height * components);
  const hasLuma = components === 3 && adobeTransform !== 0 && !isNamedRgb;
  for (let y = 0, to = 0; y < height; y++, to += width * components) {
    if (hasLuma) writeRgbRow(planes, y, data, to);
    else for (const [channel, plane] of planes.entries()) writeRow(plane, y, data, to + channel, components);
  }
  return { width, height, channels: components, data: new Uint8Array(data.buffer) };
}

interface Plane {
  readonly samples: Uint8ClampedArray;
  /** Where the sample of a pixel is: the place of its row and that of its column together. */
  readonly rows: Int32Array;
  readonly columns: Int32Array;
}

function placesAlong(length: number, share: number, step: number): Int32Array {
  return Int32Array.from({ length }, (_, index) => Math.floor(index * share) * step);
}

function writeRow(
  { samples, rows, columns }: Plane,
  y: number,
  data: Uint8ClampedArray,
  to: number,
  step: number,
): void {
  const row = rows[y]!;
  for (let x = 0, at = to; x < columns.length; x++, at += step) data[at] = samples[row + columns[x]!]!;
}

/** JFIF 1.02, conversion to and from RGB. */
function writeRgbRow([luma, blue, red]: readonly Plane[], y: number, data: Uint8ClampedArray, to: number): void {
  const { samples: lumas, columns: lumaColumns } = luma!;
  const { samples: blues, columns: blueColumns } = blue!;
  const { samples: reds, columns: redColumns } = red!;
  const [lumaRow, blueRow, redRow] = [luma!.rows[y]!, blue!.rows[y]!, red!.rows[y]!];
  for (let x = 0, at = to; x < lumaColumns.length; x++, at += 3) {
    const grey = lumas[lumaRow + lumaColumns[x]!]!;
    const towardsBlue = blues[blueRow + blueColumns[x]!]! - 128;
    const towardsRed = reds[redRow + redColumns[x]!]! - 128;
    data[at] = grey + 1.402 * towardsRed;
    data[at + 1] = grey - 0.344_136 * towardsBlue - 0.714_136 * towardsRed;
    data[at + 2] = grey + 1.772 * towardsBlue;
  }
}

function planeOf(component: JpegComponent, signal: AbortSignal): Uint8ClampedArray {
  const { blocksWide, blocksHigh, coefficients, quantisation } = component;
  const stride = blocksWide * SIDE;
  const plane = new Uint8ClampedArray(stride * blocksHigh * SIDE);
  for (let row = 0; row < blocksHigh; row++) {
    signal.throwIfAborted();
    for (let column = 0; column < blocksWide; column++) {
      const at = (row * blocksWide + column) * BLOCK;
      samplesOf(coefficients, at, quantisation, plane, row * SIDE * stride + column * SIDE, stride);
    }
  }
  return plane;
}

/** Writes a sequential JPEG of quality 1 to 100. */
export function encodeJpeg(pixels: Pixels, quality: number, signal: AbortSignal): Uint8Array {
  const { width, height, channels } = pixels;
  const factor = channels === 3 && quality < FULL_COLOUR_QUALITY ? 2 : 1;
  const components = Array.from({ length: channels }, (_, channel) =>
    encodedComponent(pixels, channel, { factor, quality, signal }),
  );
  const segments = sequentialCoding({ width, height, components }, signal).write();
  return concatBytes([Uint8Array.of(0xff, MARKER.startOfImage), ...segments, Uint8Array.of(0xff, MARKER.endOfImage)]);
}

interface Encoding {
  /** Pixels along a side that share their colour. */
  readonly factor: number;
  readonly quality: number;
  readonly signal: AbortSignal;
}

function encodedComponent(pixels: Pixels, channel: number, { factor, quality, signal }: Encoding): JpegComponent {
  const own = channel === 0 ? factor : 1;
  const step = factor / own;
  const quantisation = quantisationOf(channel === 0 ? 'luminance' : 'chrominance', quality);
  const component = emptyComponent({
    id: channel + 1,
    h: own,
    v: own,
    blocksWide: blocksAlong(pixels.width, own, factor),
    blocksHigh: blocksAlong(pixels.height, own, factor),
    quantisation,
  });
  const samples = new Float32Array(BLOCK);
  for (let row = 0; row < component.blocksHigh; row++) {
    signal.throwIfAborted();
    for (let column = 0; column < component.blocksWide; column++) {
      for (let index = 0; index < BLOCK; index++) {
        const x = (column * SIDE + (index % SIDE)) * step;
        const y = (row * SIDE + (index >> 3)) * step;
        samples[index] = averageOf(pixels, channel, x, y, step);
      }
      const block = row * component.blocksWide + column;
      const [low, high] = coefficientsOf(samples, quantisation, component.coefficients, block * BLOCK);
      component.nonzero[block * 2] = low;
      component.nonzero[block * 2 + 1] = high;
    }
  }
  return component;
}

/** Weights of red, green and blue for luma and both differences of colour. */
const WEIGHTS = [
  [0.299, 0.587, 0.114, 0],
  [-0.168_736, -0.331_264, 0.5, 128],
  [0.5, -0.418_688, -0.081_312, 128],
] as const;

/** The mean of `step` × `step` pixels of one component; beyond the image its edge goes on. */
function averageOf(
  { width, height, channels, data }: Pixels,
  channel: number,
  x: number,
  y: number,
  step: number,
): number {
  const [red, green, blue, offset] = WEIGHTS[channel]!;
  let sum = 0;
  for (let down = 0; down < step; down++) {
    const row = Math.min(y + down, height - 1) * width;
    for (let right = 0; right < step; right++) {
      const at = (row + Math.min(x + right, width - 1)) * channels;
      sum += channels === 1 ? data[at]! : red * data[at]! + green * data[at + 1]! + blue * data[at + 2]! + offset;
    }
  }
  return sum / (step * step);
}

/** A smaller image: each pixel is the mean of those that it stands for. */
export function shrinkPixels(pixels: Pixels, width: number, height: number): Pixels {
  const { channels, data } = pixels;
  const result = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y++) {
    const top = Math.floor((y * pixels.height) / height);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * pixels.height) / height));
    for (let x = 0; x < width; x++) {
      const left = Math.floor((x * pixels.width) / width);
      const right = Math.max(left + 1, Math.floor(((x + 1) * pixels.width) / width));
      for (let channel = 0; channel < channels; channel++) {
        let sum = 0;
        for (let row = top; row < bottom; row++)
          for (let column = left; column < right; column++)
            sum += data[(row * pixels.width + column) * channels + channel]!;
        result[(y * width + x) * channels + channel] = Math.round(sum / ((bottom - top) * (right - left)));
      }
    }
  }
  return { width, height, channels, data: result };
}
