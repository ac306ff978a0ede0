import { decodeHTML } from 'entities/decode';
import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { decodeText } from '../../../io/text-encoding.ts';
import { sniffHtmlEncoding } from '../html/encoding.ts';
import { resolvePart } from '../ooxml/package.ts';
import type { Book } from './book.ts';
import { BookBuilder, type PlacedEntry } from './book-builder.ts';
import { decodeAddress } from './package-document.ts';

/** A file of a compiled help, as the archive that it is has it. */
export interface HelpFile {
  readonly path: string;
  content(): Uint8Array;
}

/** What a compiled help is: its pages in the order of its contents, and what these are called. */
export interface Help {
  readonly title: string | undefined;
  readonly language: string | undefined;
  readonly contents: readonly PlacedEntry[];
  /** Those of the contents first, then the others as they are in the file. */
  readonly pages: readonly HelpPage[];
  /** A file by its name, in whichever case. */
  find(name: string): HelpFile | undefined;
  /** The name of the file that an address within a page means. */
  resolve(address: string, page: string): string;
}

export interface HelpPage {
  readonly name: string;
  readonly html: string;
}

const PAGE = /\.x?html?$/i;
const STYLE_LINK = /<link\b(?=[^>]*\bstylesheet\b)[^>]*\bhref\s*=\s*["']?([^"'\s>]+)/gi;
/** Addresses within a compiled help begin with the name of its file. */
const PROTOCOL = /^(?:ms-its|mk:@msitstore):.*?::\/?/i;

/** Entries of the file `#SYSTEM` (Microsoft HTML Help, as described by the chmspec project). */
const SYSTEM = { contents: 0, defaultPage: 2, title: 3, language: 4 } as const;
const SYSTEM_HEADER_BYTES = 4;

/** Primary languages of Windows whose letters are not of Western Europe, with their code page and their BCP 47 tag. */
const LANGUAGES: Readonly<Record<number, readonly [encoding: string | undefined, tag: string]>> = {
  0x01: ['windows-1256', 'ar'],
  0x04: ['gbk', 'zh'],
  0x05: ['windows-1250', 'cs'],
  0x06: [undefined, 'da'],
  0x07: [undefined, 'de'],
  0x08: ['windows-1253', 'el'],
  0x09: [undefined, 'en'],
  0x0a: [undefined, 'es'],
  0x0b: [undefined, 'fi'],
  0x0c: [undefined, 'fr'],
  0x0d: ['windows-1255', 'he'],
  0x0e: ['windows-1250', 'hu'],
  0x10: [undefined, 'it'],
  0x11: ['shift_jis', 'ja'],
  0x12: ['euc-kr', 'ko'],
  0x13: [undefined, 'nl'],
  0x14: [undefined, 'no'],
  0x15: ['windows-1250', 'pl'],
  0x16: [undefined, 'pt'],
  0x19: ['windows-1251', 'ru'],
  0x1d: [undefined, 'sv'],
  0x1f: ['windows-1254', 'tr'],
  0x22: ['windows-1251', 'uk'],
};
/** Chinese as it is written in Taiwan, Hong Kong and Macau. */
const TRADITIONAL: ReadonlySet<number> = new Set([0x0404, 0x0c04, 0x1404]);

/** Finds the pages of a compiled help and their order; some have none. */
export function openHelp(files: readonly HelpFile[]): Help {
  const byName = new Map(files.map((file) => [keyOf(file.path), file]));
  const find = (name: string): HelpFile | undefined => byName.get(keyOf(name));
  const system = readSystem(find('#SYSTEM')?.content());
  const { encoding, language } = languageOf(system.get(SYSTEM.language));
  const read = (bytes: Uint8Array): string => decodeText(bytes, sniffHtmlEncoding(bytes) ?? encoding).text;
  const nameIn = (entry: number): string | undefined => {
    const bytes = system.get(entry);
    return bytes && decodeText(bytes, encoding).text.replace(/\0.*$/s, '').trim();
  };
  const resolve = (address: string, page: string): string => {
    const path = decodeAddress(address.replace(/[?#].*$/s, '')).replaceAll('\\', '/');
    const inside = path.replace(PROTOCOL, '/');
    const name = inside.startsWith('/') ? inside.slice(1) : resolvePart(inside, page);
    return find(name)?.path ?? name;
  };
  const listed = find(nameIn(SYSTEM.contents) ?? '') ?? files.find(({ path }) => /\.hhc$/i.test(path));
  const contents = listed ? readContents(read(listed.content()), (address) => resolve(address, '')) : [];
  const first = nameIn(SYSTEM.defaultPage);
  const names = new Set([
    ...[...placesOf(contents), ...(first ? [first] : [])].map((place) => place.replace(/#.*$/s, '')),
    ...files.filter(({ path }) => PAGE.test(path)).map(({ path }) => path),
  ]);
  const found = [...names].map(find).filter((file) => file !== undefined && PAGE.test(file.path));
  const pages = [...new Set(found)].map((file) => ({
    name: file!.path,
    html: withPlainAddresses(read(file!.content())),
  }));
  return { title: nameIn(SYSTEM.title) || undefined, language, contents, pages, find, resolve };
}

/** The pages of a compiled help as the chapters of a book. Throws `input_corrupt` where there are none. */
export function readHelp(files: readonly HelpFile[], context: RunContext): Book {
  const { title, language, contents, pages, find, resolve } = openHelp(files);
  if (pages.length === 0)
    throw new ConversionError({ code: 'input_corrupt', message: 'The help has no pages, only data for programs.' });
  const builder = new BookBuilder((name) => find(name)?.content(), context.limits);
  for (const { name, html } of pages) {
    context.signal.throwIfAborted();
    const sheets = [...html.matchAll(STYLE_LINK)].flatMap(([, address]) => find(resolve(address!, name)) ?? []);
    builder.addChapter({
      ...{ name, html },
      resolve: (address) => resolve(address, name),
      styleSheets: sheets.map((sheet) => decodeText(sheet.content()).text),
    });
  }
  const about = { ...(title !== undefined && { title }), ...(language !== undefined && { language }) };
  const book = builder.finish({ ...about, authors: [], subjects: [] }, contents, undefined);
  builder.losses.report(context, book.images.size);
  return book;
}

/** Addresses that name the help itself, as those of a page of it. */
function withPlainAddresses(html: string): string {
  return html.replace(/(\b(?:href|src)\s*=\s*["']?)(?:ms-its|mk:@msitstore):[^"'\s>]{1,400}?::\/?/gi, '$1/');
}

function keyOf(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

/** The entries of `#SYSTEM` by their codes, each the first of its code. */
function readSystem(bytes: Uint8Array = new Uint8Array()): Map<number, Uint8Array> {
  const entries = new Map<number, Uint8Array>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = SYSTEM_HEADER_BYTES; at + 4 <= bytes.byteLength;) {
    const [code, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    at += 4;
    if (!entries.has(code)) entries.set(code, bytes.subarray(at, at + length));
    at += length;
  }
  return entries;
}

function languageOf(entry: Uint8Array | undefined): { encoding: string | undefined; language: string | undefined } {
  if (!entry || entry.byteLength < 4) return { encoding: undefined, language: undefined };
  const id = entry[0]! | (entry[1]! << 8);
  const [encoding, language] = LANGUAGES[id & 0x3ff] ?? [];
  return { encoding: TRADITIONAL.has(id) ? 'big5' : encoding, language };
}

const TOKEN = /<(\/?)(ul|object|param)\b([^>]*)>/gi;
/** Lists of contents within each other. */
const MAX_DEPTH = 64;

/** The contents of a help: lists of HTML whose items are objects with a name and a place. */
function readContents(source: string, resolve: (address: string) => string): PlacedEntry[] {
  const roots: PlacedEntry[] = [];
  const open: PlacedEntry[][] = [roots];
  let item: { title?: string; place?: string } | undefined;
  for (const [, end, name, about] of source.matchAll(TOKEN)) {
    const tag = name!.toLowerCase();
    if (tag === 'ul' && !end) {
      // A list belongs to the item before it.
      const before = open.at(-1)!.at(-1);
      if (open.length < MAX_DEPTH) open.push(before ? (before.children as PlacedEntry[]) : open.at(-1)!);
    } else if (tag === 'ul') {
      if (open.length > 1) open.pop();
    } else if (tag === 'object' && !end) {
      item = /text\/sitemap/i.test(about!) ? {} : undefined;
    } else if (tag === 'object') {
      if (item?.title) open.at(-1)!.push({ title: item.title, ...(item.place && { place: item.place }), children: [] });
      item = undefined;
    } else if (item) {
      const key = attributeOf(about!, 'name').toLowerCase();
      const value = attributeOf(about!, 'value');
      if (key === 'name') item.title ??= value;
      if (key === 'local' && value !== '') item.place ??= placeOf(value, resolve);
    }
  }
  return roots;
}

function placeOf(address: string, resolve: (address: string) => string): string {
  return resolve(address) + (/#.*$/s.exec(address)?.[0] ?? '');
}

function attributeOf(about: string, name: string): string {
  const [, quoted, single, bare] =
    new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(about) ?? [];
  return decodeHTML(quoted ?? single ?? bare ?? '').trim();
}

function* placesOf(entries: readonly PlacedEntry[]): Generator<string> {
  for (const { place, children } of entries) {
    if (place !== undefined) yield place;
    yield* placesOf(children);
  }
}
