import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { openCompoundFile, type CompoundFile } from '../../../io/compound-file.ts';
import { Content } from '../text-content.ts';
import type { FactsOf } from '../facts-of.ts';
import { readPieces } from './pieces.ts';
import { addParts } from './text.ts';
import { countOtherPictures } from '../metafiles.ts';
import { addOldText } from './old-doc.ts';
import { countStoredPictures } from '../picture-store.ts';

const WORD_97 = 0xa5ec;
const WORD_95 = 0xa5dc;
/** Bits of the file information block ([MS-DOC] 2.5.2). */
const ENCRYPTED = 0x0100;
const HAS_PICTURES = 0x0008;
const FIRST_TABLE_STREAM = 0x0200;
/** Where the lengths of the parts of the text stand. */
const LENGTHS_AT = 0x4c;

/** Where the place and the length of the drawings stand. */
const DRAWINGS_AT = 0x22a;

/** Reads the facts of a document of Word 97–2003: its text by the piece table ([MS-DOC] 2.4.1). */
export function inspectDoc(bytes: Uint8Array, { effort }: InspectRequest, context: RunContext): FactsOf {
  const file = openCompoundFile(bytes);
  const stream = file.read('WordDocument');
  if (file.read('EncryptedPackage')) return { depth: 'structure', features: [], encrypted: true };
  if (!stream || stream.byteLength < 0x1aa) throw noDocument();
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const flags = view.getUint16(10, true);
  if (flags & ENCRYPTED) return { depth: 'structure', features: [], encrypted: true };
  if (view.getUint16(0, true) !== WORD_97) return inspectOlder(stream, view, effort, context);
  const macros = file.names.some((name) => /^Macros\//i.test(name)) ? ({ macros: true } as const) : {};
  const hasInline = (flags & HAS_PICTURES) !== 0;
  const floating = countStoredPictures(readDrawings(file, stream, view, flags));
  if (effort === 'probe') {
    const figures = hasInline || floating.bitmaps > 0 ? (['figures'] as const) : [];
    const features = ['text', 'structure', 'look', 'pages', ...figures] as const;
    return { depth: 'structure', features, ...macros };
  }
  const content = new Content(context.limits.verifiedTextChars);
  readText(file, stream, view, flags, content);
  if (!hasInline) content.figures = 0;
  const others = countOtherPictures(file.read('Data') ?? new Uint8Array(0));
  const metafiles = Math.min(content.figures, others.metafiles);
  const empty = Math.min(content.figures - metafiles, others.empty);
  content.figures += floating.bitmaps - metafiles - empty;
  content.shapes += floating.metafiles + metafiles;
  const document = content.document({ hasPages: false, unknown: ['tables', 'headings'] });
  return { depth: 'content', features: content.features(), ...macros, document };
}

/** What is older than Word 97 is known, and read as far as its text stands in one piece. */
function inspectOlder(
  stream: Uint8Array,
  view: DataView,
  effort: InspectRequest['effort'],
  { limits }: RunContext,
): FactsOf {
  const features = ['text', 'structure', 'look', 'pages', 'figures', 'metadata'] as const;
  const content = new Content(limits.verifiedTextChars);
  const isReadable = effort !== 'probe' && view.getUint16(0, true) === WORD_95;
  const depth = isReadable ? addOldText(stream, view, content) : undefined;
  if (!depth) return { depth: 'signature', features };
  // Pictures are of any kind there, and drawings more often than not.
  content.figures = 0;
  const document = content.document({ hasPages: false, unknown: ['tables', 'headings'] });
  return { depth, features, document };
}

function readTable(file: CompoundFile, flags: number): Uint8Array {
  const table = file.read(flags & FIRST_TABLE_STREAM ? '1Table' : '0Table');
  if (!table) throw noDocument();
  return table;
}

/** What the table stream has of drawings ([MS-DOC] 2.5.10, fcDggInfo). */
function readDrawings(file: CompoundFile, stream: Uint8Array, view: DataView, flags: number): Uint8Array {
  if (stream.byteLength < DRAWINGS_AT + 8) return new Uint8Array(0);
  const start = view.getUint32(DRAWINGS_AT, true);
  return readTable(file, flags).subarray(start, start + view.getUint32(DRAWINGS_AT + 4, true));
}

function readText(file: CompoundFile, stream: Uint8Array, view: DataView, flags: number, content: Content): void {
  const table = readTable(file, flags);
  const text = readPieces(stream, table);
  addParts(text, view, LENGTHS_AT, content);
}

function noDocument(): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: 'The file is not a Word document: the streams that hold its text are missing.',
  });
}
