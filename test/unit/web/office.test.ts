import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as ours from '../../../engine/io/bytes.ts';
import { writeZip } from '../../../engine/io/zip.ts';
import * as browsers from '../../../server/web/src/office/node/bytes.ts';
import { StringDecoder } from '../../../server/web/src/office/node/string-decoder.ts';
import { crc32, inflateRawSync } from '../../../server/web/src/office/node/zlib.ts';
import { readShownDocument, readShownWorkbook, type Shown, type ShownBlock } from '../../../engine/preview/index.ts';
import { assertProperty } from '../../support/property.ts';
import * as zlib from 'node:zlib';

const source = (path: string) => readFile(`corpus/sources/${path}`);

describe('a document', () => {
  it.each([
    ['docx', 'docx/report-notes-merged-cells-repeated-picture.docx'],
    ['docx', 'docx/furnace-headings-table-footnote-picture.docx'],
    ['pptx', 'pptx/three-slides-picture-table-notes.pptx'],
  ])('of %s is shown with its headings, tables and pictures: %s', async (format, path) => {
    const { blocks } = readShownDocument(await source(path), format);
    const kinds = new Set(blocks.map(({ kind }) => kind));
    expect([...kinds]).toEqual(expect.arrayContaining(['line', 'table', 'image']));
    expect(blocks.some((block) => block.kind === 'line' && block.heading > 0)).toBe(true);
    expect(blocks.some((block) => block.kind === 'image' && block.file?.type.startsWith('image/'))).toBe(true);
  });

  it('numbers its lists, and sets its styles', () => {
    const rtf = String.raw`{\rtf1\ansi {\b fat} and {\i thin}\par plain\par}`;
    const [first] = readShownDocument(Buffer.from(rtf), 'rtf').blocks;
    const texts = first!.kind === 'line' ? first!.texts : [];
    expect(texts.map(({ text, styles }) => [text, ...styles].join(' '))).toEqual(['fat bold', ' and ', 'thin italic']);
  });

  it('is shown in part where it is long', () => {
    const long = readShownDocument(Buffer.from(String.raw`{\rtf1\ansi ${String.raw`words\par `.repeat(2000)}}`), 'rtf');
    expect(long.isCut).toBe(true);
    expect(long.blocks.length).toBeLessThanOrEqual(400);
  });

  it('gives no address that it refers to, and no markup', () => {
    const { blocks } = readShownDocument(hostileDocx(), 'docx');
    expect(JSON.stringify(blocks)).not.toMatch(/example\.org|javascript:/);
    expect(textOf(blocks)).toContain('<script>alert(1)</script>');
    expect(blocks.filter(({ kind }) => kind === 'image').every((block) => !('file' in block && block.file))).toBe(true);
  });

  it('is refused where it is none, or protected', async () => {
    expect(() => readShownDocument(Buffer.from('PK not a file'), 'docx')).toThrow();
    const protectedFile = await readFile('corpus/hostile/protected.docx');
    expect(() => readShownDocument(protectedFile, 'docx')).toThrow();
    const protectedSheet = await readFile('corpus/hostile/protected.xlsx');
    expect(() => readShownWorkbook(protectedSheet, 'xlsx')).toThrow();
  });
});

describe('a workbook', () => {
  it('is shown with its visible sheets, and its numbers as they are written', async () => {
    const { sheets } = readShownWorkbook(await source('xlsx/formats-merged-hidden-sheet-chart.xlsx'), 'xlsx');
    expect(sheets.length).toBeGreaterThan(0);
    const values = sheets.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells));
    expect(values.some(({ isNumber }) => isNumber)).toBe(true);
    expect(values.some(({ text }) => /[%€$,]/.test(text))).toBe(true);
    for (const { rows, columns } of sheets) for (const { cells } of rows) expect(cells).toHaveLength(columns.length);
  });
});

