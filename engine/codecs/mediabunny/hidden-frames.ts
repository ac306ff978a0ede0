import type { AudioCodec, SubtitleCodec, VideoCodec } from 'mediabunny';

/**
 * Tells by the data of a packet whether a frame is shown: encoders of VP8 and VP9 write frames from which others are
 * made and which are never shown, often in packets of their own. Undefined for codecs that have none.
 */
export function shownBy(codec: VideoCodec | AudioCodec | SubtitleCodec | null): IsShown | undefined {
  return codec === 'vp8' ? isShownVp8 : codec === 'vp9' ? isShownVp9 : undefined;
}

type IsShown = (packet: Uint8Array) => boolean;

/** RFC 6386, section 9.1. An empty packet shows the frame before once more. */
function isShownVp8([first = 0x10]: Uint8Array): boolean {
  return (first & 0x10) !== 0;
}

/**
 * VP9 Bitstream Specification, 6.2 and Annex B. Of the frames in one packet, which end with an index, the last is shown;
 * of one by itself, its first byte says it: marker, profile (three bits where it is 3), old frame, kind, shown.
 */
function isShownVp9(packet: Uint8Array): boolean {
  const [first, last] = [packet[0], packet.at(-1)];
  if (first === undefined || last === undefined || (last & 0xe0) === 0xc0) return true;
  const isProfile3 = (first & 0x30) === 0x30;
  const [old, shown] = isProfile3 ? [0x04, 0x01] : [0x08, 0x02];
  return (first & (old | shown)) !== 0;
}
