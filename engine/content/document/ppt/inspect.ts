import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { openCompoundFile } from '../../../io/compound-file.ts';
import { Content } from '../text-content.ts';
import type { FactsOf } from '../facts-of.ts';
import { atomsOf, childrenOf, readRecord, type OfficeRecord } from '../office-art/records.ts';
import { isMetafileEntry } from '../metafiles.ts';
import { persistOffsets } from './persist.ts';

/** Types of records ([MS-PPT] 2.13.24). */
const SLIDE = 0x03ee;
const SLIDE_SHOW_INFO = 0x03f9;
const SLIDE_LIST = 0x0ff0;
const SLIDE_PERSIST = 0x03f3;
const TEXT_HEADER = 0x0f9f;
const TEXT_CHARS = 0x0fa0;
const TEXT_BYTES = 0x0fa8;
const PICTURE_STORE = 0xf007;
const SLIDES_INSTANCE = 0;
/** Bit of a slide's show settings: it is left out of the show ([MS-PPT] 2.6.6). */
const HIDDEN = 0x0004;
/** What a text box is for ([MS-PPT] 2.13.33): titles are 0 and 6. */
const TITLE_TYPES = new Set([0, 6]);
const ENCRYPTED_TOKEN = 0xf3d1c4df;

interface SlideText {
  readonly persistId: number;
  /** What stands in the slide's placeholders, as the outline keeps it. */
  readonly texts: string[];
  titles: number;
}

/** Reads the facts of a presentation of PowerPoint 97–2003: the text of its slides in their order. */
export function inspectPpt(bytes: Uint8Array, { effort }: InspectRequest, context: RunContext): FactsOf {
  const file = openCompoundFile(bytes);
  const user = file.read('Current User');
  const stream = file.read('PowerPoint Document');
  if (file.read('EncryptedPackage') || isEncrypted(user) || file.read('EncryptedSummary')) {
    return { depth: 'structure', features: [], encrypted: true };
  }
  const macros = file.names.some((name) => /(?:^|\/)VBA\//i.test(name)) ? ({ macros: true } as const) : {};
  if (!stream) {
    if (file.read('PP40')) return { depth: 'signature', features: ['text', 'structure', 'look', 'pages'] };
    throw noPresentation();
  }
  if (effort === 'probe') {
    return { depth: 'structure', features: ['text', 'structure', 'look', 'pages', 'figures'], ...macros };
  }
  const content = new Content(context.limits.verifiedTextChars);
  const hiddenPages = readSlides(stream, user, content);
  return {
    depth: 'content',
    features: content.features(),
    ...macros,
    document: {
      ...content.document({ hasPages: true, unknown: ['tables', 'headings', 'links'] }),
      ...(hiddenPages > 0 ? { hiddenPages } : {}),
    },
  };
}

function isEncrypted(user: Uint8Array | undefined): boolean {
  if (!user || user.byteLength < 16) return false;
  return new DataView(user.buffer, user.byteOffset).getUint32(12, true) === ENCRYPTED_TOKEN;
}

/** Adds the slides to what was found; returns how many are hidden. */
function readSlides(stream: Uint8Array, user: Uint8Array | undefined, content: Content): number {
  const { offsets, document } = persistOffsets(stream, user);
  const root = document === undefined ? undefined : readRecord(stream, document);
  if (!root) throw noPresentation();
  let hiddenPages = 0;
  for (const { persistId, texts, titles } of outlineOf(root)) {
    const offset = offsets.get(persistId);
    const slide = offset === undefined ? undefined : readRecord(stream, offset);
    const isHidden = slide !== undefined && slide.type === SLIDE && isHiddenSlide(slide);
    if (isHidden) hiddenPages++;
    else content.startPage();
    const place = isHidden ? 'unshown' : 'body';
    for (const text of [...texts, ...(slide ? textsIn(slide) : [])]) content.append(`${text}\n`, place);
    content.headings += titles;
  }
  countPictures(root, content);
  return hiddenPages;
}

/** The slides in their order, each with the text of its placeholders. */
function outlineOf(root: OfficeRecord): SlideText[] {
  const list = childrenOf(root).find(({ type, instance }) => type === SLIDE_LIST && instance === SLIDES_INSTANCE);
  const slides: SlideText[] = [];
  let isTitle = false;
  for (const record of list ? childrenOf(list) : []) {
    const slide = slides.at(-1);
    if (record.type === SLIDE_PERSIST) slides.push({ persistId: uint32(record, 0), texts: [], titles: 0 });
    if (record.type === TEXT_HEADER) isTitle = TITLE_TYPES.has(uint32(record, 0));
    const text = textOf(record);
    if (text === undefined || !slide) continue;
    slide.texts.push(text);
    if (isTitle && text.trim() !== '') slide.titles++;
  }
  return slides;
}

function isHiddenSlide(slide: OfficeRecord): boolean {
  const info = childrenOf(slide).find(({ type }) => type === SLIDE_SHOW_INFO);
  return info !== undefined && info.data.byteLength >= 12 && (info.data[10]! & HIDDEN) !== 0;
}

function* textsIn(slide: OfficeRecord): Generator<string> {
  for (const record of atomsOf(slide)) {
    const text = textOf(record);
    if (text !== undefined) yield text;
  }
}

const utf16 = new TextDecoder('utf-16le');
const latin1 = new TextDecoder('windows-1252');

function textOf({ type, data }: OfficeRecord): string | undefined {
  if (type !== TEXT_CHARS && type !== TEXT_BYTES) return undefined;
  const text = (type === TEXT_CHARS ? utf16 : latin1).decode(data);
  // Paragraphs end with a carriage return, lines with a vertical tab; a lone star stands for a page number.
  return text === '*' ? undefined : text.replace(/[\r\v]/g, '\n');
}

function countPictures(root: OfficeRecord, content: Content): void {
  for (const { type, data } of atomsOf(root)) {
    if (type !== PICTURE_STORE) continue;
    if (isMetafileEntry(data)) content.shapes++;
    else content.figures++;
  }
}

function uint32({ data }: OfficeRecord, at: number): number {
  return data.byteLength >= at + 4 ? new DataView(data.buffer, data.byteOffset).getUint32(at, true) : 0;
}

function noPresentation(): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: 'The file is not a presentation: the stream that holds its slides is missing or damaged.',
  });
}
