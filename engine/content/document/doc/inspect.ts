import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { openCompoundFile } from '../../../io/compound-file.ts';
import { addBlocks } from '../document-facts.ts';
import { Content } from '../text-content.ts';
import type { FactsOf } from '../facts-of.ts';
import { FileInformation } from './file-information.ts';
import { addOldText } from './old-doc.ts';
import { hasStoredImages } from './images.ts';
import { noDocument, openDoc, readDoc } from './reader.ts';

const WORD_97 = 0xa5ec;
const WORD_95 = 0xa5dc;
/** Bits of the file information block ([MS-DOC] 2.5.2). */
const ENCRYPTED = 0x0100;
const HAS_IMAGES = 0x0008;
/** The file information block of the oldest of these versions has this many bytes at least. */
const BLOCK_BYTES = 0x1aa;

/** Reads the facts of a document of Word 97–2003: block by block. */
export function inspectDoc(bytes: Uint8Array, { effort }: InspectRequest, context: RunContext): FactsOf {
  const file = openCompoundFile(bytes);
  const stream = file.read('WordDocument');
  if (file.read('EncryptedPackage')) return { depth: 'structure', features: [], encrypted: true };
  if (!stream || stream.byteLength < BLOCK_BYTES) throw noDocument();
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const flags = view.getUint16(10, true);
  if (flags & ENCRYPTED) return { depth: 'structure', features: [], encrypted: true };
  if (view.getUint16(0, true) !== WORD_97) return inspectOlder(stream, view, effort, context);
  const macros = file.names.some((name) => /^Macros\//i.test(name)) ? ({ macros: true } as const) : {};
  const streams = openDoc(file);
  if (effort === 'probe') {
    const { main, table } = streams;
    const floats = hasStoredImages(new FileInformation(main, table).part('drawings'));
    const figures = floats || flags & HAS_IMAGES ? (['figures'] as const) : [];
    return { depth: 'structure', features: ['text', 'structure', 'look', 'pages', ...figures], ...macros };
  }
  const content = new Content(context.limits.verifiedTextChars);
  addBlocks(content, readDoc(streams).blocks);
  // Readers of results do not agree on which titles are headings; the outline says it exactly.
  const document = content.document({ hasPages: false, unknown: ['headings'] });
  return { depth: 'content', features: content.features(), ...macros, document };
}

/** What is older than Word 97 is known, and read as far as its text is in one piece. */
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
  // Images are of any kind there, and drawings more often than not.
  content.figures = 0;
  const document = content.document({ hasPages: false, unknown: ['tables', 'headings'] });
  return { depth, features, document };
}
