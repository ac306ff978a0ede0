import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  bytesSource,
  confirmSource,
  detect,
  fileSource,
  type ByteSource,
} from '../../../engine/formats/detect/index.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import {
  bytes,
  contentTypes,
  ftyp,
  moov,
  mp3Frames,
  png,
  tiff,
  u32be,
  WORD_MAIN,
  zeros,
  zip,
} from '../../support/sample-files.ts';

const of = (content: Uint8Array | string): ByteSource =>
  bytesSource(typeof content === 'string' ? bytes(content) : content);
const docx = zip({ '[Content_Types].xml': contentTypes('word/document.xml', WORD_MAIN) });

it('refuses an empty file by name', async () => {
  await expect(detect(of(''), { fileName: 'a.pdf' })).rejects.toMatchObject({ code: 'empty_file' });
  await expect(confirmSource(of(''), 'pdf')).rejects.toMatchObject({ code: 'empty_file' });
});

it.each([
  ['a zero byte', bytes(0), undefined],
  [
    'bytes without a pattern',
    Uint8Array.from({ length: 5000 }, (_, index) => (index * 197 + (index >> 3) * 31) & 0xff),
    undefined,
  ],
  ['bytes that a PDF does not begin with', bytes([0, 1, 2, 3, 4, 5, 6, 7, 8]), 'report.pdf'],
])('does not guess: %s', async (_name, content, fileName) => {
  await expect(detect(of(content), { fileName })).rejects.toMatchObject({ code: 'source_format_undetected' });
});

it('trusts content more than a name, and says so', async () => {
  const { format, via, warnings } = await detect(of(png(['IDAT'])), { fileName: 'photo.jpg' });
  expect({ format, via }).toEqual({ format: 'png', via: 'content' });
  expect(warnings).toEqual([
    expect.objectContaining({ code: 'file_name_mismatch', details: { named: 'jpg', detected: 'png' } }),
  ]);
});

