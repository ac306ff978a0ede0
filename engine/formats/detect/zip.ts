import type { FormatId } from '../index.ts';
import type { BoundedReader } from './bounded-reader.ts';
import { hasAnyMarker, latin1 } from './byte-fields.ts';
import { found, type Detector, type Finding } from './finding.ts';
import { decodeText } from './text/decode.ts';
import { endsWithZip, readMember, readMembers, type ZipMember } from './zip-directory.ts';

/** ZIPs that hold nothing to know them by: only their name tells. */
const BY_NAME_ONLY: readonly FormatId[] = [
  'zipx',
  'cbz',
  'htmlz',
  'txtz',
  'zae',
  'jar',
  'xpi',
  'apk',
  'kmz',
  'shapefile',
  'mapinfo',
  'filegdb',
  'maptab',
  'npz',
  'mxl',
];

/** Types of a package's main part (ECMA-376 part 2, `[Content_Types].xml`). */
const MAIN_PARTS: readonly (readonly [contentType: string, format: FormatId])[] = [
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml', 'docx'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml', 'dotx'],
  ['application/vnd.ms-word.document.macroenabled.main+xml', 'docm'],
  ['application/vnd.ms-word.template.macroenabledtemplate.main+xml', 'dotm'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml', 'xlsx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml', 'xltx'],
  ['application/vnd.ms-excel.sheet.macroenabled.main+xml', 'xlsm'],
  ['application/vnd.ms-excel.template.macroenabled.main+xml', 'xltm'],
  ['application/vnd.ms-excel.sheet.binary.macroenabled.main', 'xlsb'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml', 'pptx'],
  ['application/vnd.openxmlformats-officedocument.presentationml.template.main+xml', 'potx'],
  ['application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml', 'ppsx'],
  ['application/vnd.ms-powerpoint.presentation.macroenabled.main+xml', 'pptm'],
  ['application/vnd.ms-powerpoint.template.macroenabled.main+xml', 'potm'],
  ['application/vnd.ms-powerpoint.slideshow.macroenabled.main+xml', 'ppsm'],
  ['application/vnd.ms-visio.drawing.main+xml', 'vsdx'],
  ['application/vnd.ms-package.xps-fixeddocumentsequence+xml', 'xps'],
  ['application/vnd.ms-package.3dmanufacturing-3dmodel+xml', '3mf'],
];

/** Content of the `mimetype` entry (OpenDocument part 2 §3.3, EPUB OCF §4.3). */
const MIMETYPES: Readonly<Record<string, FormatId>> = {
  'application/epub+zip': 'epub',
  'application/x-ibooks+zip': 'ibooks',
  'application/hwp+zip': 'hwpx',
  'image/openraster': 'ora',
  'application/x-krita': 'kra',
  'application/x-krita-palette': 'kpl',
  'krita/x-colorset': 'kpl',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.text-template': 'ott',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.spreadsheet-template': 'ots',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.presentation-template': 'otp',
  'application/vnd.oasis.opendocument.graphics': 'odg',
  'application/vnd.oasis.opendocument.graphics-template': 'otg',
};

/** Archives known by which files lie in them, surest first. Names are lower case. */
const BY_LAYOUT: readonly (readonly [format: FormatId, confidence: number, matches: (names: NameSet) => boolean])[] = [
  ['docx', 0.85, (names) => names.some(/^word\/document\d*\.xml$/)],
  ['xlsb', 0.85, (names) => names.some(/^xl\/workbook\d*\.bin$/)],
  ['xlsx', 0.85, (names) => names.some(/^xl\/workbook\d*\.xml$/)],
  ['pptx', 0.85, (names) => names.some(/^ppt\/presentation\d*\.xml$/)],
  ['docx', 0.8, (names) => names.some(/^word\/_rels\//)],
  ['xlsx', 0.8, (names) => names.some(/^xl\/(_rels|worksheets)\//)],
  ['pptx', 0.8, (names) => names.some(/^ppt\/(_rels|slides)\//)],
  ['xps', 0.95, (names) => names.some(/\.fdseq$/)],
  ['3mf', 0.9, (names) => names.has('3d/3dmodel.model')],
  ['apk', 1, (names) => names.has('androidmanifest.xml') && names.some(/^(classes\.dex|resources\.arsc)$/)],
  [
    'mxl',
    0.95,
    (names) => names.has('meta-inf/container.xml') && names.some(/^[^/]+\.(musicxml|xml)$/) && !names.some(/\.opf$/),
  ],
  ['epub', 0.9, (names) => names.has('meta-inf/container.xml') && names.some(/\.opf$/)],
  ['xpi', 0.95, (names) => names.has('install.rdf') || names.has('meta-inf/mozilla.rsa')],
  ['jar', 0.95, (names) => names.has('meta-inf/manifest.mf')],
  ['key', 1, (names) => names.has('index.apxl') || names.some(/^(.*\.key\/)?index\/(master)?slide(-\d+)*\.iwa$/)],
  ['key', 0.95, (names) => names.some(/^[^/]+\.key\/index\.zip$/)],
  ['numbers', 0.95, (names) => names.some(/^[^/]+\.numbers\/index\.zip$/)],
  ['pages', 0.95, (names) => names.some(/^[^/]+\.pages\/index\.zip$/)],
  ['htmlz', 0.9, (names) => names.has('index.html') && names.has('metadata.opf')],
  ['txtz', 0.9, (names) => names.has('index.txt') && names.has('metadata.opf')],
  ['cbz', 0.95, (names) => names.has('comicinfo.xml')],
  ['kmz', 0.95, (names) => names.has('doc.kml') || names.some(/^[^/]+\.kml$/)],
  ['shapefile', 0.95, (names) => names.some(/\.shp$/) && names.some(/\.(shx|dbf)$/)],
  ['mapinfo', 0.95, (names) => names.some(/\.mif$/) && names.some(/\.mid$/)],
  ['filegdb', 0.95, (names) => names.some(/\.gdbtable$/) && names.some(/\.gdbtablx$/)],
  ['maptab', 0.95, (names) => names.some(/\.tab$/) && names.some(/\.map$/) && names.some(/\.(dat|dbf)$/)],
  ['usdz', 0.95, (names) => /\.usd[ac]?$/.test(names.first)],
  ['dotlottie', 0.95, (names) => names.has('manifest.json') && names.some(/^(a|animations)\/[^/]+\.json$/)],
  ['npz', 0.95, (names) => names.every(/\.npy$/)],
  ['zae', 0.9, (names) => names.some(/\.dae$/)],
];

export const detectZip: Detector = async (reader) => {
  if (!hasAnyMarker(reader.head, ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08PK', 'PK00PK'])) return undefined;
  return describeZip(reader, 1);
};

/** A ZIP behind something else: a self-extractor, or bytes that do not belong there. */
export const detectAppendedZip: Detector = async (reader) =>
  (await endsWithZip(reader)) ? describeZip(reader, 0.9) : undefined;

/** `trust` scales what the archive's layout says: the whole file is a ZIP, or only its end. */
async function describeZip(reader: BoundedReader, trust: number): Promise<Finding> {
  const members = await readMembers(reader);
  const finding =
    (await byMimetype(reader, members)) ??
    (await byContentTypes(reader, members)) ??
    (await byAppleIndex(reader, members)) ??
    byLayout(members);
  if (!finding) return found('zip', Math.min(trust, 0.95), BY_NAME_ONLY);
  return { ...finding, confidence: finding.confidence * trust };
}

async function byMimetype(reader: BoundedReader, members: readonly ZipMember[]): Promise<Finding | undefined> {
  const member = members.find(({ name }) => name === 'mimetype');
  if (!member) return undefined;
  const type = latin1(await readMember(reader, member))
    .trim()
    .toLowerCase();
  const format = MIMETYPES[type];
  return format && found(format);
}

async function byContentTypes(reader: BoundedReader, members: readonly ZipMember[]): Promise<Finding | undefined> {
  const member = members.find(({ name }) => name.toLowerCase() === '[content_types].xml');
  if (!member) return undefined;
  const types = (decodeText(await readMember(reader, member), false)?.text ?? '').toLowerCase();
  const format = MAIN_PARTS.find(([type]) => types.includes(`"${type}"`) || types.includes(`'${type}'`))?.[1];
  if (format === 'xps') return found('xps', 1, ['oxps']);
  return format && found(format);
}

/** Pages, Numbers and Keynote since 2013 share their layout: the first object of `Document.iwa` tells Pages apart. */
async function byAppleIndex(reader: BoundedReader, members: readonly ZipMember[]): Promise<Finding | undefined> {
  const document = members.find(({ name }) => /(^|\/)Index\/Document\.iwa$/.test(name));
  if (document) {
    const start = latin1(await readMember(reader, document), 0, 64);
    if (start.includes('\x08\x90\x4e')) return found('pages', 0.95);
    if (members.some(({ name }) => /\/(Master)?Slide(-\d+)*\.iwa$/.test(name))) return found('key', 0.95);
    return found('numbers', 0.9, ['key', 'pages']);
  }
  const old = members.find(({ name }) => name === 'index.xml');
  if (!old) return undefined;
  const start = latin1(await readMember(reader, old), 0, 2048);
  if (start.includes('<sl:document')) return found('pages');
  if (start.includes('<ls:document')) return found('numbers');
  return undefined;
}

function byLayout(members: readonly ZipMember[]): Finding | undefined {
  const files = members.map(({ name }) => name.toLowerCase()).filter((name) => name !== '' && !name.endsWith('/'));
  if (files.length === 0) return undefined;
  const set = new Set(files);
  const names: NameSet = {
    first: files[0]!,
    has: (name) => set.has(name),
    some: (pattern) => files.some((name) => pattern.test(name)),
    every: (pattern) => files.every((name) => pattern.test(name)),
  };
  const match = BY_LAYOUT.find(([, , matches]) => matches(names));
  return match && found(match[0], match[1]);
}

interface NameSet {
  readonly first: string;
  has(name: string): boolean;
  some(pattern: RegExp): boolean;
  every(pattern: RegExp): boolean;
}
