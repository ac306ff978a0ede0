import type { FormatId } from '../index.ts';
import { hasMarker } from './byte-fields.ts';
import { found, type Detector, type Finding } from './finding.ts';

/** A marker at a place; all of `markers` must stand there. Text at several places is one row. */
interface Signature {
  readonly format: FormatId;
  readonly markers: readonly (readonly [offset: number, marker: string])[];
  readonly confidence: number;
  readonly orNamed: readonly FormatId[];
}

function signature(
  format: FormatId,
  marker: string,
  offset = 0,
  orNamed: readonly FormatId[] = [],
  confidence = 1,
): Signature {
  return { format, markers: [[offset, marker]], confidence, orNamed };
}

function signatures(format: FormatId, markers: Signature['markers'], orNamed: readonly FormatId[] = []): Signature {
  return { format, markers, confidence: 1, orNamed };
}

/** Markers of bytes that no text has, or that nothing but the format begins with. One character a byte. */
const BINARY: readonly Signature[] = [
  // Images
  signature('mng', '\x8aMNG\r\n\x1a\n'),
  signature('jng', '\x8bJNG\r\n\x1a\n'),
  signature('psd', '8BPS\0\x01'),
  signature('psb', '8BPS\0\x02'),
  signature('jxl', '\xff\x0a', 0, [], 0.85),
  signature('dds', 'DDS \x7c\0\0\0'),
  signature('ktx2', '\xabKTX 20\xbb\r\n\x1a\n'),
  signature('exr', '\x76\x2f\x31\x01'),
  signature('qoi', 'qoif\0'),
  signature('ff', 'farbfeld'),
  signature('dcx', '\xb1\x68\xde\x3a'),
  signature('ras', '\x59\xa6\x6a\x95'),
  signature('fl32', 'FL32'),
  signature('fl32', '23LF'),
  signatures('ase', [
    [4, '\xe0\xa5'],
    [132, '\xfa\xf1'],
  ]),
  signature('dpx', 'SDPX\0'),
  signature('dpx', 'XPDS'),
  signature('cin', '\x80\x2a\x5f\xd7'),
  signature('cin', '\xd7\x5f\x2a\x80'),
  signature('pcd', 'PCD_IPI', 2048),
  signature('pcd', 'PCD_OPA'),
  signature('sixel', '\x1bPq', 0, [], 0.9),
  signature('sixel', '\x1bP0;', 0, [], 0.9),
  signature('wmf', '\xd7\xcd\xc6\x9a'),
  signature('wmf', '\x01\0\x09\0\0\x03', 0, [], 0.9),
  signature('wmf', '\x02\0\x09\0\0\x03', 0, [], 0.9),
  signatures('emf', [
    [0, '\x01\0\0\0'],
    [40, ' EMF'],
  ]),
  // WordPerfect's files say which of its programs wrote them.
  signatures('wpg', [
    [0, '\xffWPC'],
    [8, '\x01\x16'],
  ]),
  signature('eps', '\xc5\xd0\xd3\xc6', 0, ['ai']),
  signature('dxf', 'AutoCAD Binary DXF'),
  signature('mrw', '\0MRM'),
  signature('x3f', 'FOVb'),
  signature('crw', 'HEAPCCDR', 6),
  signature('iiq', 'IIII', 0, [], 0.9),
  signature('iiq', 'MMMM', 0, [], 0.9),
  signature('pict', '\0\x11\x02\xff\x0c\0', 522),
  signature('pict', '\0\x11\x02\xff\x0c\0', 10),
  // Audio
  signature('au', '.snd\0'),
  signature('au', 'dns.'),
  signature('aac', 'ADIF'),
  signature('caf', 'caff\0\x01'),
  signature('w64', 'riff\x2e\x91\xcf\x11'),
  signature('tta', 'TTA1'),
  signature('tta', 'TTA2'),
  signature('shn', 'ajkg'),
  signature('tak', 'tBaK'),
  signature('ofr', 'OFR '),
  signature('dff', 'FRM8'),
  signature('awb', '#!AMR-WB\n'),
  signature('ra', '.ra\xfd'),
  signature('sox', '.SoX'),
  signature('sox', 'XoS.'),
  ...['M.K.', 'M!K!', 'FLT4', 'FLT8', '4CHN', '6CHN', '8CHN'].map((tag) => signature('mod', tag, 1080, [], 0.95)),
  // Video
  signature('y4m', 'YUV4MPEG2 '),
  signature('nut', 'nut/multimedia container\0'),
  signature('ivf', 'DKIF'),
  signature('gxf', '\0\0\0\0\x01\xbc'),
  signature('wtv', '\xb7\xd8\x00\x20\x37\x49\xda\x11\xa6\x4e\x00\x07\xe9\x5e\xad\x8d'),
  signature('roq', '\x84\x10\xff\xff\xff\xff'),
  signature('fli', '\x11\xaf', 4, [], 0.8),
  signature('fli', '\x12\xaf', 4, [], 0.8),
  signature('dv', '\x1f\x07\0', 0, [], 0.85),
  // Documents, books, mail
  signature('pdf', '%PDF-', 0, ['ai']),
  signature('hwp', 'HWP Document File'),
  signature('one', '\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3'),
  signature('wpd', '\xffWPC', 0, [], 0.95),
  signature('wri', '\x31\xbe\0\0\0\xab'),
  signature('wri', '\x32\xbe\0\0\0\xab'),
  signature('doc', '\xdb\xa5\x2d\0', 0, ['dot'], 0.95),
  signature('doc', '\x9b\xa5\x21\0', 0, ['dot'], 0.95),
  signature('wps', '\x01\xfe\x32\0', 0, [], 0.9),
  signature('lit', 'ITOLITLS'),
  signature('mobi', 'BOOKMOBI', 60, ['azw3']),
  signature('pdb', 'TEXtREAd', 60),
  signature('pdb', 'PNRdPPrs', 60),
  signature('pcl', '\x1bE\x1b', 0, [], 0.9),
  signature('pcl', '\x1b%-12345X', 0, ['ps'], 0.9),
  // Sheets before compound files
  signature('wk1', '\0\0\x02\0\x04\x04'),
  signature('wk1', '\0\0\x02\0\x05\x04'),
  signature('wk1', '\0\0\x02\0\x06\x04'),
  signature('wk3', '\0\0\x1a\0\0\x10\x04\0'),
  signature('wk4', '\0\0\x1a\0\x02\x10\x04\0'),
  signature('wk4', '\0\0\x1a\0\x03\x10\x04\0'),
  signature('wk4', '\0\0\x1a\0\x05\x10\x04\0'),
  signature('wq1', '\0\0\x02\0\x20\x51'),
  signature('wq1', '\0\0\x02\0\x21\x51'),
  signature('wb1', '\0\0\x02\0\x01\x10'),
  signature('wb1', '\0\0\x02\0\x02\x10'),
  signature('xls', '\x09\0\x04\0', 0, [], 0.95),
  signature('xls', '\x09\x02\x06\0', 0, [], 0.95),
  signature('xls', '\x09\x04\x06\0', 0, [], 0.95),
  signature('xls', '\x09\x08\x08\0\0\x05', 0, [], 0.95),
  signature('xls', '\x09\x08\x10\0\0\x06', 0, [], 0.95),
  // Data
  signature('parquet', 'PARE'),
  signature('arrow', 'FEA1'),
  signature('orc', 'ORC', 0, [], 0.8),
  signatures(
    'gpkg',
    [
      [0, 'SQLite format 3\0'],
      [68, 'GPKG'],
    ],
    ['sqlite'],
  ),
  signature('sqlite', 'SQLite format 3\0', 0, ['gpkg']),
  signature('mdb', '\0\x01\0\0Standard Jet DB\0'),
  signature('accdb', '\0\x01\0\0Standard ACE DB\0'),
  signature('npy', '\x93NUMPY'),
  ...[0, 512, 1024, 2048].map((offset) => signature('hdf5', '\x89HDF\r\n\x1a\n', offset, ['mat', 'netcdf'])),
  signature('netcdf', 'CDF\x01'),
  signature('netcdf', 'CDF\x02'),
  signature('netcdf', 'CDF\x05'),
  signature('mat', 'MATLAB 5.0 MAT-file'),
  signature('sas7bdat', '\0\0\0\0\0\0\0\0\0\0\0\0\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\0\x09\xc7\x31\x8c'),
  signature('sav', '$FL2@(#)'),
  signature('sav', '$FL3@(#)'),
  signature('dta', '<stata_dta>'),
  signature('rds', 'RDX2\n'),
  signature('rds', 'RDX3\n'),
  signature('plist', 'bplist0'),
  signature('pcapng', '\x0a\x0d\x0d\x0a'),
  signatures('grib', [
    [0, 'GRIB'],
    [7, '\x01'],
  ]),
  signatures('grib', [
    [0, 'GRIB'],
    [7, '\x02'],
  ]),
  signature('fgb', 'fgb\x03'),
  signature('cbor', '\xd9\xd9\xf7'),
  // Archives
  signature('rar', 'RE~^', 0, [], 0.9),
  signature('wim', 'MSWIM\0\0\0'),
  signature('wim', 'WLPWM\0\0\0'),
  ...[32_769, 34_817, 36_865].map((offset) => signature('iso', 'CD001', offset)),
  signature('dmg', 'encrcdsa'),
  signature('squashfs', 'hsqs'),
  signature('squashfs', 'sqsh'),
  signature('xar', 'xar!'),
  signature('cpio', '070701'),
  signature('cpio', '070702'),
  // Fonts
  signature('pfb', '\x80\x01'),
  signature('pcf', '\x01fcp'),
  // Models, programs, others
];

/** Signatures that are read whether or not the rest of the file looks like text. */
export const detectSignature: Detector = async ({ head }) => match(head, BINARY);

function match(head: Uint8Array, signatures: readonly Signature[]): Finding | undefined {
  const hit = signatures.find(
    ({ markers, confidence }) =>
      confidence >= 0.5 && markers.every(([offset, marker]) => hasMarker(head, marker, offset)),
  );
  return hit && found(hit.format, hit.confidence, hit.orNamed);
}