describe('what stands for Node in browsers does the same', () => {
  const bytes = fc.uint8Array({ maxLength: 300 });
  it('with bytes', () => {
    assertProperty(
      fc.property(bytes, fc.uint8Array({ maxLength: 3 }), fc.nat(300), fc.string(), (all, some, from, text) => {
        if (some.byteLength > 0) {
          expect(browsers.indexOfBytes(all, some, from)).toBe(ours.indexOfBytes(all, some, from));
          expect(browsers.lastIndexOfBytes(all, some, from)).toBe(ours.lastIndexOfBytes(all, some, from));
        }
        expect(Math.sign(browsers.compareBytes(all, some))).toBe(Math.sign(ours.compareBytes(all, some)));
        expect(browsers.equalBytes(all, all.slice())).toBe(true);
        expect(browsers.equalBytes(all, some)).toBe(ours.equalBytes(all, some));
        expect(browsers.latin1Of(all)).toBe(ours.latin1Of(all));
        expect(browsers.hexOf(all)).toBe(ours.hexOf(all));
        expect(browsers.base64Of(all)).toBe(ours.base64Of(all));
        expect(browsers.utf8Of(all)).toBe(ours.utf8Of(all));
        expect(browsers.isUtf8Bytes(all)).toBe(ours.isUtf8Bytes(all));
        expect([...browsers.latin1Bytes(text)]).toEqual([...ours.latin1Bytes(text)]);
        expect([...browsers.utf16Bytes(text)]).toEqual([...ours.utf16Bytes(text)]);
        expect([...browsers.utf8Bytes(text)]).toEqual([...ours.utf8Bytes(text)]);
        expect(browsers.utf8Length(text)).toBe(ours.utf8Length(text));
        expect([...browsers.bytesOfBase64(ours.base64Of(all))]).toEqual([...all]);
        expect([...browsers.bytesOfHex(ours.hexOf(all))]).toEqual([...all]);
        expect([...browsers.concatBytes([all, some])]).toEqual([...ours.concatBytes([all, some])]);
      }),
    );
  });

  it('with what is packed, within its declared size', () => {
    assertProperty(
      fc.property(bytes, (all) => {
        const packed = zlib.deflateRawSync(all);
        expect([...inflateRawSync(packed, { maxOutputLength: all.byteLength })]).toEqual([...all]);
        expect(crc32(all)).toBe(zlib.crc32(all));
        expect(crc32(all, 7)).toBe(zlib.crc32(all, 7));
      }),
    );
    const bomb = zlib.deflateRawSync(new Uint8Array(5_000_000));
    expect(inflateRawSync(bomb, { maxOutputLength: 10 }).buffer.byteLength).toBe(10);
  });

  it('with text in pieces', () => {
    const decoder = new StringDecoder();
    const [first, second] = [Uint8Array.of(0x61, 0xc3), Uint8Array.of(0xa4, 0x62)];
    expect(decoder.write(first) + decoder.write(second) + decoder.end()).toBe('aäb');
  });
});

/** A document that names scripts, addresses and an image elsewhere. */
function hostileDocx(): Uint8Array {
  const xml = (text: string) => new TextEncoder().encode(`<?xml version="1.0"?>${text}`);
  const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return writeZip([
    {
      name: '[Content_Types].xml',
      bytes: xml(
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      ),
    },
    {
      name: '_rels/.rels',
      bytes: xml(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${types}/officeDocument" Target="word/document.xml"/></Relationships>`,
      ),
    },
    {
      name: 'word/_rels/document.xml.rels',
      bytes: xml(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="l" Type="${types}/hyperlink" Target="javascript:alert(1)" TargetMode="External"/><Relationship Id="i" Type="${types}/image" Target="https://example.org/pixel.png" TargetMode="External"/></Relationships>`,
      ),
    },
    {
      name: 'word/document.xml',
      bytes: xml(
        `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${types}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><w:body><w:p><w:hyperlink r:id="l"><w:r><w:t>&lt;script&gt;alert(1)&lt;/script&gt;</w:t></w:r></w:hyperlink></w:p><w:p><w:r><w:drawing><a:blip r:link="i"/></w:drawing></w:r></w:p></w:body></w:document>`,
      ),
    },
  ]);
}

function textOf(blocks: Shown['blocks']): string {
  return blocks
    .map((block: ShownBlock) => (block.kind === 'line' ? block.texts.map(({ text }) => text).join('') : ''))
    .join('\n');
}
