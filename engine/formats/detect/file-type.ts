import type { FormatId } from '../index.ts';
import { u16le, u8 } from './byte-fields.ts';
import { found, type Detector } from './finding.ts';

/**
 * What file-type is asked for: plain signatures of binary formats. Containers, text and markers of two bytes are looked
 * into by our own detectors before.
 */
const TRUSTED: Readonly<Record<string, FormatId>> = {
  '7z': '7z',
  ace: 'ace',
  amr: 'amr',
  ape: 'ape',
  ar: 'ar',
  arj: 'arj',
  arrow: 'arrow',
  asar: 'asar',
  avro: 'avro',
  blend: 'blend',
  bpg: 'bpg',
  cab: 'cab',
  chm: 'chm',
  class: 'class',
  cpio: 'cpio',
  crx: 'crx',
  dcm: 'dcm',
  deb: 'deb',
  drc: 'drc',
  dsf: 'dsf',
  dwg: 'dwg',
  elf: 'elf',
  eot: 'eot',
  fbx: 'fbx',
  flac: 'flac',
  flif: 'flif',
  flv: 'flv',
  gif: 'gif',
  glb: 'glb',
  icc: 'icc',
  icns: 'icns',
  indd: 'indd',
  it: 'it',
  j2c: 'j2k',
  ktx: 'ktx',
  lnk: 'lnk',
  lzh: 'lzh',
  macho: 'macho',
  mid: 'mid',
  mpc: 'mpc',
  mxf: 'mxf',
  otf: 'otf',
  parquet: 'parquet',
  pcap: 'pcap',
  pst: 'pst',
  raf: 'raf',
  rar: 'rar',
  rm: 'rm',
  rpm: 'rpm',
  s3m: 's3m',
  sav: 'sav',
  skp: 'skp',
  swf: 'swf',
  ttc: 'ttc',
  ttf: 'ttf',
  voc: 'voc',
  wasm: 'wasm',
  woff: 'woff',
  woff2: 'woff2',
  wv: 'wv',
  xcf: 'xcf',
  xm: 'xm',
};

/** Formats that share a signature. */
const OR_NAMED: Partial<Record<FormatId, readonly FormatId[]>> = {
  rar: ['cbr'],
  '7z': ['cb7'],
  deb: ['ar'],
  amr: ['awb'],
  parquet: ['geoparquet'],
};

/** Two bytes are no signature: an archive's first header says that it is one, and is short. */
const CONFIRMED: Partial<Record<FormatId, (head: Uint8Array) => boolean>> = {
  arj: (head) => u16le(head, 2) <= 2600 && u8(head, 10) === 2,
};

export const detectByFileType: Detector = async ({ head }) => {
  const extension = await extensionOf(head);
  const format = extension === undefined ? undefined : TRUSTED[extension];
  if (!format || CONFIRMED[format]?.(head) === false) return undefined;
  return found(format, 0.97, OR_NAMED[format]);
};

/** The library's parsers may throw at the end of the head or for a damaged file: then they have found nothing. */
async function extensionOf(head: Uint8Array): Promise<string | undefined> {
  // Fifty modules, which most files do not need.
  const { fileTypeFromBuffer } = await import('file-type');
  try {
    return (await fileTypeFromBuffer(head))?.ext;
  } catch {
    return undefined;
  }
}
