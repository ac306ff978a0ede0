import type { FormatId } from '../index.ts';

/** Formats that every file of another is too, the nearest first: a DOCX is a ZIP, a map in GeoJSON is JSON. */
const IS_ALSO: Partial<Record<FormatId, readonly FormatId[]>> = {
  ...each(
    ['docx', 'docm', 'dotx', 'dotm', 'xlsx', 'xlsm', 'xlsb', 'xltx', 'xltm', 'pptx', 'pptm', 'potx', 'potm'],
    ['zip'],
  ),
  ...each(['ppsx', 'ppsm', 'vsdx', 'xps', 'oxps', '3mf', 'usdz', 'hwpx', 'pages', 'numbers', 'key'], ['zip']),
  ...each(['odt', 'ott', 'ods', 'ots', 'odp', 'otp', 'odg', 'otg', 'ora', 'kra'], ['zip']),
  ...each(['epub', 'cbz', 'htmlz', 'txtz', 'zipx', 'jar', 'kmz', 'npz', 'mxl', 'zae'], ['zip']),
  ibooks: ['epub', 'zip'],
  apk: ['jar', 'zip'],
  xpi: ['jar', 'zip'],
  cbr: ['rar'],
  cb7: ['7z'],
  cbt: ['tar'],
  deb: ['ar'],
  ...each(['tgz', 'svgz', 'rds'], ['gz']),
  tbz2: ['bz2'],
  txz: ['xz'],
  tzst: ['zst'],
  tlz: ['lzma'],
  apng: ['png'],
  mpo: ['jpg'],
  pnm: ['ppm', 'pgm', 'pbm'],
  ...each(['pbm', 'pgm', 'ppm'], ['pnm']),
  ...each(
    [
      'dng',
      'nef',
      'nrw',
      'arw',
      'sr2',
      'srf',
      'pef',
      'srw',
      '3fr',
      'fff',
      'kdc',
      'dcr',
      'k25',
      'mos',
      'iiq',
      'mef',
      'erf',
      'cr2',
    ],
    ['tiff'],
  ),
  ai: ['pdf', 'eps', 'ps'],
  eps: ['ps'],
  m4a: ['mp4', 'mov'],
  mp4: ['mov', 'm4a'],
  f4v: ['mp4'],
  '3gp': ['mp4'],
  '3g2': ['3gp', 'mp4'],
  '3ga': ['3gp', 'mp4'],
  mov: ['mp4'],
  mka: ['mkv'],
  weba: ['webm', 'mka', 'mkv'],
  webm: ['mkv'],
  ...each(['opus', 'oga', 'spx', 'ogv', 'ogm'], ['ogg']),
  ...each(['wma', 'wmv'], ['asf']),
  asf: ['wmv', 'wma'],
  aiff: ['aifc'],
  aifc: ['aiff'],
  vob: ['mpg'],
  m2ts: ['ts'],
  dot: ['doc'],
  xlt: ['xls'],
  pps: ['ppt'],
  azw3: ['mobi'],
  gpkg: ['sqlite'],
  ...each(['geojson', 'topojson', 'gltf', 'ipynb', 'csljson'], ['json', 'yaml', 'json5']),
  json: ['yaml', 'json5'],
  ndjson: ['json'],
  svg: ['xml', 'html'],
  html: ['xml', 'md'],
  hocr: ['html', 'xml'],
  ...each(['fb2', 'ttml', 'smil', 'opml', 'tei', 'docbook', 'jats', 'bits', 'endnotexml', 'icml', 'mathml'], ['xml']),
  ...each(['gpx', 'kml', 'gml', 'tcx', 'plist', 'xmlss', 'fodt', 'fods', 'fodp', 'fodg'], ['xml']),
  ...each(['dae', 'x3d', 'amf', 'ttx', 'musicxml', 'mei'], ['xml']),
  ...each(['csv', 'tsv'], ['prn']),
  toml: ['ini'],
  ini: ['properties'],
  ssa: ['ass'],
  mhtml: ['eml'],
  mbox: ['eml'],
};

/** Formats whose files commonly carry another one's extension: that name is no mistake. */
const SHARES_NAME: Partial<Record<FormatId, FormatId>> = {
  apng: 'png',
  ico: 'cur', // ImageMagick's cursors say that they are icons
  aifc: 'aiff',
  opus: 'ogg',
  spx: 'ogg',
  ogv: 'ogg',
  dot: 'doc',
  pps: 'ppt',
  azw3: 'mobi',
};

function each(formats: readonly FormatId[], also: readonly FormatId[]): Partial<Record<FormatId, readonly FormatId[]>> {
  return Object.fromEntries(formats.map((format) => [format, also]));
}

/** What a file of this format may be read as too, the most specific first. */
export function alsoOf(format: FormatId): readonly FormatId[] {
  return IS_ALSO[format] ?? [];
}

/** Whether a file of this format may honestly be named as the other one. */
export function sharesName(format: FormatId, named: FormatId): boolean {
  return SHARES_NAME[format] === named;
}
