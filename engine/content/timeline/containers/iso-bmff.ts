import type { InputFile } from '../../../contract/codec.ts';
import { latin1, viewAt, type AudioSetup, type ContainerFacts } from './byte-view.ts';

/** Boxes looked at before a file is left alone: a real video has some dozens a track. */
export const MAX_BOXES = 20_000;

export interface Box {
  readonly type: string;
  /** First byte of the box's header. */
  readonly start: number;
  /** First byte after the box's header. */
  readonly body: number;
  /** First byte after the box, as it says itself: it may lie beyond the end of the file. */
  readonly end: number;
}

/**
 * Walks the boxes of an MP4 or QuickTime file (ISO/IEC 14496-12). A box that ends beyond the file proves that the file
 * was truncated; subtitle tracks are read here because the demuxer passes them over.
 */
export function readIsoBmff(file: InputFile): ContainerFacts {
  const budget = { boxes: MAX_BOXES };
  const top = [...boxesIn(file, 0, file.size, budget)];
  const overrun = top.find((box) => box.end > file.size);
  const movie = top.find((box) => box.type === 'moov');
  const tracks = movie && movie.end <= file.size ? readTracks(file, movie, budget) : [];
  // Some phones write an index and go on in fragments: the demuxer knows one or the other.
  const isContinued = tracks.some(({ samples }) => samples > 0) && top.some(({ type }) => type === 'moof');
  const chapterTracks = new Set(tracks.flatMap((track) => track.chapters));
  const isChapterTrack = (track: Track): boolean => chapterTracks.has(track.id);
  return {
    ...(overrun && { truncated: { promisedBytes: overrun.end } }),
    ...((!movie || isContinued) && { unreadable: true as const }),
    subtitles: tracks
      .filter((track) => SUBTITLE_HANDLERS.has(track.handler) && !isChapterTrack(track))
      .map(({ codec, language }) => ({ codec: SUBTITLE_CODECS[codec] ?? codec, language })),
    ...chapterCount(tracks.find(isChapterTrack)),
    audio: new Map(tracks.flatMap(({ id, audio }) => (audio ? [[id, audio]] : []))),
  };
}

const SUBTITLE_HANDLERS: ReadonlySet<string> = new Set(['sbtl', 'subt', 'text', 'clcp', 'subp']);

const SUBTITLE_CODECS: Readonly<Record<string, string>> = {
  tx3g: 'mov_text',
  text: 'mov_text',
  wvtt: 'webvtt',
  stpp: 'ttml',
  c608: 'eia_608',
  mp4s: 'dvd_subtitle',
};

function chapterCount(track: Track | undefined): { chapters?: number } {
  return track && track.samples > 0 ? { chapters: track.samples } : {};
}

/** The boxes that follow each other from `start` on, until the budget is used up. */
export function* boxesIn(file: InputFile, start: number, end: number, budget: { boxes: number }): Generator<Box> {
  let position = start;
  while (position + 8 <= end) {
    if (budget.boxes-- <= 0) return;
    const view = viewAt(file, position, 16);
    if (view.byteLength < 8) return;
    const type = latin1(view, 4, 4);
    // Padding after the last box is not a box: four printable characters are the least that names one.
    if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) return;
    const short = view.getUint32(0);
    if (short === 1 && view.byteLength < 16) return;
    const header = short === 1 ? 16 : 8;
    const size = short === 0 ? end - position : short === 1 ? Number(view.getBigUint64(8)) : short;
    if (size < header) return;
    yield { type, start: position, body: position + header, end: position + size };
    position += size;
  }
}

interface Track {
  readonly id: number;
  readonly handler: string;
  readonly codec: string;
  readonly language?: string;
  readonly audio?: AudioSetup;
  readonly samples: number;
  /** Ids of the tracks that hold this one's chapter titles. */
  readonly chapters: readonly number[];
}

function readTracks(file: InputFile, movie: Box, budget: { boxes: number }): Track[] {
  return [...boxesIn(file, movie.body, movie.end, budget)]
    .filter((box) => box.type === 'trak')
    .map((box) => readTrack(file, box, budget));
}

