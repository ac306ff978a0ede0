import { initKf8File, initMobiFile, type Kf8 } from '@lingo-reader/mobi-parser';
import type { CreateRunner, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Artifact } from '../../contract/artifact.ts';
import type { BookFacts, Facts } from '../../contract/facts.ts';
import { imageDigest } from '../../content/document/book/inspect.ts';
import { Content } from '../../content/document/text-content.ts';
import { withAnchors } from '../../content/document/mobi/places.ts';
import { latin1Bytes, latin1Of } from '../../io/bytes.ts';
import { Pages, type Resolve } from './pages.ts';

const createRunner: CreateRunner = () => ({ inspect });

export default createRunner;

/** What the library finds in a book. It would write images into a folder when asked for them, so it is not asked. */
interface Found {
  readonly pages: readonly string[];
  readonly resolve?: Resolve;
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
  const { pages, resolve = () => undefined, contents, metadata, cover, image } = await open(bytes, format === 'azw3');
  const content = new Content(context.limits.verifiedTextChars);
  const read = new Pages();
  content.title = metadata.title;
  read.add(content, untilAborted(pages, context.signal), resolve);
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
  const file: ParsedFile = book['mobiFile'];
  return { pages: [markedText(file)], metadata: book.getMetadata(), ...indexOf(file) };
}

const FILE_POSITION = /\bfilepos\s*=\s*["']?(\d{1,10})/gi;

/** The text with an anchor at each byte that a link leads to. The library gives it in pages, without the first bytes. */
function markedText(file: ParsedFile): string {
  const { numTextRecords } = file.palmdocHeader;
  const records = Array.from({ length: numTextRecords }, (_, record) => latin1Of(file.loadTextBuffer(record)));
  const text = records.join('');
  const marked = withAnchors(
    text,
    text.matchAll(FILE_POSITION).map(([, position]) => Number(position)),
  );
  // The library takes a buffer as a whole: small ones share theirs with others.
  return file.decode(latin1Bytes(marked).slice().buffer);
}

async function openKf8(bytes: Uint8Array): Promise<Found> {
  const book = await initKf8File(bytes, FOLDER);
  const pages = book.getSpine().map((chapter) => String(book['loadText'](chapter)));
  return { pages, resolve: resolverOf(book), metadata: book.getMetadata(), ...indexOf(book['mobiFile']) };
}

const PLACE = /^kindle:pos:fid:(\w+):off:(\w+)/;
const IDENTIFIER = /\s(?:id|aid)\s*=\s*['"]([^'"]*)['"]/g;

/** Finds the first identifier from a byte of a fragment on. The library counts characters there. */
function resolverOf(book: Kf8): Resolve {
  const fragments = new Map(
    book
      .getSpine()
      .flatMap(({ skel, frags }) => frags.map((fragment) => [fragment.index, { skel, fragment }] as const)),
  );
  const texts = new Map<number, string>();
  const textOf = (index: number): string | undefined => {
    const { skel, fragment } = fragments.get(index) ?? {};
    if (!fragment || texts.has(index)) return texts.get(index);
    const start = skel!.offset + skel!.length + fragment.offset;
    texts.set(index, latin1Of(book['loadRaw'](start, start + fragment.length)));
    return texts.get(index);
  };
  return (href) => {
    const [, fragment = '', offset = ''] = PLACE.exec(href) ?? [];
    IDENTIFIER.lastIndex = parseInt(offset, 32);
    const text = textOf(parseInt(fragment, 32));
    return text === undefined ? undefined : IDENTIFIER.exec(text)?.[1];
  };
}

/** As far as it is used: the library's own view of the file, which it does not declare. */
interface ParsedFile {
  readonly palmdocHeader: { readonly numTextRecords: number };
  loadTextBuffer(record: number): Uint8Array;
  decode(bytes: ArrayBuffer): string;
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
