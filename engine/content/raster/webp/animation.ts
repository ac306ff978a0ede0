import { latin1Bytes, viewOf } from '../../../io/bytes.ts';
import type { RasterFrame } from '../model.ts';

/** A frame of an animated WebP. */
export interface WebpFrame extends RasterFrame {
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
  const file = viewOf(bytes);
  const VP8X = 0x56503858;
  const isExtended = file.byteLength > 20 && file.getUint32(RIFF_HEADER_BYTES) === VP8X;
  const flags = isExtended ? file.getUint8(RIFF_HEADER_BYTES + CHUNK_HEADER_BYTES) : 0;
  return { hasIccProfile: (flags & 0x20) !== 0, hasExif: (flags & 0x08) !== 0, hasXmp: (flags & 0x04) !== 0 };
}

/** The frames of an animated WebP. https://developers.google.com/speed/webp/docs/riff_container#animation */
export function readWebpFrames(bytes: Uint8Array): WebpFrame[] {
  const file = viewOf(bytes);
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
        afterwards: (flags & 1) !== 0 ? 'clear' : 'keep',
        chunks: bytes.subarray(at + CHUNK_HEADER_BYTES + ANMF_HEADER_BYTES, at + CHUNK_HEADER_BYTES + size),
      });
    }
    at += CHUNK_HEADER_BYTES + size + (size & 1);
  }
  return frames;
}

/** A WebP file of this frame alone, for decoders that draw animations in their own way. */
export function stillOfFrame({ width, height, chunks }: WebpFrame): Uint8Array<ArrayBuffer> {
  const hasAlphaChunk = viewOf(chunks).getUint32(0) === ALPH;
  const extended = hasAlphaChunk ? extendedHeader(width, height) : new Uint8Array();
  const still = new Uint8Array(RIFF_HEADER_BYTES + extended.byteLength + chunks.byteLength);
  still.set(latin1Bytes('RIFF    WEBP'));
  viewOf(still).setUint32(4, still.byteLength - CHUNK_HEADER_BYTES, true);
  still.set(extended, RIFF_HEADER_BYTES);
  still.set(chunks, RIFF_HEADER_BYTES + extended.byteLength);
  return still;
}

/** The chunk VP8X: without it the alpha of a lossy image is not looked for. */
function extendedHeader(width: number, height: number): Uint8Array {
  const HAS_ALPHA = 0x10;
  const header = new Uint8Array(CHUNK_HEADER_BYTES + 10);
  header.set(latin1Bytes('VP8X'));
  const view = viewOf(header);
  view.setUint32(4, 10, true);
  view.setUint8(8, HAS_ALPHA);
  for (const [at, side] of [[12, width - 1] as const, [15, height - 1] as const]) {
    view.setUint16(at, side & 0xffff, true);
    view.setUint8(at + 2, side >> 16);
  }
  return header;
}
