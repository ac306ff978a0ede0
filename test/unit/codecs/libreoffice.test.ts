import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import {
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  Document,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  TextRun,
} from 'docx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fontConfiguration, standInFor } from '../../../engine/codecs/libreoffice/font-configuration.ts';
import { SharedFiles } from '../../../engine/codecs/libreoffice/glue-scope.ts';
import { withOutlineLevels } from '../../../engine/codecs/libreoffice/headings.ts';
import { cutToImage } from '../../../engine/codecs/libreoffice/metafile-svg.ts';
import { readGlue } from '../../../engine/codecs/libreoffice/package-files.ts';
import { patchGlue } from '../../../engine/codecs/libreoffice/patch.ts';
import { pdfOptions } from '../../../engine/codecs/libreoffice/pdf-options.ts';
import pdfium from '../../../engine/codecs/pdfium/codec.ts';
import { createEngine, type Engine } from '../../../engine/index.ts';
import { startRunner } from '../../support/runner.ts';
import { writeZip } from '../../../engine/io/zip.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { openOfficePackage } from '../../../engine/content/document/ooxml/package.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

describe('the glue of LibreOffice', () => {
  it('is patched, every place once, as it is installed', () => {
    const patched = patchGlue(readGlue());
    expect(patched).toContain('worker=host.createThread();');
    expect(patched).not.toContain('global.Module');
  });

  it('is refused by the name of the patch when it is another', () => {
    const glue = readGlue();
    expect(() => patchGlue(glue.replace('pthreadPoolSize=4', 'pthreadPoolSize=5'))).toThrow(/“more threads” fits .* 0/);
    expect(() => patchGlue(`${glue}${glue}`)).toThrow(/fits .* 2 times/);
  });
});

describe('files in shared memory', () => {
  const contents = new SharedArrayBuffer(64);
  const open = new SharedArrayBuffer(SharedFiles.descriptorBytes(8));
  new Uint8Array(contents).set(Buffer.from('..0123456789..'));
  const file = new Uint8Array(contents, 2, 10);
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const words = new Uint32Array(memory.buffer);

  /** Reads as `fd_read` does, into two buffers. */
  function read(files: SharedFiles, fd: number, lengths: readonly [number, number]): string {
    words.set([1000, lengths[0], 2000, lengths[1]], 4);
    files.read(memory, fd, 16, 2, 8);
    const at = (address: number, count: number): string =>
      Buffer.from(new Uint8Array(memory.buffer, address, count)).toString();
    const count = words[2]!;
    return at(1000, Math.min(count, lengths[0])) + at(2000, Math.max(0, count - lengths[0]));
  }

  it('are read on where another thread has stopped', () => {
    const [one, other] = [new SharedFiles({ contents, open }), new SharedFiles({ contents, open })];
    one.opened(3, file, true);
    expect(read(one, 3, [2, 3])).toBe('01234');
    expect(other.has(3)).toBe(true);
    expect(read(other, 3, [4, 4])).toBe('56789');
    expect(read(other, 3, [4, 4])).toBe('');
    expect(other.seek(memory, 3, -3n, 2, 64)).toBe(0);
    expect(new BigInt64Array(memory.buffer)[8]).toBe(7n);
    expect(read(one, 3, [9, 9])).toBe('789');
    expect(one.seek(memory, 3, -1n, 0, 64)).not.toBe(0);
    other.closed(3);
    expect(one.has(3)).toBe(false);
  });

  it('are those of the package alone, and never those that are written to', () => {
    const files = new SharedFiles({ contents, open });
    expect(files.opened(4, new Uint8Array(9), true)).toBe(4);
    files.opened(5, file, false);
    expect([files.has(4), files.has(5), files.has(6), files.has(4000)]).toEqual([false, false, false, false]);
  });
});

describe('fonts that are not there', () => {
  it('are replaced by the kind that their name tells, symbols by none', () => {
    expect(['Foobar Sans', 'Sabon', 'Century Schoolbook', 'Consolas', 'Verdana', 'Wingdings'].map(standInFor)).toEqual([
      'Liberation Sans',
      'Liberation Sans',
      'Liberation Serif',
      'Liberation Mono',
      'DejaVu Sans',
      undefined,
    ]);
  });

  it('are replaced so by the configuration, where a word of an earlier kind rules out a later one', () => {
    const [mono, serif] = ['mono', 'mincho'].map((word) =>
      fontConfiguration()
        .split('\n')
        .find((line) => line.includes(`compare="contains"><string>${word}<`)),
    );
    expect(mono).toContain('<string>Liberation Mono</string></edit>');
    expect(serif).toContain('compare="not_contains"><string>sans<');
    expect(serif).toContain('<string>Liberation Serif</string></edit>');
  });
});

