import { expandZstandard, gunzip, inflate } from '../../io/compression.ts';
import type { FormatId } from '../index.ts';
import type { BoundedReader } from './bounded-reader.ts';
import { hasAnyMarker, hasMarker, u16be, u32le, u8 } from './byte-fields.ts';
import { found, type Detector, type Finding } from './finding.ts';
import { isTarHeader } from './tar.ts';
import { decodeText } from './text/decode.ts';
import { detectXml } from './text/xml.ts';

/** Deflate expands at most 1,032 times: what is inflated for an inspection stays below four megabytes. */
const SAMPLE_BYTES = 4096;

/** Single compressed files, and what lies in them where it can be seen: a tar, an SVG. */
export const detectCompressed: Detector = async (reader) => {
  const { head } = reader;
  if (hasMarker(head, '\x1f\x8b\x08')) return gzip(reader);
  if (hasMarker(head, 'BZh') && /[1-9]/.test(String.fromCharCode(u8(head, 3)))) return bzip2(head);
  if (hasMarker(head, '\xfd7zXZ\0')) return found('xz', 1, ['txz']);
  if (hasMarker(head, '\x28\xb5\x2f\xfd') || isSkippableFrame(head)) return zstandard(reader);
  if (hasAnyMarker(head, ['\x04\x22\x4d\x18', '\x02\x21\x4c\x18'])) return found('lz4');
  if (hasMarker(head, 'LZIP') && u8(head, 4) <= 1) return found('lz');
  if (isLzmaAlone(head)) return found('lzma', 0.9, ['tlz']);
  if (hasMarker(head, '\x1f\x9d')) return found('z', 0.95);
  return zlib(reader);
};

function bzip2(head: Uint8Array): Finding | undefined {
  // A block begins with the digits of π, an empty file with those of its square root.
  if (hasAnyMarker(head, ['1AY&SY', '\x17\x72\x45\x38\x50\x90'], 4)) return found('bz2', 1, ['tbz2']);
  return undefined;
}

function gzip({ head }: BoundedReader): Finding {
  const content = attempt(() => gunzip(head.subarray(0, SAMPLE_BYTES), { allowTruncated: true }));
  const mayBeSvg = content.byteLength === 0 || /^\s*</.test(textOf(content));
  return describe('gz', 'tgz', content, ['tgz', ...(mayBeSvg ? (['svgz'] as const) : []), 'rds', 'blend']);
}

/** A zstd file may begin with skippable frames (RFC 8878 §3.1.2); LZ4 has the same. */
function isSkippableFrame(head: Uint8Array): boolean {
  const isSkippable = (u32le(head, 0) & 0xfffffff0) >>> 0 === 0x184d2a50;
  return isSkippable && hasMarker(head, '\x28\xb5\x2f\xfd', 8 + u32le(head, 4));
}

function zstandard({ head }: BoundedReader): Finding {
  const content = attempt(() =>
    expandZstandard(head.subarray(0, SAMPLE_BYTES), { allowTruncated: true, maxOutputLength: 1024 * SAMPLE_BYTES }),
  );
  return describe('zst', 'tzst', content, ['tzst', 'blend']);
}

function describe(format: FormatId, tarFormat: FormatId, content: Uint8Array, orNamed: readonly FormatId[]): Finding {
  if (isTarHeader(content)) return found(tarFormat, 1, [format]);
  if (format === 'gz' && isSvg(content)) return found('svgz', 0.95, ['gz']);
  // Each record is packed by itself.
  if (format === 'gz' && hasMarker(content, 'WARC/')) return found('warc', 1, [format]);
  if (hasMarker(content, 'BLENDER')) return found('blend');
  return found(format, 1, orNamed);
}

/** By its root: a web page may have a drawing in it. */
function isSvg(content: Uint8Array): boolean {
  return detectXml(textOf(content), false)?.format === 'svg';
}

function textOf(content: Uint8Array): string {
  return decodeText(content, false)?.text ?? '';
}

/** Properties, dictionary size (a power of two or three times one), then the size or "unknown". */
function isLzmaAlone(head: Uint8Array): boolean {
  if (head.byteLength < 13 || u8(head, 0) !== 0x5d) return false;
  const dictionary = u32le(head, 1);
  const isUsual = dictionary >= 4096 && (isPowerOfTwo(dictionary) || isPowerOfTwo(dictionary / 3));
  const isUnknownSize = hasMarker(head, '\xff\xff\xff\xff\xff\xff\xff\xff', 5);
  return isUsual && (isUnknownSize || u32le(head, 9) < 0x100) && u8(head, 13) === 0;
}

function isPowerOfTwo(value: number): boolean {
  return Number.isInteger(Math.log2(value));
}

/** Two bytes are no signature: the stream must inflate too. */
function zlib({ head }: BoundedReader): Finding | undefined {
  const header = u16be(head, 0);
  const isHeader = (u8(head, 0) & 0x8f) === 0x08 && header % 31 === 0 && (header & 0x20) === 0;
  if (!isHeader) return undefined;
  const content = attempt(() => inflate(head.subarray(0, SAMPLE_BYTES), { allowTruncated: true }));
  return content.byteLength > 0 ? found('zlib', 0.8, ['dmg']) : undefined;
}

/** What could be expanded, or nothing: a damaged stream is the codec's to name. */
function attempt(expand: () => Uint8Array): Uint8Array {
  try {
    return expand();
  } catch {
    return new Uint8Array(0);
  }
}
