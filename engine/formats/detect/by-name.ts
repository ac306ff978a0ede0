import type { FormatId } from '../index.ts';

/** What a text must at least look like to be what its name or its sender says; `true` is any text. */
const TEXT_FORMATS: Partial<Record<FormatId, true | RegExp>> = {
  ...any([
    'txt',
    'md',
    'rst',
    'org',
    'latex',
    'typst',
    'asciidoc',
    'textile',
    'mediawiki',
    'dokuwiki',
    'tikiwiki',
    'jira',
  ]),
  ...any([
    'muse',
    'haddock',
    'djot',
    't2t',
    'man',
    'texinfo',
    'mermaid',
    'gv',
    'texmath',
    'code',
    'bibtex',
    'ris',
    'abc',
  ]),
  ...any(['creole', 'twiki', 'vimwiki', 'xwiki', 'zimwiki', 'markua', 'bbcode', 'pod', 'mdoc', 'ms', 'context']),
  ...any(['csv', 'tsv', 'prn', 'yaml', 'toml', 'ini', 'properties', 'eth', 'sub', 'lrc', 'srt', 'sbv', 'obj', 'off']),
  ...starting(
    ['json', 'json5', 'ndjson', 'geojson', 'topojson', 'gltf', 'ipynb', 'csljson'],
    /^\s*([[{"\d/-]|true|false|null)/,
  ),
  ...starting(
    [
      'xml',
      'html',
      'hocr',
      'ttml',
      'smil',
      'opml',
      'tei',
      'docbook',
      'jats',
      'bits',
      'endnotexml',
      'icml',
      'mathml',
      'fb2',
      'svg',
      'smi',
    ],
    /^\s*</,
  ),
  ...starting(
    ['gpx', 'kml', 'gml', 'tcx', 'plist', 'xmlss', 'fodt', 'fods', 'fodp', 'fodg', 'dae', 'x3d', 'amf'],
    /^\s*</,
  ),
  ...starting(['ttx', 'musicxml', 'mei'], /^\s*</),
  ...starting(['eml', 'mbox', 'mhtml'], /^(From |[\w-]+:)/),
  ass: /\[Script Info\]|^Dialogue:/m,
  ssa: /\[Script Info\]|^Dialogue:/m,
  dif: /^TABLE/,
  slk: /^ID/,
  stl: /solid/,
  dxf: /SECTION/,
};

/** Formats without a signature: what nothing else claims is taken for what its name says. */
const UNMARKED: readonly FormatId[] = [
  ...([
    'br',
    'lzma',
    'tlz',
    'zlib',
    'g722',
    'aptx',
    'gsm',
    'shn',
    'mp3',
    'aac',
    'mpc',
    'dts',
    'dv',
    'mjpeg',
    'amv',
  ] as const),
  ...([
    'tga',
    'pict',
    'cgm',
    'wbmp',
    'otb',
    'palm',
    'avs',
    'g3',
    'pcd',
    'pcx',
    'aai',
    'mtv',
    'dcm',
    'raw',
    'srf',
    'k25',
    'dcr',
    'mos',
  ] as const),
  ...([
    'msgpack',
    'cbor',
    'bson',
    'dbf',
    'dta',
    'mat',
    'pcl',
    'wpd',
    'wps',
    'wri',
    'pdb',
    'cff',
    'iso',
    'dmg',
    'mod',
  ] as const),
];

function any(formats: readonly FormatId[]): Partial<Record<FormatId, true>> {
  return Object.fromEntries(formats.map((format) => [format, true]));
}

function starting(formats: readonly FormatId[], pattern: RegExp): Partial<Record<FormatId, RegExp>> {
  return Object.fromEntries(formats.map((format) => [format, pattern]));
}

/** Whether this text could be a file of a text format. */
export function couldBeText(text: string, format: FormatId): boolean {
  const look = TEXT_FORMATS[format];
  return look === true || (look !== undefined && look.test(text));
}

/** Whether a file that shows no signature may still be of this format. */
export function hasNoSignature(format: FormatId): boolean {
  return UNMARKED.includes(format);
}
