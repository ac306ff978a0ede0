import type { CreateRunner, Step, InspectRequest, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../contract/artifact.ts';
import type { Book } from '../../content/document/book/book.ts';
import { encryptedBook, readEpub } from '../../content/document/book/epub-reader.ts';
import { readFb2 } from '../../content/document/book/fb2-reader.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import type { Facts } from '../../contract/facts.ts';
import { factsOfBook } from '../../content/document/book/inspect.ts';
import { openMobi } from '../../content/document/mobi/header.ts';
import { readKf7 } from '../../content/document/mobi/kf7.ts';
import { readKf8 } from '../../content/document/mobi/kf8.ts';
import { writeKf7 } from '../../content/document/mobi/write-kf7.ts';
import { writeKf8 } from '../../content/document/mobi/write-kf8.ts';
import { readFlat } from '../../content/document/book/read-flat.ts';
import { readHtmlz, readTxtz } from '../../content/document/book/read-zipped.ts';
import { writeEpub } from '../../content/document/book/epub-writer.ts';
import { writeFb2 } from '../../content/document/book/fb2-writer.ts';
import { plainTextOf } from '../../content/document/book/plain-text.ts';
import { writeHtmlBook, writeHtmlz, writeTxtz } from '../../content/document/book/single-page.ts';

const createRunner: CreateRunner = () => ({
  inspect: (artifact, request, context) => inspect(artifact, request, context),
  convert: ([input], step, context) => [convert(input!, step, context)],
});

export default createRunner;

function convert(input: Artifact, { from, to }: Step, context: RunContext): Artifact {
  const book = read(input, from, context);
  context.signal.throwIfAborted();
  const bytes = write(book, to, context);
  return { name: outputNameOf(input.name, to), format: to, bytes };
}

function read(input: Artifact, from: FormatId, context: RunContext): Book {
  const bytes = context.bytes(input);
  if (bytes.byteLength === 0) throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  switch (from) {
    case 'epub':
      return readEpub(bytes, context);
    case 'fb2':
      return readFb2(bytes, context);
    case 'mobi':
    case 'azw3':
      return readMobi(bytes, context);
    case 'htmlz':
      return readHtmlz(bytes, context);
    case 'txtz':
      return readTxtz(bytes, context);
    default:
      return readFlat(bytes, from, ('bytes' in input && input.companions) || new Map(), context);
  }
}

function readMobi(bytes: Uint8Array, context: RunContext): Book {
  const file = openMobi(bytes);
  if (file.isEncrypted) throw encryptedBook();
  return file.isKf8 ? readKf8(file, context) : readKf7(file, context);
}

function write(book: Book, to: FormatId, context: RunContext): Uint8Array {
  let dropped = 0;
  const onDropped = (): void => void dropped++;
  const bytes = WRITERS[to]!(book, onDropped);
  if (dropped > 0) {
    const isMost = dropped * 2 > book.images.size;
    context.warn({
      code: 'picture_dropped',
      message: 'Images of types that readers of the format do not show (SVG, WebP) were left out.',
      ...(isMost ? { lost: ['figures'] } : {}),
      details: { count: dropped },
    });
  }
  return bytes;
}

const WRITERS: Partial<Record<FormatId, (book: Book, onDropped: () => void) => Uint8Array>> = {
  epub: writeEpub,
  fb2: writeFb2,
  mobi: writeKf7,
  azw3: writeKf8,
  htmlz: writeHtmlz,
  txtz: writeTxtz,
  html: writeHtmlBook,
  txt: (book) => new TextEncoder().encode(plainTextOf(book)),
};

function inspect(artifact: Artifact, request: InspectRequest, context: RunContext): Facts {
  const { format } = artifact;
  const bytes = context.bytes(artifact);
  const basics = { format, sizeBytes: bytes.byteLength, reader: 'ebook' } as const;
  if (openMobi(bytes).isEncrypted) return { ...basics, depth: 'structure', features: [], encrypted: true };
  const silent = { ...context, warn() {} };
  return { ...basics, ...factsOfBook(readMobi(bytes, silent), request, context) };
}
