import type { BoundedReader } from './bounded-reader.ts';
import { hasMarker, u16be, u16le, u32be, u8 } from './byte-fields.ts';
import type { FormatId } from '../index.ts';
import { found, type Detector, type Finding } from './finding.ts';

const TRANSPORT_SYNC = 0x47;
/** One packet too few to be chance: 256⁻⁵. */
const TRANSPORT_PACKETS = 5;
const FRAMES_WANTED = 3;
/** Streams cut out of a broadcast begin with the rest of a frame. */
const MAX_JUNK_BYTES = 4096;
const AUDIO_BYTES = 16 * 1024;

/** Bit rates in kbit/s by index: MPEG-1 layers I to III, then MPEG-2 layer I and layers II and III. */
const BIT_RATES = [
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const SAMPLE_RATES = [44_100, 48_000, 32_000] as const;
/** Kbit/s of AC-3 by half its size code (ETSI TS 102 366 table 4.13). */
const AC3_BIT_RATES = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640] as const;
const AC3_SAMPLE_RATES = [48_000, 44_100, 32_000] as const;

interface Frame {
  readonly format: FormatId;
  readonly bytes: number;
}

/** MPEG transport and program streams, video streams, and audio that is nothing but frames. */
export const detectMpeg: Detector = async (reader) =>
  transportStream(reader.head) ?? programStream(reader.head) ?? audio(reader);

function transportStream(head: Uint8Array): Finding | undefined {
  if (hasPackets(head, 0, 188)) return found('ts', 0.95, ['m2ts']);
  // Blu-ray puts four bytes of arrival time before each packet.
  if (hasPackets(head, 4, 192)) return found('m2ts', 0.95, ['ts']);
  return undefined;
}

function hasPackets(head: Uint8Array, first: number, packetBytes: number): boolean {
  const packets = Math.min(TRANSPORT_PACKETS, Math.floor((head.byteLength - first) / packetBytes));
  if (packets < 2) return false;
  for (let index = 0; index < packets; index++)
    if (u8(head, first + index * packetBytes) !== TRANSPORT_SYNC) return false;
  return true;
}

/** A DVD's packs begin with navigation: a system header and private stream 2. */
function programStream(head: Uint8Array): Finding | undefined {
  if (hasMarker(head, '\0\0\x01\xba')) {
    const isDvd = hasMarker(head, '\0\0\x01\xbb', 14) && hasMarker(head, '\0\0\x01\xbf', 0x26);
    return isDvd ? found('vob', 0.95, ['mpg']) : found('mpg', 0.95, ['vob']);
  }
  return hasMarker(head, '\0\0\x01\xb3') ? found('mpg', 0.95) : undefined;
}

/** Audio frames, possibly behind an ID3v2 tag, which comes before other formats too. */
async function audio(reader: BoundedReader): Promise<Finding | undefined> {
  const start = await endOfTags(reader);
  const bytes = await reader.read(start, AUDIO_BYTES);
  if (start > 0) {
    const tagged = taggedFormat(bytes);
    if (tagged) return found(tagged, 0.95);
  }
  const chain = findFrames(bytes, start + bytes.byteLength >= reader.size);
  if (chain) return { ...chain, confidence: start > 0 ? Math.max(chain.confidence, 0.95) : chain.confidence };
  return start > 0 ? found('mp3', 0.7, ['aac', 'mp2', 'tta', 'ape', 'wav', 'aiff', 'dsf']) : undefined;
}

/** Where the audio begins: behind any number of ID3v2 tags (id3.org, ID3v2.4 structure §3.1). */
async function endOfTags(reader: BoundedReader): Promise<number> {
  let at = 0;
  for (let count = 0; count < 4; count++) {
    const header = await reader.read(at, 10);
    if (!hasMarker(header, 'ID3') || u8(header, 3) > 4) break;
    const size = [6, 7, 8, 9].reduce((sum, index) => sum * 128 + (u8(header, index) & 0x7f), 0);
    const footer = u8(header, 5) & 0x10 ? 10 : 0;
    at += 10 + size + footer;
  }
  return at;
}

function taggedFormat(bytes: Uint8Array): FormatId | undefined {
  if (hasMarker(bytes, 'fLaC')) return 'flac';
  if (hasMarker(bytes, 'MAC ')) return 'ape';
  if (hasMarker(bytes, 'TTA1')) return 'tta';
  if (hasMarker(bytes, 'MP+') || hasMarker(bytes, 'MPCK')) return 'mpc';
  if (hasMarker(bytes, 'wvpk')) return 'wv';
  return undefined;
}

