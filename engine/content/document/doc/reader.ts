import { viewOf } from '../../../io/bytes.ts';
import type { CompoundFile } from '../../../io/compound-file.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { findUncertainMargins, type Section } from '../docx/margins.ts';
import type { Block, Box, Document, Inline, Margin, Note, NoteKind, Text } from '../model.ts';
import { bookmarksOf } from './bookmarks.ts';
import { encryptedOffice } from '../ooxml/package.ts';
import { FileInformation, readPlaces, type Part, type TextPart } from './file-information.ts';
import { modifiersIn, valueOf } from './modifiers.ts';
import { FloatingImages } from './images.ts';
import { readPieces } from './pieces.ts';
import { DocStories } from './story.ts';

/** Notes: where their marks are in the body, how many bytes are said of each, and where their texts are. */
const NOTES: readonly (readonly [kind: NoteKind, marks: Part, size: number, places: Part & TextPart])[] = [
  ['footnote', 'footnoteMarks', 2, 'footnotes'],
  ['endnote', 'endnoteMarks', 2, 'endnotes'],
  ['comment', 'commentMarks', 30, 'comments'],
];
/** Boxes have this many bytes said of each, sections as well. */
const BOX_BYTES = 22;
const SECTION_BYTES = 12;
const TITLE_PAGE = 0x300a;
/** Texts of headers: first the lines above notes, then these of each section. */
const SEPARATORS = 6;
const MARGINS = [
  { edge: 'header', type: 'even' },
  { edge: 'header', type: 'default' },
  { edge: 'footer', type: 'even' },
  { edge: 'footer', type: 'default' },
  { edge: 'header', type: 'first' },
  { edge: 'footer', type: 'first' },
] as const;

/** The stream of the text of a document of Word 97–2003, and the table that says what is in it. */
export interface DocStreams {
  readonly file: CompoundFile;
  readonly main: Uint8Array;
  readonly table: Uint8Array;
}

/** Places in the file information block: which version wrote it, and bits ([MS-DOC] 2.5.2). */
const FLAGS_AT = 10;
const ENCRYPTED = 0x0100;
const FIRST_TABLE_STREAM = 0x0200;
const WORD_97 = 0xa5ec;
/** The block of the oldest of these versions has this many bytes at least. */
const BLOCK_BYTES = 0x1aa;

/** Opens what is a document of Word 97–2003. Throws `input_corrupt`, `input_encrypted`, and `conversion_failed` for older ones. */
export function openDoc(file: CompoundFile): DocStreams {
  const main = file.read('WordDocument');
  if (!main || main.byteLength < BLOCK_BYTES) throw noDocument();
  const flags = viewOf(main).getUint16(FLAGS_AT, true);
  if (flags & ENCRYPTED) throw encryptedOffice();
  if (viewOf(main).getUint16(0, true) !== WORD_97) {
    throw new ConversionError({
      code: 'conversion_failed',
      message: 'The document is of a version before Word 97, which this codec does not read.',
    });
  }
  const table = file.read(flags & FIRST_TABLE_STREAM ? '1Table' : '0Table');
  if (!table) throw noDocument();
  return { file, main, table };
}

export function noDocument(): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: 'The file is not a Word document: the streams that hold its text are missing.',
  });
}

/** Reads a document of Word 97–2003 ([MS-DOC]): its body, notes, boxes, headers and footers. Throws `input_corrupt`. */
export function readDoc({ file, main, table }: DocStreams): Document {
  return { properties: {}, blocks: readBlocks(file, main, new FileInformation(main, table)) };
}

function* readBlocks(file: CompoundFile, main: Uint8Array, information: FileInformation): Generator<Block> {
  const table = readPieces(main, information.part('pieces'));
  const stories = new DocStories(table, information, {
    main,
    data: file.read('Data') ?? new Uint8Array(0),
    equation: (object) => file.read(`ObjectPool/_${object}/Equation Native`),
  });
  const floating = new FloatingImages(information.part('drawings'), main);
  const body = information.text('body');
  const sections = readPlaces(information.part('sections'), SECTION_BYTES);
  const inlines = besideBody(information, floating);
  yield* stories.read(body.start, body.end, { inlines, sections: new Set(sections.places) });
  for (const [note, , , name] of NOTES) yield* readNotes(stories, information, note, name);
  for (const blocks of textsOf(stories, information, 'boxes')) yield { kind: 'box', blocks };
  const isTitled = sections.data.map((section) => hasTitlePage(main, section));
  yield* readMargins(stories, information, {
    isTitled,
    images: floating.anchored(information.part('headerAnchors')),
  });
  const boxes = textsOf(stories, information, 'headerBoxes').map((blocks): Box => ({ kind: 'box', blocks }));
  if (boxes.length > 0) yield { kind: 'margin', edge: 'header', blocks: boxes, unshown: 'uncertain' };
}

