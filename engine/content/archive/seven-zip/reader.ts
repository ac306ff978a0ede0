import { indexOfBytes } from '../../../io/bytes.ts';
import type { InputFile } from '../../../contract/codec.ts';
import type { Limits } from '../../../contract/limits.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { RawEntry } from '../model.ts';
import { ESCAPES, safePath } from '../entry-names.ts';
import {
  checkArchiveLimit,
  checkExpansion,
  corruptArchive,
  encryptedArchive,
  escapingEntry,
  truncatedArchive,
} from '../errors.ts';
import { contentOf, EXIT_WARNING, IN, OUT, type SevenZip, type SevenZipLoader } from './seven-zip.ts';
import { parseListing, type ListedEntry } from './listing.ts';

export interface SevenZipRequest {
  /** 7-Zip's name of the format where it is not to guess, such as `xz`. */
  readonly type?: string;
  /** What the file is called decides for formats with a weak signature. */
  readonly extension: string;
  readonly password?: string;
  readonly limits: Limits;
}

/** Never a question at the keyboard: an archive that needs a password gets this one. */
const NO_PASSWORD = '\u{1F512}';
/** Without it 7-Zip drops links such as `../a` as well; those that lead out of the archive it drops all the same. */
const LINKS_BY_FOLDERS_ABOVE = '-snld';
const ARCHIVE = `${IN}/archive`;

/** The entries without unpacking anything; within the limits by what the archive says of itself. */
export async function listWithSevenZip(
  loader: SevenZipLoader,
  file: InputFile,
  request: SevenZipRequest,
): Promise<ListedEntry[]> {
  const { limits } = request;
  using seven = await loader.start();
  const { exitCode, lines } = seven.run(['l', '-slt', '-ba', '-bd', ...openArguments(seven, file, request)]);
  const entries = parseListing(lines);
  checkArchiveLimit('entries', entries.length, limits);
  const expandedBytes = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  checkExpansion({ expandedBytes, packedBytes: file.size }, limits);
  if (exitCode > EXIT_WARNING) throw failureOf(lines, file, request.password);
  const isLocked = entries.some(({ encrypted }) => encrypted) && request.password === undefined;
  if (isLocked) throw encryptedArchive(undefined);
  return entries;
}

/** Everything in an archive: first listed and compared with the limits, unless it is `known`, then unpacked into memory. */
export async function readWithSevenZip(
  loader: SevenZipLoader,
  file: InputFile,
  request: SevenZipRequest,
  known?: readonly ListedEntry[],
): Promise<RawEntry[]> {
  const listed = known ?? (await listWithSevenZip(loader, file, request));
  refuseEscapes(listed);
  using seven = await loader.start();
  const details = detailsOf(listed);
  const statedBytes = (path: string): number | undefined => details.get(path.slice(`${OUT}/`.length))?.sizeBytes;
  seven.boundWrites(file.size, request.limits, statedBytes);
  const unpack = ['x', '-y', '-bd', `-o${OUT}`, LINKS_BY_FOLDERS_ABOVE, ...openArguments(seven, file, request)];
  const { exitCode, lines } = seven.run(unpack);
  const entries = [...unpackedIn(seven, '', details)];
  if (exitCode > EXIT_WARNING && !areOnlyLinks(lines)) throw failureOf(lines, file, request.password);
  if (entries.filter(({ kind }) => kind === 'file').length < countFiles(listed, entries))
    throw failureOf(lines, file, request.password);
  return [...entries, ...linksNotMade(listed, entries)];
}

/** The list of some formats (CHM) does not say which of its entries are folders; unpacking shows it. */
function countFiles(listed: readonly ListedEntry[], unpacked: readonly RawEntry[]): number {
  const folders = new Set(unpacked.filter(({ kind }) => kind === 'directory').map(({ path }) => path));
  const files = listed.filter(({ kind, isStream }) => kind === 'file' && !isStream).map(({ path }) => path);
  return new Set(files.filter((path) => !folders.has(path.replace(/^\/+|\/+$/g, '')))).size;
}

/** 7-Zip makes no links that lead out: they are named as what is left out. */
function linksNotMade(listed: readonly ListedEntry[], made: readonly RawEntry[]): RawEntry[] {
  const paths = new Set(made.map(({ path }) => path));
  return listed
    .filter(({ kind, path }) => kind === 'link' && !paths.has(path))
    .map(({ path }) => ({ path, kind: 'special', sizeBytes: 0 }));
}

