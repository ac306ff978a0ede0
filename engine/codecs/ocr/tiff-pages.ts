import { ConversionError } from '../../contract/errors.ts';

/** Version numbers behind the byte order: offsets of four bytes, and of eight (BigTIFF). */
const CLASSIC = 42;
const BIG = 43;
const NEW_SUBFILE_TYPE = 254;
/** The picture is a smaller version of another one. */
const REDUCED = 1;

interface Layout {
  readonly view: DataView;
  readonly isLittle: boolean;
  /** Where the offset of the first directory stands, and how many bytes all offsets have. */
  readonly firstAt: number;
  readonly offsetBytes: 4 | 8;
  readonly countBytes: 2 | 8;
  readonly entryBytes: 12 | 20;
}

/**
 * The pages of a TIFF, each as a file of its own that begins with it: the same bytes with another first directory (TIFF
 * 6.0, section 2). What is no TIFF, or has no chain of directories, is given on as it is.
 */
export function* tiffPages(file: Uint8Array, maxPages: number): Generator<Uint8Array> {
  const layout = layoutOf(file);
  const directories = layout ? directoriesOf(layout) : [];
  if (!layout || directories.length < 2) {
    yield file;
    return;
  }
  if (directories.length > maxPages) {
    throw new ConversionError({
      code: 'input_too_complex',
      message: `The TIFF has ${directories.length} pages; at most ${maxPages} are recognised at once. Split it first.`,
      details: { limit: 'frames', allowed: maxPages, found: directories.length },
    });
  }
  for (const offset of directories) {
    const page = file.slice();
    writeOffset({ ...layout, view: viewOf(page) }, layout.firstAt, offset);
    yield page;
  }
}

function layoutOf(file: Uint8Array): Layout | undefined {
  const view = viewOf(file);
  if (file.byteLength < 16) return undefined;
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return undefined;
  const isLittle = order === 0x4949;
  const version = view.getUint16(2, isLittle);
  if (version === CLASSIC) return { view, isLittle, firstAt: 4, offsetBytes: 4, countBytes: 2, entryBytes: 12 };
  if (version === BIG) return { view, isLittle, firstAt: 8, offsetBytes: 8, countBytes: 8, entryBytes: 20 };
  return undefined;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Offsets of the directories of whole pages, in their order; a chain that goes in circles or out of the file ends there. */
function directoriesOf(layout: Layout): number[] {
  const { view, offsetBytes, countBytes, entryBytes } = layout;
  const seen = new Set<number>();
  const pages: number[] = [];
  let at = readOffset(layout, layout.firstAt, offsetBytes);
  while (at > 0 && at + countBytes <= view.byteLength && !seen.has(at)) {
    seen.add(at);
    const entries = at + countBytes;
    const end = entries + readOffset(layout, at, countBytes) * entryBytes;
    if (end + offsetBytes > view.byteLength) break;
    if (!isReduced(layout, entries, end)) pages.push(at);
    at = readOffset(layout, end, offsetBytes);
  }
  return pages;
}

function isReduced({ view, isLittle, entryBytes, offsetBytes }: Layout, start: number, end: number): boolean {
  for (let entry = start; entry < end; entry += entryBytes) {
    if (view.getUint16(entry, isLittle) !== NEW_SUBFILE_TYPE) continue;
    return (view.getUint32(entry + 4 + offsetBytes, isLittle) & REDUCED) !== 0;
  }
  return false;
}

function readOffset({ view, isLittle }: Layout, at: number, bytes: 2 | 4 | 8): number {
  if (bytes === 2) return view.getUint16(at, isLittle);
  return bytes === 4 ? view.getUint32(at, isLittle) : Number(view.getBigUint64(at, isLittle));
}

function writeOffset({ view, isLittle, offsetBytes }: Layout, at: number, offset: number): void {
  if (offsetBytes === 4) view.setUint32(at, offset, isLittle);
  else view.setBigUint64(at, BigInt(offset), isLittle);
}