/** What is at places of the body beside its characters. */
function besideBody(
  information: FileInformation,
  floating: FloatingImages,
): ReadonlyMap<number, readonly Exclude<Inline, Text>[]> {
  const all = new Map<number, Exclude<Inline, Text>[]>();
  const add = (place: number, inline: Exclude<Inline, Text>): void => {
    const own = all.get(place);
    if (own) own.push(inline);
    else all.set(place, [inline]);
  };
  for (const [note, marks, size] of NOTES) {
    const { places, data } = readPlaces(information.part(marks), size);
    for (const index of data.keys()) add(places[index]!, { kind: 'note-mark', note, id: noteId(note, index) });
  }
  for (const [place, id] of bookmarksOf(information)) add(place, { kind: 'anchor', id });
  for (const [place, images] of floating.anchored(information.part('anchors'))) {
    for (const image of images) add(place, image);
  }
  return all;
}

function noteId(note: NoteKind, index: number): string {
  return `${note}-${index + 1}`;
}

function* readNotes(
  stories: DocStories,
  information: FileInformation,
  note: NoteKind,
  name: Part & TextPart,
): Generator<Note> {
  const { start, end } = information.text(name);
  const places = readPlaces(information.part(name), 0).places;
  // What the last place says is where the empty paragraph begins that ends all notes.
  for (const [index, place] of places.slice(0, -2).entries()) {
    const last = Math.min(end, start + (places[index + 1] ?? 0));
    const blocks = [...stories.read(start + place, last)];
    yield { kind: 'note', note, id: noteId(note, index), blocks, ...(note === 'comment' && { unshown: 'comment' }) };
  }
}

/** The texts of boxes, without those that say nothing. */
function textsOf(stories: DocStories, information: FileInformation, name: 'boxes' | 'headerBoxes'): Block[][] {
  const { start, end } = information.text(name);
  const { places, data } = readPlaces(information.part(name), BOX_BYTES);
  return [...data.keys()].flatMap((index) => {
    const blocks = [...stories.read(start + places[index]!, Math.min(end, start + places[index + 1]!))];
    return blocks.length > 0 ? [blocks] : [];
  });
}

interface Margins {
  /** Of each section, whether its first page has headers of its own. */
  readonly isTitled: readonly boolean[];
  readonly images: ReadonlyMap<number, readonly Exclude<Inline, Text>[]>;
}

function* readMargins(
  stories: DocStories,
  information: FileInformation,
  { isTitled, images }: Margins,
): Generator<Margin> {
  const { start, end } = information.text('headers');
  const { places } = readPlaces(information.part('headers'), 0);
  const sections: Section[] = isTitled.map((hasTitlePage) => ({ hasTitlePage, references: [] }));
  const margins: (Margin & { readonly id: string })[] = [];
  for (let index = SEPARATORS; index + 2 < places.length; index++) {
    const from = places[index]!;
    const to = Math.min(end - start, places[index + 1]!);
    const { edge, type } = MARGINS[(index - SEPARATORS) % MARGINS.length]!;
    const inlines = new Map([...images].map(([place, found]) => [place - from, found] as const));
    const blocks = [...stories.read(start + from, start + to, { inlines, sections: new Set() })];
    if (blocks.length === 0) continue;
    const id = String(index);
    sections[Math.floor((index - SEPARATORS) / MARGINS.length)]?.references.push({ id, type });
    margins.push({ kind: 'margin', edge, blocks, id });
  }
  const uncertain = findUncertainMargins(sections);
  for (const { id, ...margin } of margins) yield uncertain.has(id) ? { ...margin, unshown: 'uncertain' } : margin;
}

/** Whether a section says that its first page has headers of its own. */
function hasTitlePage(main: Uint8Array, section: Uint8Array): boolean {
  const place = viewOf(section).getUint32(2, true);
  if (place + 2 > main.byteLength) return false;
  const modifiers = main.subarray(place + 2, place + 2 + viewOf(main).getUint16(place, true));
  return [...modifiersIn(modifiers)].some((modifier) => modifier.code === TITLE_PAGE && valueOf(modifier) !== 0);
}
