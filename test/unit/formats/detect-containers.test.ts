import { expect, it } from 'vitest';
import { bytesSource, detect } from '../../../engine/formats/detect/index.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import {
  adtsFrames,
  box,
  bytes,
  compoundFile,
  contentTypes,
  ftyp,
  id3,
  matroska,
  moov,
  mp3Frames,
  ogg,
  png,
  tar,
  tiff,
  u16le,
  u32be,
  u32le,
  WORD_MAIN,
  zeros,
  zip,
} from '../../support/sample-files.ts';

const formatOf = async (content: Uint8Array, fileName?: string): Promise<FormatId> =>
  (await detect(bytesSource(content), { fileName })).format;

const wordEntries = {
  '[Content_Types].xml': contentTypes('word/document.xml', WORD_MAIN),
  'word/document.xml': '<w:document/>',
};

it.each<[string, Uint8Array, FormatId]>([
  ['an archive of any files', zip({ 'a.txt': 'a', 'b.bin': 'b' }), 'zip'],
  ['a Word document', zip(wordEntries), 'docx'],
  [
    'a document whose main part has another name',
    zip({ 'other/main.xml': '<w:document/>', '[Content_Types].xml': contentTypes('other/main.xml', WORD_MAIN) }),
    'docx',
  ],
  ['a document without its content types', zip({ 'word/document.xml': '<w:document/>' }), 'docx'],
  ['names with backslashes', zip({ 'word\\document.xml': '<w:document/>' }), 'docx'],
  [
    'a template',
    zip({
      '[Content_Types].xml': contentTypes('word/document.xml', WORD_MAIN.replace('document.main', 'template.main')),
    }),
    'dotx',
  ],
  [
    'macros',
    zip({
      '[Content_Types].xml': contentTypes('xl/workbook.xml', 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'),
    }),
    'xlsm',
  ],
  [
    'a binary workbook',
    zip({
      '[Content_Types].xml': contentTypes('xl/workbook.bin', 'application/vnd.ms-excel.sheet.binary.macroEnabled.main'),
    }),
    'xlsb',
  ],
  ['OpenDocument', zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<a/>' }), 'odt'],
  [
    'OpenDocument with its type not first',
    zip({ 'content.xml': '<a/>', mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }),
    'ods',
  ],
  ['a book', zip({ mimetype: 'application/epub+zip', 'META-INF/container.xml': '<a/>' }), 'epub'],
  ['a book without its type', zip({ 'META-INF/container.xml': '<a/>', 'OEBPS/content.opf': '<a/>' }), 'epub'],
  ['a Java archive', zip({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0' }), 'jar'],
  ['an Android package', zip({ 'META-INF/MANIFEST.MF': '', 'AndroidManifest.xml': '', 'classes.dex': '' }), 'apk'],
  ['a map', zip({ 'doc.kml': '<kml/>' }), 'kmz'],
  ['a comic with its description', zip({ 'ComicInfo.xml': '<a/>', '1.jpg': '' }), 'cbz'],
])('tells ZIPs apart by what is in them: %s', async (_name, content, expected) => {
  expect(await formatOf(content)).toBe(expected);
});

it('finds a document in a ZIP that begins with something else', async () => {
  expect(await formatOf(bytes([1, 2, 3, 0, 0xff], 'preamble', zeros(300), zip(wordEntries)))).toBe('docx');
});

it('knows a truncated document by its first entries', async () => {
  const whole = zip(wordEntries);
  expect(await formatOf(whole.subarray(0, whole.byteLength - 60))).toBe('docx');
});

it('takes an image with a ZIP behind it for an image', async () => {
  expect(await formatOf(bytes('GIF89a', zeros(20), zip({ 'a.txt': 'a' })))).toBe('gif');
});

it('lets the name decide what a ZIP of images is', async () => {
  const images = zip({ '1.jpg': 'x', '2.jpg': 'y' });
  expect(await formatOf(images)).toBe('zip');
  const named = await detect(bytesSource(images), { fileName: 'Comic.CBZ' });
  expect(named).toMatchObject({ format: 'cbz', via: 'name', warnings: [] });
});

it.each<[readonly string[], FormatId]>([
  [['IDAT'], 'png'],
  [['gAMA', 'acTL', 'IDAT'], 'apng'],
  [['IDAT', 'acTL'], 'png'],
])('takes PNG with animation control before the pixels for APNG: %j', async (chunks, expected) => {
  expect(await formatOf(png(chunks))).toBe(expected);
});

const CFA = 32_803;
it.each<[string, Uint8Array, FormatId]>([
  [
    'no camera',
    tiff([
      [256, 1],
      [262, 2],
    ]),
    'tiff',
  ],
  [
    'a scanner of a camera maker',
    tiff([
      [262, 2],
      [271, 'NIKON'],
    ]),
    'tiff',
  ],
  [
    'DNGVersion',
    tiff([
      [262, 2],
      [50_706, 1],
    ]),
    'dng',
  ],
  [
    'sensor data of Nikon',
    tiff([
      [262, CFA],
      [271, 'NIKON CORPORATION'],
    ]),
    'nef',
  ],
  [
    'sensor data of Sony',
    tiff([
      [262, CFA],
      [271, 'SONY'],
    ]),
    'arw',
  ],
  [
    'sensor data of Pentax',
    tiff([
      [259, 65_535],
      [262, CFA],
      [271, 'PENTAX'],
    ]),
    'pef',
  ],
  ['Olympus', tiff([[262, 2]], { head: 'IIRO' }), 'orf'],
  ['Panasonic', tiff([[262, 2]], { head: 'IIU\0' }), 'rw2'],
  ['Canon', bytes('II*\0', u32le(16), 'CR', 2, 0, zeros(20)), 'cr2'],
])('tells raw images from TIFF: %s', async (_name, content, expected) => {
  expect(await formatOf(content)).toBe(expected);
});

it.each<[string, Uint8Array, FormatId]>([
  ['video and sound', bytes(ftyp('isom', 'mp42'), moov('vide', 'soun')), 'mp4'],
  ['sound alone', bytes(ftyp('isom', 'mp42'), moov('soun')), 'm4a'],
  ['sound alone, the movie box last', bytes(ftyp('mp42'), box('mdat', zeros(100_000)), moov('soun')), 'm4a'],
  ['sound with chapters', bytes(ftyp('M4B '), moov('soun', 'text')), 'm4a'],
  ['sound by its brand', bytes(ftyp('M4A ', 'isom')), 'm4a'],
  ['QuickTime', bytes(ftyp('qt  '), moov('vide')), 'mov'],
  ['QuickTime without a brand', bytes(box('wide'), box('mdat', zeros(40))), 'mov'],
  ['a phone', bytes(ftyp('3gp4', 'isom'), moov('vide')), '3gp'],
  ['HEIC', bytes(ftyp('heic', 'mif1')), 'heic'],
  ['HEIC by its compatible brand', bytes(ftyp('mif1', 'heic')), 'heic'],
  ['AVIF', bytes(ftyp('avif', 'mif1')), 'avif'],
  ['AVIF by its compatible brand', bytes(ftyp('mif1', 'avif', 'miaf')), 'avif'],
  ['a Canon raw', bytes(ftyp('crx ', 'isom')), 'cr3'],
  ['JPEG 2000', bytes(u32be(12), 'jP  \r\n', [0x87], '\n', ftyp('jp2 ')), 'jp2'],
  ['JPEG XL', bytes(u32be(12), 'JXL \r\n', [0x87], '\n'), 'jxl'],
])('tells ISO media files apart by brands and tracks: %s', async (_name, content, expected) => {
  expect(await formatOf(content)).toBe(expected);
});

it('keeps the name of a film without images', async () => {
  const audioOnly = bytes(ftyp('isom'), moov('soun'));
  expect(await detect(bytesSource(audioOnly), { fileName: 'talk.mp4' })).toMatchObject({ format: 'mp4', warnings: [] });
});

it.each<[string, Uint8Array, FormatId]>([
  ['Matroska', matroska('matroska', [1, 2]), 'mkv'],
  ['Matroska without pictures', matroska('matroska', [2]), 'mka'],
  ['WebM', matroska('webm', [1]), 'webm'],
  ['WebM without pictures', matroska('webm', [2]), 'weba'],
  ['Vorbis', ogg(bytes(1, 'vorbis', zeros(20))), 'ogg'],
  ['Opus', ogg(bytes('OpusHead', 1, 2)), 'opus'],
  ['Speex', ogg(bytes('Speex   ', zeros(20))), 'spx'],
  ['Theora with Vorbis', ogg(bytes(1, 'vorbis', zeros(20)), bytes([0x80], 'theora', zeros(20))), 'ogv'],
  ['waves', bytes('RIFF', u32le(100), 'WAVEfmt '), 'wav'],
  ['long waves', bytes('RF64', u32le(0xffffffff), 'WAVEds64'), 'wav'],
  ['AVI', bytes('RIFF', u32le(100), 'AVI LIST'), 'avi'],
  ['WebP', bytes('RIFF', u32le(100), 'WEBPVP8 '), 'webp'],
  ['AIFF', bytes('FORM', u32be(100), 'AIFFCOMM'), 'aiff'],
])('tells media containers apart by what they carry: %s', async (_name, content, expected) => {
  expect(await formatOf(content)).toBe(expected);
});

it.each<[string, Uint8Array, FormatId]>([
  ['MP3 frames', mp3Frames(4), 'mp3'],
  ['MP3 behind a tag', bytes(id3(200), mp3Frames(4)), 'mp3'],
  [
    'MP3 behind a tag that is longer than the head',
    bytes(id3(16_000), id3(16_000), id3(16_000), id3(16_000), mp3Frames(4)),
    'mp3',
  ],
  ['MP3 behind junk', bytes([9, 0, 0, 7], zeros(100), mp3Frames(6)), 'mp3'],
  ['FLAC behind a tag', bytes(id3(200), 'fLaC', zeros(40)), 'flac'],
  ['nothing but a tag', id3(100), 'mp3'],
  ['ADTS', adtsFrames(4), 'aac'],
  ['ADTS behind a tag', bytes(id3(50), adtsFrames(4)), 'aac'],
  ['a transport stream', bytes(...Array.from({ length: 6 }, () => bytes(0x47, [0x40, 0, 0x10], zeros(184)))), 'ts'],
  [
    'a Blu-ray stream',
    bytes(...Array.from({ length: 6 }, () => bytes(zeros(4), 0x47, [0x40, 0, 0x10], zeros(184)))),
    'm2ts',
  ],
  ['a program stream', bytes([0, 0, 1, 0xba, 0x44], zeros(40)), 'mpg'],
])('knows MPEG streams by frames that follow each other: %s', async (_name, content, expected) => {
  expect(await formatOf(content)).toBe(expected);
});

it('does not take a single sync word for audio', async () => {
  await expect(formatOf(bytes([0xff, 0xfb, 0x90, 0x64], new Uint8Array(4000).fill(0x80)))).rejects.toMatchObject({
    code: 'source_format_undetected',
  });
});

it.each<[readonly string[], FormatId]>([
  [['\u0005SummaryInformation', 'WordDocument', '1Table'], 'doc'],
  [['Workbook'], 'xls'],
  [['Book'], 'xls'],
  [['PowerPoint Document', 'Current User'], 'ppt'],
  [['__nameid_version1.0', '__properties_version1.0'], 'msg'],
  [['VisioDocument'], 'vsd'],
])('tells compound files apart by their streams: %j', async (streams, expected) => {
  expect(await formatOf(compoundFile(streams))).toBe(expected);
});

it('reads a compound directory that goes on in a second sector', async () => {
  expect(await formatOf(compoundFile(['a', 'b', 'c', 'd', 'e', 'f', 'Workbook']))).toBe('xls');
});

it('knows an installer by its class', async () => {
  const classId = bytes([0x84, 0x10, 0x0c, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x46]);
  expect(await formatOf(compoundFile(['anything'], { classId }))).toBe('msi');
});

it('lets the name say which program encrypted a document', async () => {
  const encrypted = compoundFile(['EncryptedPackage', 'EncryptionInfo']);
  expect(await formatOf(encrypted, 'Secret.xlsx')).toBe('xlsx');
  expect(await formatOf(encrypted)).toBe('docx');
});

it.each<[string, Uint8Array, FormatId]>([
  ['an icon', bytes([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0], u32le(40), u32le(22), zeros(40)), 'ico'],
  ['a cursor', bytes([0, 0, 2, 0, 1, 0, 16, 16, 0, 0, 1, 0, 1, 0], u32le(40), u32le(22), zeros(40)), 'cur'],
  ['a bitmap', bytes('BM', u32le(60), u32le(0), u32le(54), u32le(40), zeros(40)), 'bmp'],
  ['a tar', tar('file.txt'), 'tar'],
  ['a bitmap of text', bytes('P4\n# made by hand\n8 2\n', [0, 0xff]), 'pbm'],
  ['PDF behind junk', bytes([0, 1, 2, 3], '%PDF-1.7\n', [0xe2, 0xe3]), 'pdf'],
  ['triangles', bytes(zeros(80), u32le(2), zeros(100)), 'stl'],
  [
    'a dBASE table',
    bytes([3, 124, 5, 17], u32le(1), u16le(65), u16le(11), zeros(20), 'NAME', zeros(28), 0x0d, zeros(11)),
    'dbf',
  ],
])('looks at the fields behind common first bytes: %s', async (_name, content, expected) => {
  expect(await formatOf(content)).toBe(expected);
});

it('does not take a sentence that begins with BM or MZ for a bitmap or a program', async () => {
  expect(await formatOf(bytes('BM is short for bitmap, and a bitmap is a picture.\n'))).toBe('txt');
  expect(await formatOf(bytes('MZ are the initials of an engineer.\n'))).toBe('txt');
});
