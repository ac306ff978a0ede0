import { initKf8File, initMobiFile } from '@lingo-reader/mobi-parser';
import type { CreateRunner, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Artifact } from '../../contract/artifact.ts';
import type { BookFacts, Facts } from '../../contract/facts.ts';
import { imageDigest } from '../../content/document/book/inspect.ts';
import { Content } from '../../content/document/text-content.ts';
import { Pages } from './pages.ts';

const createRunner: CreateRunner = () => ({ inspect });

export default createRunner;

/** What the library finds in a book. It would write images into a folder when asked for them, so it is not asked. */
interface Found {
  readonly pages: readonly string[];
  readonly contents: number;
  readonly metadata: {
    readonly title?: string;
    readonly author?: readonly string[];
    readonly language?: string | readonly string[];
  };
  readonly cover: Uint8Array | undefined;
  readonly image: (number: number) => Uint8Array | undefined;
}

/** Number of a record that is not there. */
const NO_RECORD = 0xffffffff;
/** Must exist, or the library would make it; nothing is ever written there. */
const FOLDER = import.meta.dirname;

async function inspect(artifact: Artifact, _request: unknown, context: RunContext): Promise<Facts> {
  const { format } = artifact;
  const bytes = context.bytes(artifact);
  const { pages, contents, metadata, cover, image } = await open(bytes, format === 'azw3');
  const content = new Content(context.limits.verifiedTextChars);
  const read = new Pages();
  read.add(content, untilAborted(pages, context.signal));
  const book: BookFacts = {
    ...(metadata.title === undefined ? {} : { title: metadata.title }),
    authors: metadata.author ?? [],
    ...languageOf(metadata.language),
    contents,
    hasCover: cover !== undefined,
    brokenLinks: read.brokenLinks(bytes.byteLength * 16),
    images: [cover, ...[...read.images].map(image)].flatMap((found) => (found && imageDigest(found)) ?? []),
  };
  return {
    format,
    sizeBytes: bytes.byteLength,
    reader: 'mobi-reader',
    depth: 'content',
    features: ['text', 'structure', 'look', ...(content.figures > 0 ? (['figures'] as const) : []), 'metadata'],
    document: content.document({ hasPages: false }),
    book,
  };
}

function* untilAborted(pages: readonly string[], signal: AbortSignal): Generator<string> {
  for (const page of pages) {
    signal.throwIfAborted();
    yield page;
  }
}

async function open(bytes: Uint8Array, isKf8: boolean): Promise<Found> {
  try {
    return isKf8 ? await openKf8(bytes) : await openMobi(bytes);
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    const message = 'The Kindle book cannot be read: its header or its indexes are damaged.';
    throw new ConversionError({ code: 'input_corrupt', message }, { cause: error });
  }
}

async function openMobi(bytes: Uint8Array): Promise<Found> {
  const book = await initMobiFile(bytes, FOLDER);
  return { pages: book.getSpine().map(({ text }) => text), metadata: book.getMetadata(), ...indexOf(book['mobiFile']) };
}

async function openKf8(bytes: Uint8Array): Promise<Found> {
  const book = await initKf8File(bytes, FOLDER);
  const pages = book.getSpine().map((chapter) => String(book['loadText'](chapter)));
  return { pages, metadata: book.getMetadata(), ...indexOf(book['mobiFile']) };
}

/** As far as it is used: the library's own view of the file, which it does not declare. */
interface ParsedFile {
  getNCX(): readonly ParsedEntry[] | undefined;
  readonly exth: { readonly coverOffset?: number | readonly number[] };
  loadResource(index: number): ParsedResource | undefined;
}

interface ParsedResource {
  readonly raw?: ArrayBuffer | Uint8Array;
}

interface ParsedEntry {
  readonly children?: readonly ParsedEntry[];
}

function indexOf(file: ParsedFile): Pick<Found, 'contents' | 'cover' | 'image'> {
  const count = (entries: readonly ParsedEntry[]): number =>
    entries.reduce((sum, { children = [] }) => sum + 1 + count(children), 0);
  return {
    contents: count(file.getNCX() ?? []),
    cover: coverOf(file),
    image: (number) => bytesOf(file.loadResource(number - 1)),
  };
}

/** The library takes the first image for no cover. */
function coverOf(file: ParsedFile): Uint8Array | undefined {
  const offset = Number(file.exth.coverOffset ?? NaN);
  return offset >= 0 && offset < NO_RECORD ? bytesOf(file.loadResource(offset)) : undefined;
}

function bytesOf(resource: ParsedResource | undefined): Uint8Array | undefined {
  return resource?.raw && new Uint8Array(resource.raw);
}

function languageOf(language: string | readonly string[] | undefined): { language?: string } {
  const first = typeof language === 'string' ? language : language?.[0];
  return first === undefined || first === '' ? {} : { language: first };
}
