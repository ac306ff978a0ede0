import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detect, fileSource, type ByteSource } from '../../../engine/formats/detect/index.ts';
import { formatOf, resolveFormat } from '../../../engine/formats/index.ts';
import { ConversionError } from '../../../engine/contract/errors.ts';
import { CORPORA, hasCorpora } from '../../support/corpora.ts';

interface Listed {
  readonly path: string;
  readonly format: string;
}

/** What detection says of files whose listed format is not what they are, and why. */
const EXCEPTIONS: Readonly<Record<string, readonly [says: string, why: string]>> = {
  'archive/tika/cc.warc.gz': ['warc', 'records of the web, each packed by itself'],
  'archive/libarchive/test_read_format_cpio_afio_header.part1.cpio': [
    'txt',
    'half of a header that another file completes',
  ],
  'archive/libarchive/test_read_format_cpio_afio_header.part2.cpio': ['txt', 'the other half'],
  'audio/file-type/fixture.aif': ['aifc', 'compressed AIFF, which shares the extension'],
  'data/tika/testBDB_btree_4.db': ['source_format_undetected', 'a Berkeley DB, not SQLite'],
  'data/tika/testBDB_btree_5.db': ['source_format_undetected', 'a Berkeley DB, not SQLite'],
  'font/epub3-samples/OldStandard-Bold.obf.woff': ['source_format_undetected', 'obfuscated by its book'],
  'font/epub3-samples/pdheb.ttf': ['source_format_undetected', 'obfuscated by its book'],
  'font/pdf.js/FoxitSerif.pfb': ['cff', 'bare CFF under a wrong name'],
  'font/pdf.js/FoxitSerifBoldItalic.pfb': ['cff', 'bare CFF under a wrong name'],
  'gis/Fiona/testopenfilegdb.gdb.zip': ['filegdb', 'a geodatabase, which is packed as a ZIP'],
  'image/file-type/fixture-json.webp': ['json', 'JSON under a wrong name'],
  'image/image/ball.png': ['apng', 'animated'],
  'image/image/fcTL-blend-source-transparent.png': ['apng', 'animated'],
  'image/libvips/t00740_tr1_segm.hdr': ['source_format_undetected', 'an Analyze header, not Radiance'],
  'markup/pandoc/tables.rtf': ['txt', 'a fragment without its header'],
  'markup/tika/testMessageNews.txt': ['eml', 'a message under a name of text'],
  'markup/tika/test_ignore_IBM420.html': ['source_format_undetected', 'EBCDIC'],
  'model3d/assimp/anim.ASE': ['maxase', 'a scene of 3ds Max in text, not Aseprite'],
  'model3d/assimp/anim2.ASE': ['maxase', 'a scene of 3ds Max in text, not Aseprite'],
  'model3d/assimp/WithColor.raw': ['txt', 'triangles in text, not a camera raw'],
  'model3d/assimp/WithTexture.raw': ['txt', 'triangles in text, not a camera raw'],
  'sheet/test_files/apachepoi_53282b.xlsx.xml': ['xmlss', 'Excel 2003 XML, which is named .xml'],
  'sheet/test_files/apachepoi_55341_CellStyleBorder.xls.xml': ['xmlss', 'Excel 2003 XML, which is named .xml'],
  'sheet/test_files/apachepoi_SampleSS.xlsx.xml': ['xmlss', 'Excel 2003 XML, which is named .xml'],
  'sheet/tika/Zamora2010.dif': ['xml', 'Directory Interchange Format, another DIF'],
  'sheet/tika/active_layer_arcss_grid_barrow_alaska_2012.dif': ['xml', 'Directory Interchange Format, another DIF'],
};

/** Head, then at most a megabyte in at most 128 reads. */
const MAX_BYTES = 1024 * 1024 + 64 * 1024;
const MAX_READS = 129;

describe.skipIf(!hasCorpora)('real files', () => {
  const files = hasCorpora ? listFiles() : [];

  it('are what their list says they are, by content and name, within the budget of reads', async () => {
    const confusions: string[] = [];
    for (const { path, format } of files) {
      const expected = EXCEPTIONS[path]?.[0] ?? resolveFormat(format);
      const found = await detectCounted(path, basename(path));
      if (expected !== undefined && found !== expected) confusions.push(`${path}: ${found} instead of ${expected}`);
    }
    expect(confusions).toEqual([]);
    expect(files.length).toBeGreaterThan(1000);
  });

  it('with signatures of their own are known without a name', async () => {
    const unnamed = new Set<string | undefined>(
      [
        'pdf',
        'docx',
        'xlsx',
        'xlsb',
        'pptx',
        'odt',
        'ods',
        'doc',
        'xls',
        'ppt',
        'msg',
        'epub',
        'rtf',
        'gif',
        'webp',
        'jpg',
      ].concat([
        'heic',
        'psd',
        'exr',
        'wav',
        'flac',
        'mp3',
        'opus',
        'webm',
        'mov',
        'woff2',
        'otf',
        '7z',
        'rar',
        'parquet',
        'fb2',
        'eml',
        'vtt',
      ]),
    );
    const confusions: string[] = [];
    for (const { path, format } of files) {
      const expected = resolveFormat(format);
      if (!unnamed.has(expected) || path in EXCEPTIONS || path === 'sheet/exceljs/missing-bits.xlsx') continue;
      const found = await detectCounted(path, undefined);
      if (found !== expected) confusions.push(`${path}: ${found} instead of ${expected}`);
    }
    expect(confusions).toEqual([]);
  });
});

it.skipIf(!hasCorpora)('no real file of another family is taken for an image, nor an image for another', async () => {
  const confusions: string[] = [];
  for (const { path, format } of hasCorpora ? listFiles() : []) {
    const expected = resolveFormat(EXCEPTIONS[path]?.[0] ?? format);
    const found = resolveFormat(await detectCounted(path, undefined));
    if (!expected || !found || found === 'gz') continue; // what a damaged stream holds cannot be seen
    if ((formatOf(found).family === 'image') !== (formatOf(expected).family === 'image'))
      confusions.push(`${path}: ${found}`);
  }
  expect(confusions).toEqual([]);
});

/** The format's id, or the code of the error. Anything but a ConversionError fails the test, as does an immoderate read. */
async function detectCounted(path: string, fileName: string | undefined): Promise<string> {
  await using file = await fileSource(join(CORPORA, path));
  let bytesRead = 0;
  let reads = 0;
  const counted: ByteSource = {
    size: file.size,
    read(position, length) {
      bytesRead += length;
      reads++;
      return file.read(position, length);
    },
  };
  try {
    return (await detect(counted, { fileName })).format;
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  } finally {
    expect(bytesRead, path).toBeLessThanOrEqual(MAX_BYTES);
    expect(reads, path).toBeLessThanOrEqual(MAX_READS);
  }
}

function listFiles(): Listed[] {
  const [, ...lines] = readFileSync(join(CORPORA, 'INDEX.tsv'), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))
    .map(([path, , format]) => ({ path: path!, format: format! }));
}