function readTrack(file: InputFile, track: Box, budget: { boxes: number }): Track {
  const find = (path: string): Box | undefined => findBox(file, track, path.split('/'), budget);
  const header = find('tkhd');
  const handler = find('mdia/hdlr');
  const description = find('mdia/minf/stbl/stsd');
  const sizes = find('mdia/minf/stbl/stsz');
  const codec = description ? latin1(viewAt(file, description.body + 12, 4), 0, 4) : '';
  return {
    id: header ? trackId(file, header) : 0,
    handler: handler ? latin1(viewAt(file, handler.body + 8, 4), 0, 4) : '',
    codec,
    audio: description && codec === 'alac' ? alacSetup(file, description, budget) : undefined,
    language: languageOf(file, find('mdia/mdhd')),
    samples: sizes ? uint32At(file, sizes.body + 8) : 0,
    chapters: trackIds(file, find('tref/chap')),
  };
}

/** Bytes of a sample entry before its boxes, by its version, which QuickTime counts on from 0. */
const ENTRY_BYTES = [28, 44, 64] as const;

/** The decoder's configuration of ALAC, by Apple's "Apple Lossless Format Description"; QuickTime has it one box deeper. */
function alacSetup(file: InputFile, description: Box, budget: { boxes: number }): AudioSetup | undefined {
  const [entry] = boxesIn(file, description.body + 8, description.end, budget);
  if (!entry) return undefined;
  const version = viewAt(file, entry.body + 8, 2);
  const head = version.byteLength < 2 ? undefined : ENTRY_BYTES[version.getUint16(0)];
  if (head === undefined) return undefined;
  const boxes = { body: entry.body + head, end: entry.end };
  const setup = findBox(file, boxes, ['alac'], budget) ?? findBox(file, boxes, ['wave', 'alac'], budget);
  const view = setup && viewAt(file, setup.body, 28);
  if (!view || view.byteLength < 28) return undefined;
  return { channels: view.getUint8(13), sampleRate: view.getUint32(24) };
}

export function findBox(
  file: InputFile,
  parent: Pick<Box, 'body' | 'end'>,
  path: readonly string[],
  budget: { boxes: number },
): Box | undefined {
  const [type, ...rest] = path;
  for (const box of boxesIn(file, parent.body, parent.end, budget)) {
    if (box.type === type) return rest.length === 0 ? box : findBox(file, box, rest, budget);
  }
  return undefined;
}

function uint32At(file: InputFile, position: number): number {
  const view = viewAt(file, position, 4);
  return view.byteLength === 4 ? view.getUint32(0) : 0;
}

function trackId(file: InputFile, header: Box): number {
  const version = viewAt(file, header.body, 1);
  return uint32At(file, header.body + (version.byteLength === 1 && version.getUint8(0) === 1 ? 20 : 12));
}

function trackIds(file: InputFile, box: Box | undefined): number[] {
  if (!box) return [];
  const view = viewAt(file, box.body, Math.min(box.end - box.body, 64));
  return Array.from({ length: Math.floor(view.byteLength / 4) }, (_, index) => view.getUint32(index * 4));
}

/** ISO 639-2/T, packed as three five-bit letters; absent when undetermined or in QuickTime's own numbering. */
function languageOf(file: InputFile, header: Box | undefined): string | undefined {
  if (!header) return undefined;
  const version = viewAt(file, header.body, 1);
  const offset = version.byteLength === 1 && version.getUint8(0) === 1 ? 32 : 20;
  const view = viewAt(file, header.body + offset, 2);
  if (view.byteLength < 2) return undefined;
  const packed = view.getUint16(0);
  if (packed < 0x400 || packed === 0x7fff) return undefined;
  const code = [packed >> 10, packed >> 5, packed].map((bits) => String.fromCharCode((bits & 31) + 0x60)).join('');
  return code === 'und' ? undefined : code;
}
