import type { BoundedReader } from './bounded-reader.ts';
import { hasMarker, latin1, u8 } from './byte-fields.ts';
import { found, type Detector } from './finding.ts';

const ID = {
  docType: 0x4282,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  entry: 0xae,
  type: 0x83,
  cluster: 0x1f43b675,
} as const;
const MAX_ELEMENTS = 40;
const MAX_TRACKS_BYTES = 64 * 1024;
const VIDEO = 1;
const AUDIO = 2;

interface Element {
  readonly id: number;
  /** Where the content begins, and where it ends: Infinity for a size that is not known. */
  readonly start: number;
  readonly end: number;
}

/** Matroska and WebM (RFC 9559), and their variants without video. */
export const detectMatroska: Detector = async (reader) => {
  if (!hasMarker(reader.head, '\x1a\x45\xdf\xa3')) return undefined;
  const header = parseElement(reader.head, 0, 0);
  if (!header) return undefined;
  const docType = childOf(reader.head, header, ID.docType);
  const isWebm = docType !== undefined && latin1(reader.head, docType.start, docType.end).startsWith('webm');
  const kinds = await trackKinds(reader, header.end);
  const hasOnlyAudio = kinds.has(AUDIO) && !kinds.has(VIDEO);
  if (isWebm) return hasOnlyAudio ? found('weba', 0.95, ['webm']) : found('webm', 1, ['weba']);
  return hasOnlyAudio ? found('mka', 0.95, ['mkv']) : found('mkv', 1, ['mka']);
};

/** Types of the tracks (1 video, 2 audio, 17 subtitles), as far as they §comes before the first cluster. */
async function trackKinds(reader: BoundedReader, segmentAt: number): Promise<ReadonlySet<number>> {
  const kinds = new Set<number>();
  const segment = await readElement(reader, segmentAt);
  if (segment?.id !== ID.segment) return kinds;
  let at = segment.start;
  for (let count = 0; count < MAX_ELEMENTS; count++) {
    const element = await readElement(reader, at);
    if (!element || element.id === ID.cluster) return kinds;
    if (element.id === ID.tracks) {
      const length = Math.min(element.end - element.start, MAX_TRACKS_BYTES);
      collectKinds(await reader.read(element.start, length), kinds);
      return kinds;
    }
    at = element.end;
  }
  return kinds;
}

function collectKinds(bytes: Uint8Array, kinds: Set<number>): void {
  for (const entry of children(bytes, 0, bytes.byteLength)) {
    if (entry.id !== ID.entry) continue;
    for (const field of children(bytes, entry.start, Math.min(entry.end, bytes.byteLength)))
      if (field.id === ID.type) kinds.add(u8(bytes, field.start));
  }
}

async function readElement(reader: BoundedReader, at: number): Promise<Element | undefined> {
  return parseElement(await reader.read(at, 12), 0, at);
}

function childOf(bytes: Uint8Array, parent: Element, id: number): Element | undefined {
  return children(bytes, parent.start, Math.min(parent.end, bytes.byteLength)).find((child) => child.id === id);
}

function children(bytes: Uint8Array, start: number, end: number): Element[] {
  const elements: Element[] = [];
  let at = start;
  while (at < end) {
    const element = parseElement(bytes, at, at);
    if (!element) break;
    elements.push(element);
    at = element.end;
  }
  return elements;
}

/** One element's id and extent; `bytes[index]` is at `position` in the file. */
function parseElement(bytes: Uint8Array, index: number, position: number): Element | undefined {
  const idBytes = Math.clz32(u8(bytes, index)) - 23;
  const sizeIndex = index + idBytes;
  const sizeBytes = Math.clz32(u8(bytes, sizeIndex)) - 23;
  if (idBytes > 4 || sizeBytes > 8 || sizeIndex + sizeBytes > bytes.byteLength) return undefined;
  let id = 0;
  for (let at = 0; at < idBytes; at++) id = id * 256 + u8(bytes, index + at);
  let size = u8(bytes, sizeIndex) & ((1 << (8 - sizeBytes)) - 1);
  let isUnknown = size === (1 << (8 - sizeBytes)) - 1;
  for (let at = 1; at < sizeBytes; at++) {
    isUnknown &&= u8(bytes, sizeIndex + at) === 0xff;
    size = size * 256 + u8(bytes, sizeIndex + at);
  }
  const start = position + idBytes + sizeBytes;
  return { id, start, end: isUnknown ? Infinity : start + size };
}