function openArguments(seven: SevenZip, file: InputFile, request: SevenZipRequest): string[] {
  const { extension, password, type } = request;
  const path = `${ARCHIVE}.${extension.replaceAll(/[^a-z0-9]/gi, '')}`;
  seven.show(path, file);
  return [`-p${password ?? NO_PASSWORD}`, ...(type === undefined ? [] : [`-t${type}`]), '--', path];
}

/** 7-Zip would take the dots away and unpack the file elsewhere. */
function refuseEscapes(listed: readonly ListedEntry[]): void {
  for (const { path } of listed) if (safePath(path) === ESCAPES) throw escapingEntry(path);
}

function detailsOf(listed: readonly ListedEntry[]): ReadonlyMap<string, ListedEntry> {
  return new Map(listed.map((entry) => [entry.path.replace(/^\/+|\/+$/g, ''), entry]));
}

function* unpackedIn(seven: SevenZip, folder: string, details: ReadonlyMap<string, ListedEntry>): Generator<RawEntry> {
  const { files } = seven;
  for (const name of files.readdir(`${OUT}/${folder}`)) {
    if (name === '.' || name === '..') continue;
    const path = folder === '' ? name : `${folder}/${name}`;
    const { node } = files.lookupPath(`${OUT}/${path}`, { follow: false });
    const known = details.get(path);
    // What the archive dates, 7-Zip dates; everything else is as old as this job.
    const common = { path, mode: known?.mode, modifiedMs: known?.modifiedMs === undefined ? undefined : node.mtime };
    if (files.isLink(node.mode)) {
      yield {
        ...common,
        kind: 'link',
        sizeBytes: 0,
        target: files.readlink(`${OUT}/${path}`),
        modifiedMs: known?.modifiedMs,
      };
    } else if (files.isDir(node.mode)) {
      yield { ...common, kind: 'directory', sizeBytes: 0 };
      yield* unpackedIn(seven, path, details);
    } else {
      const content = contentOf(node);
      yield { ...common, kind: 'file', sizeBytes: content.byteLength, crc32: known?.crc32, content: () => content };
    }
  }
}

/** Links that lead out were not made, which is as it should be. */
function areOnlyLinks(lines: readonly string[]): boolean {
  const errors = lines.filter((line) => line.startsWith('ERROR'));
  return errors.length > 0 && errors.every((line) => /link/i.test(line));
}

/** The coder of a 7z whose directory is encrypted: with a wrong password that is noise, which 7-Zip may fail at. */
const AES_OF_7Z = Uint8Array.from([0x24, 0x06, 0xf1, 0x07, 0x01]);
const END_HEADER_BYTES = 256;

function hasEncryptedNames(file: InputFile): boolean {
  const start = new Uint8Array(2);
  file.read(start, 0);
  const end = new Uint8Array(END_HEADER_BYTES);
  file.read(end, Math.max(0, file.size - END_HEADER_BYTES));
  return start[0] === 0x37 && start[1] === 0x7a && indexOfBytes(end, AES_OF_7Z) >= 0;
}

function failureOf(lines: readonly string[], file: InputFile, password: string | undefined): ConversionError {
  const said = lines.join('\n');
  const cause = new Error(said.slice(-2000));
  if (/wrong password|encrypted archive/i.test(said) || hasEncryptedNames(file)) return encryptedArchive(password);
  if (/Missing volume|^Split (Before|After) = \+/im.test(said)) {
    const message = 'The file is one volume of an archive of several, and the others are missing. Join them first.';
    return new ConversionError({ code: 'input_truncated', message }, { cause });
  }
  if (/can't allocate|not enough memory/i.test(said)) {
    const message = 'To unpack the archive takes more memory than is allowed. Pack it again with a smaller dictionary.';
    return new ConversionError({ code: 'input_too_complex', message }, { cause });
  }
  if (/Unexpected end of (archive|data)/i.test(said)) return truncatedArchive();
  if (/Unsupported Method/i.test(said))
    return corruptArchive('it is packed by a method that is not known here', { cause });
  return corruptArchive('its content is damaged', { cause });
}
