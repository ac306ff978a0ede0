import type { InspectRequest, RunContext } from '../../../codec.ts';
import { ConversionError } from '../../../errors.ts';
import { openCompoundFile, type CompoundFile } from '../../../models/office/compound-file.ts';
import { Content } from '../content.ts';
import type { FactsOf } from '../facts-of.ts';
import { readPieces } from './doc-pieces.ts';
import { addParts } from './doc-text.ts';
import { countMetafiles } from './metafiles.ts';
import { addOldText } from './old-doc.ts';

const WORD_97 = 0xa5ec;
const WORD_95 = 0xa5dc;
/** Bits of the file information block ([MS-DOC] 2.5.2). */
const ENCRYPTED = 0x0100;
const HAS_PICTURES = 0x0008;
const FIRST_TABLE_STREAM = 0x0200;
/** Where the lengths of the parts of the text stand. */
const LENGTHS_AT = 0x4c;

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

function readText(file: CompoundFile, stream: Uint8Array, view: DataView, flags: number, content: Content): void {
  const table = file.read(flags & FIRST_TABLE_STREAM ? '1Table' : '0Table');
  if (!table) throw noDocument();
  const text = readPieces(stream, table);
  addParts(text, view, LENGTHS_AT, content);
}

function noDocument(): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: 'The file is not a Word document: the streams that hold its text are missing.',
  });
}
