import type { FormatId } from '../index.ts';
import type { BoundedReader } from './bounded-reader.ts';
import { hasMarker, indexOfMarker, latin1, u32be, u64be } from './byte-fields.ts';
import { found, type Detector, type Finding } from './finding.ts';

const MAX_BOXES = 48;
/** Boxes that can begin a QuickTime file from before `ftyp` existed. */
const QUICKTIME_STARTS: readonly string[] = ['moov', 'mdat', 'wide', 'pnot'];
/** Handlers of tracks (ISO/IEC 14496-12 §8.4.3): where audio is the only one, the file is no video. */
const MAX_MOVIE_BYTES = 256 * 1024;

/** MP4, QuickTime, 3GPP, HEIF, AVIF, JPEG 2000, JPEG XL, Canon CR3: files of the ISO base media kind. */
export const detectIsoMedia: Detector = async (reader) => {
  const type = latin1(reader.head, 4, 8);
  if (hasMarker(reader.head, '\0\0\0\x0cJXL \r\n\x87\n')) return found('jxl');
  if (hasMarker(reader.head, '\0\0\0\x0cjP  \r\n\x87\n')) return jpeg2000(brandsOf(reader.head, 12));
  // The low-overhead kind of HEIF has its coding brand where others have a version.
  if (hasMarker(reader.head, 'ftypmif3', 4)) return found(hasMarker(reader.head, 'avif', 12) ? 'avif' : 'heic');
  if (type === 'ftyp') return byBrands(reader, brandsOf(reader.head, 0));
  if (!QUICKTIME_STARTS.includes(type)) return undefined;
  const size = u32be(reader.head, 0);
  return size <= 1 || (size >= 8 && size <= reader.size) || type === 'mdat' ? found('mov', 0.9, ['mp4']) : undefined;
};

/** Major brand first, then the compatible ones, of the `ftyp` box at `at`. */
function brandsOf(head: Uint8Array, at: number): string[] {
  if (latin1(head, at + 4, at + 8) !== 'ftyp') return [];
  const end = Math.min(at + u32be(head, at), head.byteLength, at + 512);
  const brands = [latin1(head, at + 8, at + 12)];
  for (let position = at + 16; position + 4 <= end; position += 4) brands.push(latin1(head, position, position + 4));
  return brands;
}

function jpeg2000([major = 'jp2 ']: readonly string[]): Finding {
  const formats: Readonly<Record<string, FormatId>> = { 'jpx ': 'jpx', 'jpm ': 'jpm', mjp2: 'mj2' };
  return found(formats[major] ?? 'jp2', 1, ['jp2', 'jpx', 'jpm']);
}

async function byBrands(reader: BoundedReader, brands: readonly string[]): Promise<Finding> {
  const [major = ''] = brands;
  const image = imageBrandOf(brands);
  if (image) return found(image);
  if (major === 'crx ') return found('cr3');
  if (major.startsWith('3g2')) return found('3g2', 0.95, ['3gp']);
  if (/^(3g[eghprs]|kddi)/.test(major)) return found('3gp', 0.95, ['3ga', '3g2', 'mp4']);
  if (/^F4[VP]/.test(major)) return found('f4v', 1, ['mp4']);
  if (major === 'qt  ') return found('mov', 1, ['mp4']);
  if (/^M4[AB]/.test(major)) return found('m4a', 1, ['mp4']);
  if (/^F4[AB]/.test(major)) return found('m4a', 0.95, ['f4v', 'mp4']);
  return (await hasOnlyAudio(reader))
    ? found('m4a', 0.95, ['mp4', 'mov', '3ga', '3gp'])
    : found('mp4', 1, ['mov', 'f4v', '3gp']);
}

/** The structural brand (`mif1`, `msf1`) says only that there are images: the coding brand is beside it. */
function imageBrandOf(brands: readonly string[]): FormatId | undefined {
  const [major = ''] = brands;
  const isImage = /^(avi[fso]|he[iv][cmsx]|mif[12]|msf1|avc[is])$/.test(major);
  if (!isImage) return undefined;
  const isAv1 = brands.some((brand) => /^avi[fso]$/.test(brand));
  const isHevc = brands.some((brand) => /^he[iv][cmsx]$/.test(brand));
  if (/^avi[fso]$/.test(major) || (isAv1 && !isHevc)) return 'avif';
  return 'heic';
}

/** Looks for the movie box, at the beginning or at the end, and for its tracks' handlers. */
async function hasOnlyAudio(reader: BoundedReader): Promise<boolean> {
  let at = 0;
  for (let count = 0; count < MAX_BOXES; count++) {
    const header = await reader.read(at, 16);
    if (header.byteLength < 8) return false;
    const stated = u32be(header, 0);
    const size = stated === 1 ? u64be(header, 8) : stated === 0 ? reader.size - at : stated;
    if (size < 8) return false;
    if (latin1(header, 4, 8) === 'moov') return isAudioOnly(await reader.read(at, Math.min(size, MAX_MOVIE_BYTES)));
    at += size;
  }
  return false;
}

/**
 * Whether sound is the only kind of track. Media handlers follow their track's header, so the box's name is enough
 * to find them; text tracks of chapters do not count.
 */
function isAudioOnly(movie: Uint8Array): boolean {
  let hasAudio = false;
  for (let at = indexOfMarker(movie, 'hdlr'); at >= 0; at = indexOfMarker(movie, 'hdlr', at + 4)) {
    const handler = latin1(movie, at + 12, at + 16);
    if (handler === 'vide') return false;
    if (handler === 'soun') hasAudio = true;
  }
  return hasAudio;
}
