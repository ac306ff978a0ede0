import type { InspectRequest, RunContext } from '../../../codec.ts';
import { ConversionError } from '../../../errors.ts';
import { openCompoundFile, type CompoundFile } from '../../../models/office/compound-file.ts';
import { Content, type Place } from '../content.ts';
import type { FactsOf } from '../facts-of.ts';
import { FieldTracker } from '../word/fields.ts';
import { readPieces } from './doc-pieces.ts';
import { countMetafiles } from './metafiles.ts';

const WORD_97 = 0xa5ec;
/** Bits of the file information block ([MS-DOC] 2.5.2). */
const ENCRYPTED = 0x0100;
const HAS_PICTURES = 0x0008;
const FIRST_TABLE_STREAM = 0x0200;
/** Where the lengths of the parts of the text stand: the body, notes, headers, comments, end notes, text boxes. */
const LENGTHS_AT = 0x4c;
const PARTS: readonly (Place | undefined)[] = [
  'body',
  'aside',
  'margin',
  undefined,
  undefined,
  'aside',
  'aside',
  'aside',
];

/** Reads the facts of a document of Word 97–2003: its text by the piece table ([MS-DOC] 2.4.1). */
export function inspectDoc(bytes: Uint8Array, { effort }: InspectRequest, context: RunContext): FactsOf {
  const file = openCompoundFile(bytes);
  const stream = file.read('WordDocument');
  if (file.read('EncryptedPackage')) return { depth: 'structure', features: [], encrypted: true };
  if (!stream || stream.byteLength < 0x1aa) throw noDocument();
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  if (view.getUint16(0, true) !== WORD_97) {
    // Word 6 and 95 keep their text elsewhere: their documents are known, but not read here.
    return { depth: 'signature', features: ['text', 'structure', 'look', 'pages', 'figures', 'metadata'] };
  }
  const flags = view.getUint16(10, true);
  if (flags & ENCRYPTED) return { depth: 'structure', features: [], encrypted: true };
  const macros = file.names.some((name) => /^Macros\//i.test(name)) ? ({ macros: true } as const) : {};
  const pictures = (flags & HAS_PICTURES) !== 0;
  if (effort === 'probe') {
    const features = ['text', 'structure', 'look', 'pages', ...(pictures ? (['figures'] as const) : [])] as const;
    return { depth: 'structure', features, ...macros };
  }
  const content = new Content(context.limits.verifiedTextChars);
  readText(file, stream, view, flags, content);
  const hasFigures = pictures && content.figures > 0;
  if (!hasFigures) content.figures = 0;
  const metafiles = Math.min(content.figures, countMetafiles(file.read('Data') ?? new Uint8Array(0)));
  content.figures -= metafiles;
  content.shapes += metafiles;
  const document = content.document({ hasPages: false, unknown: ['tables', 'headings'] });
  return { depth: 'content', features: content.features(), ...macros, document };
}

function readText(file: CompoundFile, stream: Uint8Array, view: DataView, flags: number, content: Content): void {
  const table = file.read(flags & FIRST_TABLE_STREAM ? '1Table' : '0Table');
  if (!table) throw noDocument();
  const text = readPieces(stream, table);
  let position = 0;
  for (const [index, place] of PARTS.entries()) {
    const length = Math.max(0, view.getInt32(LENGTHS_AT + 4 * index, true));
    const part = text.slice(position, position + length);
    position += length;
    if (place) addPart(part, place, content);
  }
}

/** Marks in the text: of fields, of pictures, of notes, and of what ends cells, lines, pages and columns. */
const MARK = /(?!\t|\n)\p{Cc}/gu;
const FIELD_BEGIN = '\u0013';
const FIELD_RESULT = '\u0014';
const FIELD_END = '\u0015';
const SHOWN: Readonly<Record<string, string>> = {
  '\u0007': '\n',
  '\u000b': '\n',
  '\u000c': '\n',
  '\u000d': '\n',
  '\u000e': '\n',
  '\u001e': '-',
};
const PICTURE = '\u0001';

function addPart(text: string, place: Place, content: Content): void {
  const fields = new FieldTracker();
  let start = 0;
  let inCode = 0;
  const states: boolean[] = [];
  const flush = (end: number): void => {
    const piece = text.slice(start, end);
    if (inCode > 0) fields.addCode(piece);
    else if (!fields.inPageNumber && piece !== '') content.append(piece, place);
  };
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    flush(index);
    start = index + 1;
    if (mark === FIELD_BEGIN) {
      fields.begin();
      states.push(true);
      inCode++;
    } else if (mark === FIELD_RESULT && states.at(-1)) {
      fields.separate();
      states[states.length - 1] = false;
      inCode--;
    } else if (mark === FIELD_END && states.length > 0) {
      if (states.pop()) inCode--;
      if (fields.end()) content.links++;
    } else if (inCode === 0) {
      if (mark === PICTURE) content.figures++;
      const shown = SHOWN[mark];
      if (shown !== undefined) content.append(shown, place);
    }
  }
  flush(text.length);
}

function noDocument(): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: 'The file is not a Word document: the streams that hold its text are missing.',
  });
}
