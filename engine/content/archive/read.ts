import type { FormatId } from '../../formats/index.ts';
import { isTarHeader } from '../../formats/detect/tar.ts';
import { memoryFile } from '../../io/memory-file.ts';
import { openZip } from '../../io/zip.ts';
import { readAr } from './ar.ts';
import { readAsar } from './asar.ts';
import { safeContents, type ContentsContext } from './contents.ts';
import { isCpio, readCpio } from './cpio.ts';
import type { ArchiveEntry, RawEntry } from './model.ts';
import { corruptArchive, encryptedArchive } from './errors.ts';
import { latin1Of } from '../../io/bytes.ts';
import { debianLayout, payloadOfRpm } from './packages.ts';
import type { SevenZipLoader } from './seven-zip/seven-zip.ts';
import { listWithSevenZip, readWithSevenZip } from './seven-zip/reader.ts';
import { expandStream, isStreamFormat, TAR_STREAMS, type StreamFormat } from './streams/streams.ts';
import { readSigned } from './signed/reader.ts';
import { readTar } from './tar/reader.ts';
import { readHar } from './web/har.ts';
import { readWarc } from './web/warc.ts';
import { isPlainZip, readZip } from './zip/reader.ts';

export interface ReadRequest {
  /** What the file is called: a compressed file holds what is called so without its last extension. */
  readonly name: string;
  readonly format: FormatId;
  readonly password?: string;
  readonly loader: SevenZipLoader;
  readonly context: ContentsContext;
}

/** Everything that lies in an archive, safe to be written into another one. */
export async function readArchive(bytes: Uint8Array, request: ReadRequest): Promise<ArchiveEntry[]> {
  const raw = await rawEntries(bytes, request);
  return safeContents(raw, bytes.byteLength, request.context);
}

/** Formats whose lists have the sums of all contents. */
const LISTED_WITH_SUMS: readonly FormatId[] = ['7z', 'cb7', 'rar', 'cbr'];

/** The same without expanding anything, where the list says as much; nothing where it does not. */
export async function listedEntries(
  bytes: Uint8Array,
  { name, format, password, loader, context }: ReadRequest,
): Promise<ArchiveEntry[] | undefined> {
  if (!LISTED_WITH_SUMS.includes(format)) return undefined;
  const listed = await listWithSevenZip(loader, memoryFile(bytes), {
    extension: extensionOf(name),
    password,
    limits: context.limits,
  });
  const isWhole = listed.every(
    ({ kind, sizeBytes, crc32 }) =>
      kind === 'directory' || (kind === 'file' && (crc32 !== undefined || sizeBytes === 0)),
  );
  return isWhole ? safeContents(listed, bytes.byteLength, context) : undefined;
}

async function rawEntries(bytes: Uint8Array, request: ReadRequest): Promise<RawEntry[]> {
  const { format, context, loader, name } = request;
  const tarStream = TAR_STREAMS[format];
  if (tarStream) return tarEntries(await expandStream(tarStream, bytes, { loader, limits: context.limits }), request);
  if (isStreamFormat(format)) {
    const content = await expandStream(format, bytes, { loader, limits: context.limits });
    return (
      (await layeredEntries(content, request)) ?? [fileOf(nameInside(name, format, bytes), content, bytes, format)]
    );
  }
  switch (format) {
    case 'tar':
    case 'cbt':
      return tarEntries(bytes, request);
    case 'cpio':
      return readCpio(bytes);
    case 'ar':
      return readAr(bytes);
    case 'deb':
      return debEntries(bytes, request);
    case 'rpm':
      return packedEntries(payloadOfRpm(bytes), 'payload', request);
    case 'asar':
      return readAsar(bytes);
    case 'p7m':
      return readSigned(bytes, name);
    case 'warc':
      return readWarc(bytes, context.limits);
    case 'har':
      return readHar(bytes, context.limits);
    case 'zip':
    case 'zipx':
    case 'jar':
    case 'apk':
    case 'xpi':
    case 'crx':
    case 'cbz':
      return zipEntries(bytes, request);
    case 'xar':
      return (await sevenZipEntries(bytes, request)).filter(({ path }) => path !== TABLE_OF_XAR);
    default:
      return sevenZipEntries(bytes, request);
  }
}

/** 7-Zip shows the table of contents among what it lists. */
const TABLE_OF_XAR = '[TOC].xml';