/** Frames that follow each other exactly: at the very beginning two are enough, behind junk there must be three. */
function findFrames(bytes: Uint8Array, isEnd: boolean): Finding | undefined {
  for (let at = 0; at < Math.min(bytes.byteLength - 4, MAX_JUNK_BYTES); at++) {
    const frames = countFrames(bytes, at, isEnd);
    if (frames === 0) continue;
    const first = frameAt(bytes, at)!;
    if (at === 0 && frames >= 2) return found(first.format, frames >= FRAMES_WANTED ? 0.95 : 0.8);
    if (frames >= FRAMES_WANTED) return found(first.format, 0.75);
  }
  return undefined;
}

function countFrames(bytes: Uint8Array, start: number, isEnd: boolean): number {
  let count = 0;
  let format: FormatId | undefined;
  for (let at = start; count < FRAMES_WANTED;) {
    const frame = frameAt(bytes, at);
    if (!frame || (format !== undefined && frame.format !== format)) return count;
    format = frame.format;
    count++;
    at += frame.bytes;
    // A short file may end with the frame.
    if (at === bytes.byteLength && isEnd) return Math.max(count, 2);
  }
  return count;
}

function frameAt(bytes: Uint8Array, at: number): Frame | undefined {
  if (at + 8 > bytes.byteLength) return undefined;
  const sync = u16be(bytes, at);
  if ((sync & 0xfff6) === 0xfff0) return adtsFrame(bytes, at);
  if ((sync & 0xffe0) === 0xffe0) return mpegFrame(bytes, at);
  if (sync === 0x0b77) return dolbyFrame(bytes, at);
  if ((sync & 0xffe0) === 0x56e0) return { format: 'aac', bytes: (u16be(bytes, at + 1) & 0x1fff) + 3 };
  return undefined;
}

function adtsFrame(bytes: Uint8Array, at: number): Frame | undefined {
  const length = ((u8(bytes, at + 3) & 0x03) << 11) | (u16be(bytes, at + 4) >> 5);
  const rate = (u8(bytes, at + 2) >> 2) & 0x0f;
  return length >= 7 && rate < 13 ? { format: 'aac', bytes: length } : undefined;
}

function mpegFrame(bytes: Uint8Array, at: number): Frame | undefined {
  const version = (u8(bytes, at + 1) >> 3) & 3;
  const layer = 4 - ((u8(bytes, at + 1) >> 1) & 3);
  const rateIndex = u8(bytes, at + 2) >> 4;
  const sampleIndex = (u8(bytes, at + 2) >> 2) & 3;
  const padding = (u8(bytes, at + 2) >> 1) & 1;
  if (version === 1 || layer === 4 || sampleIndex === 3 || rateIndex === 0 || rateIndex === 15) return undefined;
  const isFirstVersion = version === 3;
  const row = isFirstVersion ? layer - 1 : layer === 1 ? 3 : 4;
  const bitRate = BIT_RATES[row]![rateIndex]! * 1000;
  const sampleRate = SAMPLE_RATES[sampleIndex]! / (isFirstVersion ? 1 : version === 2 ? 2 : 4);
  const format = (['mp1', 'mp2', 'mp3'] as const)[layer - 1]!;
  if (layer === 1) return { format, bytes: (Math.floor((12 * bitRate) / sampleRate) + padding) * 4 };
  const samples = layer === 3 && !isFirstVersion ? 72 : 144;
  return { format, bytes: Math.floor((samples * bitRate) / sampleRate) + padding };
}

/** AC-3 and its successor share the sync word; the stream's own id tells them apart. */
function dolbyFrame(bytes: Uint8Array, at: number): Frame | undefined {
  const streamId = u8(bytes, at + 5) >> 3;
  if (streamId > 10)
    return streamId <= 16 ? { format: 'eac3', bytes: ((u16be(bytes, at + 2) & 0x7ff) + 1) * 2 } : undefined;
  const rateCode = u8(bytes, at + 4) >> 6;
  const sizeCode = u8(bytes, at + 4) & 0x3f;
  const bitRate = AC3_BIT_RATES[sizeCode >> 1];
  if (rateCode === 3 || bitRate === undefined) return undefined;
  const words = Math.floor((bitRate * 1000 * 1536) / 16 / AC3_SAMPLE_RATES[rateCode]!);
  return { format: 'ac3', bytes: 2 * (words + (rateCode === 1 ? sizeCode & 1 : 0)) };
}

/** DTS core frames, 16-bit and 14-bit, either byte order. */
export const detectDts: Detector = async ({ head }) => {
  const isDts = [0x7ffe8001, 0xfe7f0180, 0x1fffe800, 0xff1f00e8].includes(u32be(head, 0));
  return isDts && u16le(head, 4) !== 0 ? found('dts', 0.95) : undefined;
};
