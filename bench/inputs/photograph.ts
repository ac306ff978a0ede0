import { crc32, deflateSync } from 'node:zlib';
import { seededRandom } from './random.ts';

const CHANNELS = 3;
/** Cells of the coarsest pattern along the width; every octave doubles them and weakens them to `persistence`. */
interface Noise {
  readonly cells: number;
  readonly octaves: number;
  readonly persistence: number;
}

/** Large areas, whose levels are rounded so that they end in hard edges. */
const AREAS: Noise = { cells: 4, octaves: 3, persistence: 0.5 };
const LEVELS = 7;
/** Texture down to single pixels. */
const TEXTURE: Noise = { cells: 16, octaves: 6, persistence: 0.7 };
const TEXTURE_SHARE = 0.35;
const SENSOR_NOISE = 4;
/** Up to this width the octaves of the texture reach single pixels; each doubling takes one more. */
const TEXTURED_WIDTH = 1200;

/**
 * An RGB image with the statistics of a photograph: areas with hard edges, texture at every scale and a little sensor
 * noise. Flat test cards would flatter every encoder.
 */
export function photographPixels(width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height * CHANNELS);
  const size = { width, height };
  const octaves = TEXTURE.octaves + Math.max(0, Math.round(Math.log2(width / TEXTURED_WIDTH)));
  const texture = valueNoise(size, { ...TEXTURE, octaves }, 17);
  const sensor = seededRandom(7);
  for (let channel = 0; channel < CHANNELS; channel++) {
    const areas = valueNoise(size, AREAS, channel + 1);
    for (let index = 0; index < areas.length; index++) {
      const level = Math.round(areas[index]! * LEVELS) / LEVELS;
      const light = (1 - TEXTURE_SHARE) * level + TEXTURE_SHARE * texture[index]!;
      pixels[index * CHANNELS + channel] = clampByte(255 * light + SENSOR_NOISE * (sensor() - 0.5));
    }
  }
  return pixels;
}

function clampByte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Octaves of smoothly interpolated random values around 0.5, row by row. */
function valueNoise(size: Size, { cells, octaves, persistence }: Noise, seed: number): Float32Array {
  const sum = new Float32Array(size.width * size.height).fill(0.5);
  const random = seededRandom(seed);
  for (let octave = 0, strength = 0.6; octave < octaves; octave++, strength *= persistence) {
    const columns = cells * 2 ** octave;
    const lattice = Float32Array.from({ length: (columns + 2) * (columns + 2) }, () => random() - 0.5);
    addOctave(sum, size, lattice, columns, strength);
  }
  return sum;
}

function addOctave(
  sum: Float32Array,
  { width, height }: Size,
  lattice: Float32Array,
  columns: number,
  strength: number,
): void {
  const stride = columns + 2;
  for (let y = 0; y < height; y++) {
    const v = (y / height) * columns;
    const row = Math.floor(v);
    const fy = smooth(v - row);
    for (let x = 0; x < width; x++) {
      const u = (x / width) * columns;
      const column = Math.floor(u);
      const fx = smooth(u - column);
      const at = row * stride + column;
      const top = lattice[at]! + (lattice[at + 1]! - lattice[at]!) * fx;
      const bottom = lattice[at + stride]! + (lattice[at + stride + 1]! - lattice[at + stride]!) * fx;
      sum[y * width + x]! += strength * (top + (bottom - top) * fy);
    }
  }
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t);
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The colour types of PNG, by the channels that they have. */
const COLOUR_TYPES = { 3: 2, 4: 6 } as const;

/** A PNG of 8-bit RGB or RGBA pixels, by the specification's simplest means: no row filter, one IDAT chunk. */
export function encodePng(pixels: Uint8Array, width: number, height: number, channels: 3 | 4 = 3): Uint8Array {
  const rowBytes = width * channels;
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, COLOUR_TYPES[channels], 0, 0, 0], 8); // 8 bits, deflate, adaptive filters, not interlaced
  return Buffer.concat([
    Buffer.from(PNG_SIGNATURE),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 6 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.byteLength, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
