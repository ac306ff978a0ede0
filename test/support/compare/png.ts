import { inflateSync } from 'node:zlib';

/** Eight bits a channel, four channels a pixel, row by row, alpha not multiplied in. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: number;
}

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Reads a PNG that is not interlaced (the W3C's specification, third edition): written for the tests alone, so that no
 * codec of the engine judges itself. Sixteen bits are cut to eight.
 */
export function readPng(file: Uint8Array): Pixels {
  const chunks = pngChunks(file);
  const header = headerOf(chunks.get('IHDR')![0]!);
  const rows = unfilter(inflateSync(Buffer.concat(chunks.get('IDAT')!)), header);
  const palette = chunks.get('PLTE')?.[0];
  const transparency = chunks.get('tRNS')?.[0];
  const { width, height } = header;
  const rgba = new Uint8Array(width * height * 4);
  const sample = sampler(rows, header);
  for (let at = 0; at < width * height; at++) {
    rgba.set(
      pixelOf(header, (channel) => sample(at, channel), palette, transparency),
      at * 4,
    );
  }
  return { width, height, rgba };
}

/** The size and depth of a PNG, from its header. */
export function pngHeader(file: Uint8Array): Header {
  return headerOf(pngChunks(file).get('IHDR')![0]!);
}

export function isInterlaced(file: Uint8Array): boolean {
  return pngChunks(file).get('IHDR')![0]![12] !== 0;
}

/** The contents of the chunks by their type, in the order of the file. */
export function pngChunks(bytes: Uint8Array): Map<string, Buffer[]> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = new Map<string, Buffer[]>();
  for (let at = 8; at + 12 <= file.length;) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    chunks.set(type, [...(chunks.get(type) ?? []), file.subarray(at + 8, at + 8 + length)]);
    at += 12 + length;
  }
  return chunks;
}

function headerOf(chunk: Buffer): Header {
  if (chunk[12] !== 0) throw new Error('The PNG is interlaced.');
  return { width: chunk.readUInt32BE(0), height: chunk.readUInt32BE(4), depth: chunk[8]!, colour: chunk[9]! };
}

function rowBytes({ width, depth, colour }: Header): number {
  return Math.ceil((width * depth * CHANNELS[colour]!) / 8);
}

function unfilter(data: Buffer, header: Header): Buffer {
  const stride = rowBytes(header);
  const step = Math.max(1, (header.depth * CHANNELS[header.colour]!) / 8);
  const rows = Buffer.alloc(stride * header.height);
  for (let y = 0; y < header.height; y++) {
    const filter = data[y * (stride + 1)]!;
    for (let x = 0; x < stride; x++) {
      const left = x >= step ? rows[y * stride + x - step]! : 0;
      const up = y > 0 ? rows[(y - 1) * stride + x]! : 0;
      const corner = x >= step && y > 0 ? rows[(y - 1) * stride + x - step]! : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!;
      rows[y * stride + x] = data[y * (stride + 1) + 1 + x]! + guess;
    }
  }
  return rows;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function sampler(rows: Buffer, header: Header): (pixel: number, channel: number) => number {
  const { width, depth, colour } = header;
  const channels = CHANNELS[colour]!;
  const stride = rowBytes(header);
  return (pixel, channel) => {
    const y = Math.floor(pixel / width);
    const index = (pixel % width) * channels + channel;
    if (depth === 16) return rows[y * stride + index * 2]!;
    if (depth === 8) return rows[y * stride + index]!;
    const shift = 8 - depth - ((index * depth) % 8);
    const value = (rows[y * stride + Math.floor((index * depth) / 8)]! >> shift) & ((1 << depth) - 1);
    return colour === 3 ? value : Math.round((value * 255) / ((1 << depth) - 1));
  };
}

function pixelOf(
  { colour }: Header,
  sample: (channel: number) => number,
  palette: Buffer | undefined,
  transparency: Buffer | undefined,
): [number, number, number, number] {
  if (colour === 3) {
    const entry = sample(0);
    const [r, g, b] = palette!.subarray(entry * 3, entry * 3 + 3);
    return [r!, g!, b!, transparency?.[entry] ?? 255];
  }
  if (colour === 0 || colour === 4) {
    const grey = sample(0);
    return [grey, grey, grey, colour === 4 ? sample(1) : 255];
  }
  return [sample(0), sample(1), sample(2), colour === 6 ? sample(3) : 255];
}