/** Sparse files are for 7-Zip. */
async function tarEntries(bytes: Uint8Array, request: ReadRequest): Promise<RawEntry[]> {
  return readTar(bytes) ?? sevenZipEntries(bytes, request, 'tar');
}

async function zipEntries(bytes: Uint8Array, request: ReadRequest): Promise<RawEntry[]> {
  const archive = openZip(bytes, request.context.limits);
  if (isPlainZip(archive)) return readZip(archive);
  if (request.password === undefined && archive.entries.some(({ encrypted }) => encrypted))
    throw encryptedArchive(undefined);
  return sevenZipEntries(bytes, request, 'zip');
}

function sevenZipEntries(
  bytes: Uint8Array,
  { loader, name, password, context }: ReadRequest,
  type?: string,
): Promise<RawEntry[]> {
  const { limits } = context;
  return readWithSevenZip(loader, memoryFile(bytes), { type, extension: extensionOf(name), password, limits });
}

function extensionOf(name: string): string {
  return /\.(\w+)$/.exec(name)?.[1] ?? '';
}

async function debEntries(bytes: Uint8Array, request: ReadRequest): Promise<RawEntry[]> {
  const members: { path: string; entries: RawEntry[] }[] = [];
  for (const { path, content } of readAr(bytes)) {
    if (!/^(control|data)\.tar/.test(path)) continue;
    members.push({ path, entries: await packedEntries(content!(), path, request) });
  }
  if (members.length === 0) throw corruptArchive('it is no Debian package');
  return debianLayout(members);
}

/** An archive inside a package: compressed in whichever way, or not at all. */
async function packedEntries(bytes: Uint8Array, what: string, request: ReadRequest): Promise<RawEntry[]> {
  const { loader, context } = request;
  const format = streamOf(bytes);
  const content = format ? await expandStream(format, bytes, { loader, limits: context.limits }) : bytes;
  const entries = await layeredEntries(content, request);
  if (!entries) throw corruptArchive(`what lies in its ${what} is not known here`);
  return entries;
}

async function layeredEntries(content: Uint8Array, request: ReadRequest): Promise<RawEntry[] | undefined> {
  if (isTarHeader(content)) return tarEntries(content, request);
  return isCpio(content) ? readCpio(content) : undefined;
}

const STREAM_MARKS: readonly (readonly [StreamFormat, string])[] = [
  ['gz', '\x1f\x8b'],
  ['bz2', 'BZh'],
  ['xz', '\xfd7zXZ\0'],
  ['zst', '\x28\xb5\x2f\xfd'],
  ['lzma', '\x5d\0\0'],
];

function streamOf(bytes: Uint8Array): StreamFormat | undefined {
  const head = latin1Of(bytes.subarray(0, 8));
  return STREAM_MARKS.find(([, mark]) => head.startsWith(mark))?.[0];
}

const HAS_TIME_AND_NAME: FormatId = 'gz';

function fileOf(path: string, content: Uint8Array, packed: Uint8Array, format: FormatId): RawEntry {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const seconds = format === HAS_TIME_AND_NAME ? view.getUint32(4, true) : 0;
  return {
    path,
    kind: 'file',
    sizeBytes: content.byteLength,
    modifiedMs: seconds === 0 ? undefined : seconds * 1000,
    content: () => content,
  };
}

/** `data.csv.gz` holds `data.csv`; a file of another name, what gzip says (RFC 1952 §2.3.1), or itself without a name. */
function nameInside(name: string, format: FormatId, packed: Uint8Array): string {
  const stem = name.replace(/\.[^.]+$/, '');
  if (stem.includes('.') || format !== HAS_TIME_AND_NAME) return stem;
  return nameInGzip(packed) ?? stem;
}

const GZIP_EXTRA = 4;
const GZIP_NAME = 8;

function nameInGzip(packed: Uint8Array): string | undefined {
  const flags = packed[3]!;
  if ((flags & GZIP_NAME) === 0) return undefined;
  const start = 10 + ((flags & GZIP_EXTRA) === 0 ? 0 : 2 + packed[10]! + 256 * packed[11]!);
  const end = packed.indexOf(0, start);
  const name = latin1Of(packed.subarray(start, end)).replace(/^.*[\\/]/, '');
  return end > start && name !== '' && name.length < 256 ? name : undefined;
}