describe('styles of headings that say nothing but their name', () => {
  const styled = (styles: string): Promise<Buffer> =>
    Packer.toBuffer(new Document({ externalStyles: `<w:styles ${W}>${styles}</w:styles>`, sections: [] }));
  const stylesOf = (document: Uint8Array): string =>
    openOfficePackage(document, DEFAULT_LIMITS).readXml('word/styles.xml')!;

  it('get the level that the name means', async () => {
    const heading =
      '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 2"/><w:rPr><w:b/></w:rPr></w:style>';
    const levelled = stylesOf(withOutlineLevels(await styled(heading), DEFAULT_LIMITS));
    expect(levelled).toContain('<w:pPr><w:outlineLvl w:val="1"/></w:pPr><w:rPr>');
  });

  it('are left alone where they say it, with everything else', async () => {
    const others =
      '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 2"/><w:pPr><w:outlineLvl w:val="4"/></w:pPr></w:style>' +
      '<w:style w:type="character" w:styleId="C"><w:name w:val="heading 1"/></w:style>';
    const levelled = withOutlineLevels(await styled(others), DEFAULT_LIMITS);
    expect(stylesOf(levelled)).toContain(others);
    expect(withOutlineLevels(levelled, DEFAULT_LIMITS)).toBe(levelled);
  });
});

describe('the options of a PDF', () => {
  it('hold the pages, or one more than are allowed', () => {
    const rangeOf = (pages?: string): string =>
      (JSON.parse(pdfOptions({ pages }, { pages: 20 })) as { PageRange: { value: string } }).PageRange.value;
    expect([rangeOf(), rangeOf('3'), rangeOf('5,1-2,3')]).toEqual(['1-21', '3', '1-3,5']);
  });
});

it('a metafile is cut out of the page that it lies on', () => {
  const svg =
    '<svg width="215.9mm" height="279.4mm" viewBox="0 0 21590 27940"><rect class="BoundingBox" stroke="none" x="20" y="-30" width="1600" height="1200"/></svg>';
  expect(cutToImage(svg)).toContain('<svg width="16mm" height="12mm" viewBox="20 -30 1600 1200">');
  expect(cutToImage('<svg/>')).toBe('<svg/>');
});

