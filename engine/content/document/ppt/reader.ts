import { ConversionError } from '../../../contract/errors.ts';
import type { CompoundFile } from '../../../io/compound-file.ts';
import type { Block, Document, Page, Image } from '../model.ts';
import { imageOfEntry, storeEntriesOf } from '../office-art/images.ts';
import { childrenOf, readRecord, type OfficeRecord } from '../office-art/records.ts';
import { persistOffsets } from './persist.ts';
import { blocksOf, boxesOf } from './shapes.ts';
import { numberAt, textsAmong, type Links } from './text.ts';

/** Types of records ([MS-PPT] 2.13.24). */
const SLIDE = 0x03ee;
const SLIDE_ATOM = 0x03ef;
const SHOW_INFO = 0x03f9;
const LIST = 0x0ff0;
const LIST_ENTRY = 0x03f3;
const DRAWING = 0x040c;
const DRAWING_GROUP = 0x040b;
const GROUP_OF_DRAWINGS = 0xf000;
const EXTERNAL_OBJECTS = 0x0409;
const HYPERLINK = 0x0fd7;
const HYPERLINK_ATOM = 0x0fd3;
const STRING = 0x0fba;
/** Which list of slides is which, and which text of a hyperlink is its address. */
const SLIDES = 0;
const NOTES = 2;
const ADDRESS = 1;
/** Places in records: the number of a slide in its list, of its notes in the slide, and what its show leaves out. */
const ID_AT = 12;
const NOTES_AT = 16;
const SHOW_FLAGS_AT = 10;
const HIDDEN = 0x0004;

/** The streams of a presentation of PowerPoint 97–2003. */
export interface PptStreams {
  readonly stream: Uint8Array;
  readonly user?: Uint8Array | undefined;
  readonly images: Uint8Array;
}

/** Throws `input_corrupt`. */
export function openPpt(file: CompoundFile): PptStreams {
  const stream = file.read('PowerPoint Document');
  if (!stream) throw noPresentation();
  return { stream, user: file.read('Current User'), images: file.read('Pictures') ?? new Uint8Array(0) };
}

/** Reads a presentation of PowerPoint 97–2003 ([MS-PPT]): slide by slide, with the notes of its speaker. Throws `input_corrupt`. */
export function readPpt(streams: PptStreams): Document {
  const { offsets, document } = persistOffsets(streams.stream, streams.user);
  const root = document === undefined ? undefined : readRecord(streams.stream, document);
  if (!root) throw noPresentation();
  return { properties: {}, blocks: readSlides(root, offsets, streams) };
}

function* readSlides(
  root: OfficeRecord,
  offsets: ReadonlyMap<number, number>,
  { stream, images }: PptStreams,
): Generator<Page> {
  const objectAt = (persistId: number): OfficeRecord | undefined => {
    const offset = offsets.get(persistId);
    return offset === undefined ? undefined : readRecord(stream, offset);
  };
  const links = linksOf(root);
  const imageOf = imagesOf(root, images);
  const notes = new Map(entriesOf(root, NOTES).map(({ id, persistId }) => [id, persistId]));
  for (const [index, { persistId, records }] of entriesOf(root, SLIDES).entries()) {
    const slide = objectAt(persistId);
    const parts = slide?.type === SLIDE ? childrenOf(slide) : [];
    const drawing = parts.find(({ type }) => type === DRAWING);
    const outline = textsAmong(records, links);
    const rest: ((typeof outline)[number] | undefined)[] = [...outline];
    const [shapes] = drawing ? childrenOf(drawing) : [];
    const boxes = shapes ? boxesOf(shapes, { links, imageOf, outline: rest }) : [];
    const spoken = objectAt(notes.get(notesIdOf(parts)) ?? -1);
    const said = spoken ? notesOf(spoken, links) : [];
    // A text of the outline that no shape shows may be on its slide or not.
    const left = rest.flatMap((text) =>
      text ? [{ kind: 'box', blocks: blocksOf(text), unshown: 'uncertain' } as const] : [],
    );
    yield {
      kind: 'page',
      number: index + 1,
      blocks: [...boxes, ...left],
      ...(said.length > 0 && { notes: said }),
      ...(isHidden(parts) && { unshown: 'hidden' }),
    };
  }
}

interface Entry {
  readonly persistId: number;
  readonly id: number;
  /** What the outline has of its texts. */
  readonly records: OfficeRecord[];
}

/** The slides of a list in their order. */
function entriesOf(root: OfficeRecord, list: number): Entry[] {
  const entries: Entry[] = [];
  const found = childrenOf(root).find(({ type, instance }) => type === LIST && instance === list);
  for (const record of found ? childrenOf(found) : []) {
    if (record.type === LIST_ENTRY) {
      entries.push({ persistId: numberAt(record.data, 0), id: numberAt(record.data, ID_AT), records: [] });
    } else entries.at(-1)?.records.push(record);
  }
  return entries;
}

function notesIdOf(slide: readonly OfficeRecord[]): number {
  const atom = slide.find(({ type }) => type === SLIDE_ATOM);
  return atom ? numberAt(atom.data, NOTES_AT) : 0;
}

/** What the page of notes says beside what all of these pages have. */
function notesOf(notes: OfficeRecord, links: Links): Block[] {
  const drawing = childrenOf(notes).find(({ type }) => type === DRAWING);
  const [shapes] = drawing ? childrenOf(drawing) : [];
  const boxes = shapes ? boxesOf(shapes, { links, outline: [], imageOf: () => undefined }) : [];
  return boxes.filter(({ role }) => role !== 'furniture').flatMap(({ blocks }) => [...blocks]);
}

function isHidden(slide: readonly OfficeRecord[]): boolean {
  const info = slide.find(({ type }) => type === SHOW_INFO);
  return info !== undefined && ((info.data[SHOW_FLAGS_AT] ?? 0) & HIDDEN) !== 0;
}

/** The images of the presentation by their numbers. */
function imagesOf(root: OfficeRecord, images: Uint8Array): (number: number) => Image | undefined {
  const group = childrenOf(root).find(({ type }) => type === DRAWING_GROUP);
  const drawings = group && childrenOf(group).find(({ type }) => type === GROUP_OF_DRAWINGS);
  const entries = drawings ? storeEntriesOf(drawings) : [];
  return (number) => {
    const entry = entries[number - 1];
    return entry && imageOfEntry(entry, images, `picture-${number}`);
  };
}

/** Where hyperlinks lead; those into the presentation have no address. */
function linksOf(root: OfficeRecord): Links {
  const objects = childrenOf(root).find(({ type }) => type === EXTERNAL_OBJECTS);
  const links = new Map<number, string>();
  for (const link of objects ? childrenOf(objects) : []) {
    if (link.type !== HYPERLINK) continue;
    const parts = childrenOf(link);
    const atom = parts.find(({ type }) => type === HYPERLINK_ATOM);
    const address = parts.find(({ type, instance }) => type === STRING && instance === ADDRESS);
    const href = address ? new TextDecoder('utf-16le').decode(address.data) : '';
    if (atom) links.set(numberAt(atom.data, 0), /^[a-z][\w+.-]+:/i.test(href) ? href : '');
  }
  return links;
}

function noPresentation(): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: 'The file is not a presentation: the stream that holds its slides is missing or damaged.',
  });
}
