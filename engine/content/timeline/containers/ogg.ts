import type { InputFile } from '../../../contract/codec.ts';
import { latin1, viewAt, type ContainerFacts } from './byte-view.ts';

/** 'OggS', with which every page begins. */
export const OGG_CAPTURE = 0x4f676753;
/** Of a page, before the sizes of its segments. */
export const OGG_HEADER_BYTES = 27;
/** Header, 255 lacing values, and 255 segments of 255 bytes: RFC 3533, section 6. */
const MAX_PAGE_BYTES = OGG_HEADER_BYTES + 255 + 255 * 255;

/** An elementary stream as its first page declares it. */
interface OggStream {
  readonly serial: number;
  readonly codec: string;
  readonly channels?: number;
  readonly sampleRate?: number;
}

/** Looks at both ends of an Ogg file: a last page that ends beyond the file proves that the file was truncated. */
export function readOgg(file: InputFile): ContainerFacts {
  const last = lastPage(file);
  if (!last || beginsTwice(file)) return { unreadable: true, subtitles: [] };
  const promisedBytes = Math.max(last.end, headerCutAt(file, last.end));
  return promisedBytes > file.size ? { truncated: { promisedBytes }, subtitles: [] } : { subtitles: [] };
}

/** Pages among which headers that are repeated are looked for: a stream has two or three of its own. */
const HEADER_PAGES = 8;

/** Whether the headers of a stream are there twice, which the demuxer would take for audio. */
function beginsTwice(file: InputFile): boolean {
  const begun = new Set<number>();
  let page = pageAt(file, 0);
  for (let count = 0; page && count < HEADER_PAGES; count++, page = pageAt(file, page.end)) {
    if (page.first && begun.has(page.serial)) return true;
    begun.add(page.serial);
  }
  return false;
}

/** The least size of a file that ends within the header of a page that begins at `position`; 0 when none does. */
function headerCutAt(file: InputFile, position: number): number {
  const rest = viewAt(file, position, 4);
  const cut = rest.byteLength > 0 && 'OggS'.startsWith(latin1(rest, 0, 4)) && !pageAt(file, position);
  return cut ? Math.max(position + OGG_HEADER_BYTES, file.size + 1) : 0;
}

/**
 * The streams that begin the file, for those that the demuxer does not know (FLAC, Speex and Theora in Ogg), and the
 * seconds that the last page's position means for the first of them.
 */
export function readOggStreams(file: InputFile): { readonly streams: readonly OggStream[]; readonly seconds?: number } {
  const streams: OggStream[] = [];
  let position = 0;
  for (let page = pageAt(file, position); page?.first; page = pageAt(file, position)) {
    streams.push({ serial: page.serial, ...identify(viewAt(file, page.body, 64)) });
    position = page.end;
  }
  const rate = streams[0]?.sampleRate;
  const last = lastPage(file);
  const seconds = rate && last && last.granule > 0n ? Number(last.granule) / rate : undefined;
  return { streams, ...(seconds !== undefined && { seconds }) };
}

/** The codec by the first bytes of its identification header. */
function identify(view: DataView): Omit<OggStream, 'serial'> {
  if (latin1(view, 1, 6) === 'vorbis' && view.byteLength >= 16)
    return { codec: 'vorbis', channels: view.getUint8(11), sampleRate: view.getUint32(12, true) };
  if (latin1(view, 0, 8) === 'OpusHead' && view.byteLength >= 19)
    return { codec: 'opus', channels: view.getUint8(9), sampleRate: 48_000 };
  if (latin1(view, 1, 4) === 'FLAC' && view.byteLength >= 51) return { codec: 'flac', ...flacStreamInfo(view, 17) };
  if (latin1(view, 0, 5) === 'Speex' && view.byteLength >= 52)
    return { codec: 'speex', channels: view.getUint32(48, true), sampleRate: view.getUint32(36, true) };
  if (latin1(view, 1, 6) === 'theora') return { codec: 'theora' };
  return { codec: 'unknown' };
}

/** RFC 9639, section 8.2: 20 bits of sample rate and three of channels after ten bytes of block and frame sizes. */
function flacStreamInfo(view: DataView, offset: number): { channels: number; sampleRate: number } {
  const word = view.getUint32(offset + 10);
  return { sampleRate: word >>> 12, channels: ((word >>> 9) & 7) + 1 };
}

interface Page {
  readonly first: boolean;
  readonly serial: number;
  readonly granule: bigint;
  readonly body: number;
  readonly end: number;
}

function pageAt(file: InputFile, position: number): Page | undefined {
  return pageIn(viewAt(file, position, OGG_HEADER_BYTES + 255), 0, position);
}

function pageIn(view: DataView, offset: number, position: number): Page | undefined {
  if (offset + OGG_HEADER_BYTES > view.byteLength || view.getUint32(offset) !== OGG_CAPTURE) return undefined;
  if (view.getUint8(offset + 4) !== 0) return undefined;
  const segments = view.getUint8(offset + 26);
  if (offset + OGG_HEADER_BYTES + segments > view.byteLength) return undefined;
  let bytes = 0;
  for (let index = 0; index < segments; index++) bytes += view.getUint8(offset + OGG_HEADER_BYTES + index);
  const body = position + OGG_HEADER_BYTES + segments;
  return {
    first: (view.getUint8(offset + 5) & 2) !== 0,
    serial: view.getUint32(offset + 14, true),
    granule: view.getBigInt64(offset + 6, true),
    body,
    end: body + bytes,
  };
}

/** The last page that has a whole header: searched from the end, where at most one page's length must be looked at. */
function lastPage(file: InputFile): Page | undefined {
  const start = Math.max(0, file.size - 2 * MAX_PAGE_BYTES);
  const tail = viewAt(file, start, file.size - start);
  for (let offset = tail.byteLength - OGG_HEADER_BYTES; offset >= 0; offset--) {
    const page = pageIn(tail, offset, start + offset);
    if (page) return page;
  }
  return undefined;
}
