import type { RgbaPicture } from '../verify/observe/raster.ts';

/** Where a frame of an animated WebP is drawn, and how. */
export interface WebpFrame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Drawn over what is there, by its alpha; otherwise it takes its place. */
  readonly isBlended: boolean;
  /** After its time its rectangle becomes transparent. */
  readonly isCleared: boolean;
  /** The chunks that hold its pixels. */
  readonly chunks: Uint8Array;
}

const ANMF = 0x414e4d46;
const ALPH = 0x414c5048;
const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const ANMF_HEADER_BYTES = 16;

/** What the header of an extended WebP says that the file holds besides pixels; the simple kinds hold nothing. */
export interface WebpContents {
  readonly hasIccProfile: boolean;
  readonly hasExif: boolean;
  readonly hasXmp: boolean;
}

export function readWebpContents(bytes: Uint8Array): WebpContents {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const VP8X = 0x56503858;
  const isExtended = file.byteLength > 20 && file.getUint32(RIFF_HEADER_BYTES) === VP8X;
  const flags = isExtended ? file.getUint8(RIFF_HEADER_BYTES + CHUNK_HEADER_BYTES) : 0;
  return { hasIccProfile: (flags & 0x20) !== 0, hasExif: (flags & 0x08) !== 0, hasXmp: (flags & 0x04) !== 0 };
}

/** The frames of an animated WebP. https://developers.google.com/speed/webp/docs/riff_container#animation */
export function readWebpFrames(bytes: Uint8Array): WebpFrame[] {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const uint24 = (at: number): number => file.getUint16(at, true) | (file.getUint8(at + 2) << 16);
  const frames: WebpFrame[] = [];
  for (let at = RIFF_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= file.byteLength;) {
    const size = file.getUint32(at + 4, true);
    if (file.getUint32(at) === ANMF) {
      const flags = file.getUint8(at + 23);
      frames.push({
        x: uint24(at + 8) * 2,
        y: uint24(at + 11) * 2,
        width: uint24(at + 14) + 1,
        height: uint24(at + 17) + 1,
        isBlended: (flags & 2) === 0,
        isCleared: (flags & 1) !== 0,
        chunks: bytes.subarray(at + CHUNK_HEADER_BYTES + ANMF_HEADER_BYTES, at + CHUNK_HEADER_BYTES + size),
      });
    }
    at += CHUNK_HEADER_BYTES + size + (size & 1);
  }
  return frames;
}

/** A WebP file of this frame alone, for decoders that draw animations in their own way. */
export function stillOfFrame({ width, height, chunks }: WebpFrame): Uint8Array<ArrayBuffer> {
  const hasAlphaChunk = new DataView(chunks.buffer, chunks.byteOffset, chunks.byteLength).getUint32(0) === ALPH;
  const extended = hasAlphaChunk ? extendedHeader(width, height) : new Uint8Array();
  const still = new Uint8Array(RIFF_HEADER_BYTES + extended.byteLength + chunks.byteLength);
  still.set(Buffer.from('RIFF    WEBP', 'latin1'));
  new DataView(still.buffer).setUint32(4, still.byteLength - CHUNK_HEADER_BYTES, true);
  still.set(extended, RIFF_HEADER_BYTES);
  still.set(chunks, RIFF_HEADER_BYTES + extended.byteLength);
  return still;
}

/** The chunk VP8X: without it the alpha of a lossy picture is not looked for. */
function extendedHeader(width: number, height: number): Uint8Array {
  const HAS_ALPHA = 0x10;
  const header = new Uint8Array(CHUNK_HEADER_BYTES + 10);
  header.set(Buffer.from('VP8X', 'latin1'));
  const view = new DataView(header.buffer);
  view.setUint32(4, 10, true);
  view.setUint8(8, HAS_ALPHA);
  for (const [at, side] of [[12, width - 1] as const, [15, height - 1] as const]) {
    view.setUint16(at, side & 0xffff, true);
    view.setUint8(at + 2, side >> 16);
  }
  return header;
}

/** Draws the frames of an animation one after the other, as a viewer does: `picture` is what is to be seen. */
export class AnimationCanvas {
  readonly picture: RgbaPicture;
  #toClear: WebpFrame | undefined;

  constructor(width: number, height: number) {
    this.picture = { width, height, data: new Uint8Array(width * height * 4) };
  }

  /** `pixels` holds the frame alone, 4 bytes a pixel. */
  draw(frame: WebpFrame, pixels: Uint8Array): void {
    if (this.#toClear) this.#clear(this.#toClear);
    this.#toClear = frame.isCleared ? frame : undefined;
    const { width, data } = this.picture;
    for (let y = 0; y < frame.height; y++) {
      const from = y * frame.width * 4;
      const to = ((frame.y + y) * width + frame.x) * 4;
      if (frame.isBlended) blendRow(data, to, pixels.subarray(from, from + frame.width * 4));
      else data.set(pixels.subarray(from, from + frame.width * 4), to);
    }
  }

  #clear({ x, y, width, height }: WebpFrame): void {
    for (let row = y; row < y + height; row++) {
      const at = (row * this.picture.width + x) * 4;
      this.picture.data.fill(0, at, at + width * 4);
    }
  }
}

/** Porter and Duff's "over" with straight alpha. */
function blendRow(target: Uint8Array, start: number, row: Uint8Array): void {
  for (let at = 0; at < row.length; at += 4) {
    const to = start + at;
    const alpha = row[at + 3]!;
    if (alpha === 0) continue;
    const below = alpha === 255 ? 0 : (target[to + 3]! * (255 - alpha)) / 255;
    const total = alpha + below;
    for (let channel = 0; channel < 3; channel++) {
      target[to + channel] = (row[at + channel]! * alpha + target[to + channel]! * below) / total;
    }
    target[to + 3] = total;
  }
}