it.each<[string, Uint8Array | string, FormatId]>([
  ['photo.PNG', png(['IDAT']), 'png'],
  ['moving.png', png(['acTL', 'IDAT']), 'apng'],
  ['notes.log', 'Nothing in particular.', 'txt'],
  ['page.htm', '<p>one</p><p>two</p>', 'html'],
  ['drawing.xml', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
  ['README', '# Title\n\n- a\n- b\n', 'md'],
  ['.tar.gz', 'text', 'txt'],
])('does not warn about a name that fits or says nothing: %s', async (fileName, content, expected) => {
  expect(await detect(of(content), { fileName })).toMatchObject({
    format: expected,
    warnings: fileName === '.tar.gz' ? [{}] : [],
  });
});

it.each<[string, Uint8Array | string, FormatId]>([
  ['picture.tga', zeros(40), 'tga'],
  ['table.csv', 'one\ntwo\n', 'csv'],
  ['page.rst', 'Just words.\n', 'rst'],
  ['graph.dot', 'digraph { a -> b }', 'gv'],
  ['chart', '{"$schema": "https://vega.github.io/schema/vega-lite/v5.json", "mark": "bar"}', 'vegalite'],
  ['chart.vg.json', '{"$schema": "https://vega.github.io/schema/vega/v6.json", "marks": []}', 'vega'],
  ['chart.json', '{"$schema": "https://vega.github.io/schema/vega/v6.json", "marks": []}', 'json'],
  ['diagram', 'mindmap\n  root((Lamps))\n', 'mermaid'],
  ['diagram', 'xychart-beta\n  title "Fog"\n', 'mermaid'],
  ['board', '{"type": "excalidraw", "version": 2, "elements": []}', 'excalidraw'],
  ['chart.vl', '{"mark": "bar"}', 'vegalite'],
  [
    'photo.nrw',
    tiff([
      [262, 32_803],
      [271, 'NIKON'],
    ]),
    'nrw',
  ],
  ['archive.tar.bz2', bytes('BZh91AY&SY', zeros(20)), 'tbz2'],
])('lets the name decide what the content leaves open: %s', async (fileName, content, expected) => {
  expect(await detect(of(content), { fileName })).toMatchObject({ format: expected, warnings: [] });
});

it('says what else a file may be read as', async () => {
  expect((await detect(of(docx))).also).toEqual(['zip']);
  expect((await detect(of('{"type":"FeatureCollection","features":[]}'))).also).toContain('json');
});

it.each<[string, Uint8Array | string, FormatId]>([
  ['CSV as text', 'a,b,c\n1,2,3\n4,5,6\n', 'txt'],
  ['JSON as text', '{"a":1}', 'txt'],
  ['JSON as YAML', '{"a":1}', 'yaml'],
  ['lines of JSON as JSON', '{"a":1}\n{"a":2}\n', 'json'],
  ['one line of JSON as lines', '{"a":1}', 'ndjson'],
  ['HTML as text', '<!doctype html><p>x', 'txt'],
  ['prose as CSV', 'Nothing in particular.', 'csv'],
  ['a raw picture as TIFF', tiff([[50_706, 1]]), 'tiff'],
  ['TIFF as a raw picture', tiff([[262, 2]]), 'nef'],
  ['a document as ZIP', docx, 'zip'],
  ['MP4 as QuickTime', bytes(ftyp('isom'), moov('vide')), 'mov'],
  ['unknown bytes as anything', zeros(100), 'wpd'],
  ['APNG as PNG', png(['acTL', 'IDAT']), 'png'],
])("takes the caller's word where the content allows it: %s", async (_name, content, format) => {
  expect((await confirmSource(of(content), format)).format).toBe(format);
});

it.each<[Uint8Array | string, FormatId, FormatId]>([
  [png(['IDAT']), 'pdf', 'png'],
  [png(['IDAT']), 'jpg', 'png'],
  [zip({ 'a.txt': 'a' }), 'docx', 'zip'],
  [docx, 'xlsx', 'docx'],
  ['%PDF-1.7\n', 'docx', 'pdf'],
  ['{"a":1}', 'pdf', 'json'],
  ['{"a":1}', 'csv', 'json'],
  ['Nothing in particular.', 'png', 'txt'],
  [mp3Frames(5), 'wav', 'mp3'],
])('contradicts a caller whose word the content refutes', async (content, sourceFormat, detected) => {
  await expect(confirmSource(of(content), sourceFormat)).rejects.toMatchObject({
    code: 'source_format_mismatch',
    details: { sourceFormat, detected },
  });
});

it('reads a file on disk and closes it', async () => {
  await using directory = await temporaryDirectory();
  const path = join(directory.path, 'x');
  await writeFile(path, png(['IDAT']));
  let closed: ByteSource;
  {
    await using file = await fileSource(path);
    closed = file;
    expect((await detect(file)).format).toBe('png');
    expect(await file.read(1_000_000, 10)).toHaveLength(0);
  }
  await expect(closed.read(0, 1)).rejects.toThrow();
});

it('reads shared memory', async () => {
  const shared = new Uint8Array(new SharedArrayBuffer(40));
  shared.set(bytes('{"a": [1, 2, 3]}          '));
  expect((await detect(bytesSource(shared.subarray(0, 20)))).format).toBe('json');
});

it('reads little of a large file, wherever it asks to be read', async () => {
  const boxes = Array.from({ length: 5000 }, () => bytes(u32be(1000), 'free', zeros(992)));
  const content = bytes(ftyp('isom'), ...boxes);
  let reads = 0;
  let bytesRead = 0;
  const counted: ByteSource = {
    size: content.byteLength,
    async read(position, length) {
      reads++;
      bytesRead += length;
      return content.slice(position, position + length);
    },
  };
  expect((await detect(counted)).format).toBe('mp4');
  expect(reads).toBeLessThanOrEqual(129);
  expect(bytesRead).toBeLessThanOrEqual(1024 * 1024 + 65_536);
});