describe('a document', { timeout: 120_000 }, () => {
  let engine: Engine;
  beforeAll(() => {
    engine = createEngine({ limits: { pages: 20, printedCells: 50_000 } });
  });
  afterAll(() => engine.close());

  const corpus = (path: string): Promise<Buffer> =>
    readFile(new URL(`../../../corpus/sources/${path}`, import.meta.url));

  it('is printed as PDF/A that says so', async () => {
    const source = await corpus('docx/furnace-headings-table-footnote-picture.docx');
    const { artifacts, report } = await engine.convert(source, { to: 'pdf', options: { pdfStandard: 'pdfa-2b' } });
    expect(report).toMatchObject({ verified: 'content', lost: [] });
    expect(bytesOf(artifacts).toString('latin1')).toContain('<pdfaid:part>2</pdfaid:part>');
  });

  it('shows no icons of its comments over its text', async () => {
    const remark = { id: 0, author: 'A', date: new Date(0), children: [new Paragraph('A remark.')] };
    const reference = new TextRun({ children: [new CommentReference(0)] });
    const commented = [new CommentRangeStart(0), new TextRun('Warm.'), new CommentRangeEnd(0), reference];
    const children = [new Paragraph({ children: commented })];
    const source = await Packer.toBuffer(new Document({ comments: { children: [remark] }, sections: [{ children }] }));
    const { artifacts } = await engine.convert(source, { to: 'pdf' });
    expect(bytesOf(artifacts).toString('latin1')).not.toMatch(/\/Subtype\s*\/(?:Text|Popup)\b/);
  });

  it.each([
    ['en-GB', ['1st', '2nd', '3rd', '11th', '21st'], ['First', 'Second', 'Third', 'Eleventh', 'Twenty-first']],
    ['de-DE', ['1.', '2.', '3.', '11.', '21.'], ['1.', '2.', '3.', '11.', '21.']],
  ])('counts by ordinals in the language of the text: %s', async (language, digits, words) => {
    const formats = [LevelFormat.ORDINAL, LevelFormat.ORDINAL_TEXT];
    const config = formats.map((format) => ({
      reference: format,
      levels: [{ level: 0, format, text: '%1', start: 1 }],
    }));
    const children = formats.flatMap((reference) =>
      Array.from({ length: 21 }, () => new Paragraph({ text: ' ', numbering: { reference, level: 0 } })),
    );
    const styles = { default: { document: { run: { language: { value: language } } } } };
    const source = await Packer.toBuffer(new Document({ numbering: { config }, styles, sections: [{ children }] }));
    const { artifacts } = await engine.convert(source, { to: 'pdf', allowLoss: 'any' });
    await using reader = await startRunner(pdfium);
    const { document } = await reader.inspect(bytesOf(artifacts), 'pdf', 'full');
    const labels = document!.text.trim().split(/\s+/);
    const picked = [0, 1, 2, 10, 20];
    expect(picked.map((index) => labels[index])).toEqual(digits);
    expect(picked.map((index) => labels[21 + index])).toEqual(words);
  });

  it('keeps its headings where their styles say nothing but their name', async () => {
    const children = [new Paragraph({ text: 'Furnaces', heading: HeadingLevel.HEADING_1 }), new Paragraph('Warm.')];
    const source = await Packer.toBuffer(new Document({ sections: [{ children }] }));
    const { artifacts } = await engine.convert(source, { to: 'fodt' });
    expect(bytesOf(artifacts).toString()).toMatch(/<text:h [^>]*text:outline-level="1"[^>]*>(?:<[^>]*>)*Furnaces/);
  });

  it('names the fonts that are not there, and what stands in for them', async () => {
    const flat = (await corpus('fodt/many-scripts-and-emoji.fodt')).toString();
    const source = Buffer.from(
      flat.replace(
        '<style:text-properties fo:font-size="16pt"',
        `<style:text-properties fo:font-family="'Nowhere Mono'" fo:font-size="16pt"`,
      ),
    );
    const { warnings } = await engine.convert(source, { to: 'pdf', fileName: 'fonts.fodt' });
    expect(warnings).toMatchObject([
      { code: 'font_substituted', details: { substitutes: { 'Nowhere Mono': 'Liberation Mono' } } },
    ]);
  });

  it('fetches nothing that it refers to', async () => {
    let connections = 0;
    await using server = createServer(() => void connections++).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const flat = (await corpus('fodt/furnace-headings-table-footnote-picture.fodt')).toString();
    const source = Buffer.from(
      flat.replace(
        /<draw:image [^>]*>.*?<\/draw:image>/s,
        `<draw:image xlink:type="simple" xlink:href="http://127.0.0.1:${port}/picture.png"/><draw:image xlink:type="simple" xlink:href="file:///etc/hostname"/>`,
      ),
    );
    await engine.convert(source, { to: 'pdf', fileName: 'linked.fodt', allowLoss: 'any' });
    expect(connections).toBe(0);
  });

  it('keeps the notes of its cells as a flat spreadsheet', async () => {
    const source = await corpus('xls/stock-images-notes-links-hidden.xls');
    const { artifacts } = await engine.convert(source, { to: 'fods' });
    const notes = bytesOf(artifacts)
      .toString()
      .match(/<office:annotation\b.*?<\/office:annotation>/gs)!;
    expect(notes.map((note) => note.replace(/<dc:.*?<\/dc:\w+>|<[^>]*>/gs, '').trim())).toEqual([
      'Order again before 15 May',
      'Counted twice',
    ]);
  });

  it('is refused when it prints on more pages than are allowed', async () => {
    const flat = (await corpus('fodt/furnace-headings-table-footnote-picture.fodt')).toString();
    const breaks = '<text:h text:style-name="Break" text:outline-level="1">Again</text:h>'.repeat(40);
    const source = Buffer.from(flat.replace('</office:text>', `${breaks}</office:text>`));
    await expect(engine.convert(source, { to: 'pdf', fileName: 'long.fodt' })).rejects.toMatchObject({
      code: 'input_too_complex',
      details: { limit: 'pages' },
    });
  });

  it('is refused when its print range is beyond the limit', async () => {
    const source = workbook(`<definedName name="_xlnm.Print_Area" localSheetId="0">'A, b'!$A$1:$Z$9999</definedName>`);
    await expect(engine.convert(source, { to: 'pdf' })).rejects.toMatchObject({
      code: 'input_too_complex',
      details: { limit: 'printedCells', found: 26 * 9999 },
    });
  });

  it('that does not come to an end is ended, and the next one is converted', async () => {
    const flat = (await corpus('fods/purchases-formulas-dates-two-sheets.fods')).toString();
    const lastCell =
      '<table:table-row table:number-rows-repeated="1048570"><table:table-cell/></table:table-row><table:table-row><table:table-cell table:number-columns-repeated="16383"/><table:table-cell office:value-type="float" office:value="1"/></table:table-row>';
    const printRange = 'table:print-ranges="Heat.A1:Heat.XFD1048576"';
    const endless = Buffer.from(
      flat
        .replace('<table:table table:name="Heat">', `<table:table table:name="Heat" ${printRange}>`)
        .replace(/<\/table:table><\/office:spreadsheet>/, `${lastCell}$&`),
    );
    expect(endless.equals(Buffer.from(flat))).toBe(false);
    await expect(
      engine.convert(endless, { to: 'pdf', fileName: 'endless.fods', deadlineMs: 4000 }),
    ).rejects.toMatchObject({
      code: 'conversion_timeout',
    });
    const { artifacts } = await engine.convert(await corpus('rtf/furnace-headings-table-footnote-picture.rtf'), {
      to: 'odt',
    });
    expect(artifacts).toHaveLength(1);
  });
});

function bytesOf(artifacts: Awaited<ReturnType<Engine['convert']>>['artifacts']): Buffer {
  const [artifact] = artifacts;
  if (!artifact || !('bytes' in artifact)) throw new Error('Expected one result in memory.');
  return Buffer.from(artifact.bytes);
}

/** A workbook of one sheet. */
function workbook(names: string): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const related = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const files = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${related}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${related}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A, b" sheetId="1" r:id="rId1"/></sheets><definedNames>${names}</definedNames></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
  };
  return writeZip(Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })));
}
