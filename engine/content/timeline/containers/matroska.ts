import type { InputFile } from '../../../contract/codec.ts';
import { viewAt, type ContainerFacts } from './byte-view.ts';
import { lastBlockEnd, unsignedIn } from './matroska-cues.ts';
import { elementsIn, type Budget, type Element } from './matroska-elements.ts';

const ID = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  title: 0x7ba9,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codecId: 0x86,
  language: 0x22b59c,
  languageBcp47: 0x22b59d,
  cluster: 0x1f43b675,
  chapters: 0x1043a770,
  editionEntry: 0x45b9,
  chapterAtom: 0xb6,
} as const;

const SUBTITLE_TRACK = 0x11;
/** Nanoseconds of a tick where nothing else is said: a millisecond. */
const USUAL_SCALE = 1_000_000;

/** Elements looked at before a file is left alone: level 1 has one element a cluster, a cluster a few seconds. */
const MAX_ELEMENTS = 20_000;

/**
 * Walks the EBML elements of a Matroska or WebM file (RFC 8794, RFC 9559). A segment that ends beyond the file proves
 * that the file was truncated; subtitle tracks and chapters are read here because the demuxer passes them over.
 */
export function readMatroska(file: InputFile): ContainerFacts {
  const budget = { elements: MAX_ELEMENTS };
  const segment = find(elementsIn(file, 0, file.size, budget), ID.segment);
  if (!segment) return { unreadable: true, subtitles: [] };
  const truncated = Number.isFinite(segment.end) && segment.end > file.size;
  const { info, tracks, chapters } = levelOne(file, segment, budget);
  const title = info && utf8Of(file, find(elementsIn(file, info.body, info.end, budget), ID.title));
  const subtitles = tracks ? subtitlesIn(file, tracks, budget) : [];
  const numbers = new Set(subtitles.map(({ number }) => number));
  const scale = info && find(elementsIn(file, info.body, info.end, budget), ID.timestampScale);
  const ticks = (scale ? unsignedIn(file, scale) : USUAL_SCALE) / 1e9;
  return {
    ...(truncated && { truncated: { promisedBytes: segment.end } }),
    ...(title && { title }),
    subtitles: subtitles.map(({ track }) => track),
    ...(subtitles.length > 0 && { cuesEnd: () => ticks * lastBlockEnd(file, segment, numbers) }),
    ...(chapters && { chapters: countChapters(file, chapters, budget) }),
  };
}

interface LevelOne {
  readonly info?: Element;
  readonly tracks?: Element;
  readonly chapters?: Element;
}

function levelOne(file: InputFile, segment: Element, budget: Budget): LevelOne {
  const found = new Map<number, Element>();
  for (const element of elementsIn(file, segment.body, Math.min(segment.end, file.size), budget)) {
    if (!found.has(element.id)) found.set(element.id, element);
    // A cluster of unknown size cannot be stepped over; whatever is behind it stays unknown.
    if (element.id === ID.cluster && element.end === Infinity) break;
  }
  return { info: found.get(ID.info), tracks: found.get(ID.tracks), chapters: found.get(ID.chapters) };
}

interface SubtitleTrack {
  readonly number: number;
  readonly track: ContainerFacts['subtitles'][number];
}

function subtitlesIn(file: InputFile, tracks: Element, budget: Budget): SubtitleTrack[] {
  const subtitles: SubtitleTrack[] = [];
  for (const entry of elementsIn(file, tracks.body, tracks.end, budget)) {
    if (entry.id !== ID.trackEntry) continue;
    const fields = [...elementsIn(file, entry.body, entry.end, budget)];
    const kind = fields.find((field) => field.id === ID.trackType);
    if (!kind || viewAt(file, kind.body, 1).getUint8(0) !== SUBTITLE_TRACK) continue;
    const text = (id: number): string | undefined => utf8Of(file, find(fields, id));
    const language = text(ID.languageBcp47) ?? text(ID.language);
    const codec = text(ID.codecId) ?? '';
    const number = find(fields, ID.trackNumber);
    subtitles.push({
      number: number ? unsignedIn(file, number) : 0,
      track: { codec: SUBTITLE_CODECS[codec] ?? codec, ...(language && language !== 'und' && { language }) },
    });
  }
  return subtitles;
}

const SUBTITLE_CODECS: Readonly<Record<string, string>> = {
  'S_TEXT/UTF8': 'subrip',
  'S_TEXT/ASCII': 'subrip',
  'S_TEXT/ASS': 'ass',
  'S_TEXT/SSA': 'ass',
  'S_TEXT/WEBVTT': 'webvtt',
  'D_WEBVTT/SUBTITLES': 'webvtt',
  S_VOBSUB: 'dvd_subtitle',
  'S_HDMV/PGS': 'hdmv_pgs_subtitle',
};

function countChapters(file: InputFile, chapters: Element, budget: Budget): number {
  const edition = find(elementsIn(file, chapters.body, chapters.end, budget), ID.editionEntry);
  if (!edition) return 0;
  return [...elementsIn(file, edition.body, edition.end, budget)].filter((atom) => atom.id === ID.chapterAtom).length;
}

function find(elements: Iterable<Element>, id: number): Element | undefined {
  for (const element of elements) if (element.id === id) return element;
  return undefined;
}

/** Longer names and titles are cut: no player shows them. */
const MAX_TEXT_BYTES = 1024;

function utf8Of(file: InputFile, element: Element | undefined): string | undefined {
  if (!element) return undefined;
  const view = viewAt(file, element.body, Math.min(element.end - element.body, MAX_TEXT_BYTES));
  return new TextDecoder().decode(view).replace(/\0+$/, '');
}
