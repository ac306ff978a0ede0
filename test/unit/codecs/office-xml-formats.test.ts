import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/office-xml/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { writeZip } from '../../../engine/io/zip.ts';
import { splitText } from '../../../engine/content/document/inspect-text.ts';
import { CORPORA, hasCorpora } from '../../support/corpora.ts';
import { withEntry } from '../../support/repack.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const load = (path: string): Uint8Array => readFileSync(join(SOURCES, path));
const SLIDES = 'three-slides-picture-table-notes';
const TEXT = 'furnace-headings-table-footnote-picture';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

describe('presentations', () => {
  it('say what is on their pages, and apart from it what they hide', async () => {
    const facts = await bench.inspect(load('pptx/columns-chart-smartart-hidden-slide.pptx'), 'pptx');
    expect(facts.document).toMatchObject({ pages: 3, hiddenPages: 1, figures: 1, links: 1, tables: 1, headings: 3 });
    const { pages } = splitText(facts.document!.text);
    expect(pages).toHaveLength(3);
    expect(pages[0]).toContain('Charcoal\nfrom beech');
    expect(facts.document!.unshown).toContain('Do not forget the damper.');
    expect(facts.document!.unshown).toContain('The secret stands here.');
    expect(facts.document!.text).not.toContain('secret');
  });

  const FORMATS: readonly FormatId[] = ['pptx', 'pptm', 'potx', 'ppsx', 'odp', 'otp', 'fodp', 'ppt', 'pps'];
  it.each(FORMATS)('are read in %s', async (format) => {
    const { document, features } = await bench.inspect(load(`${format}/${SLIDES}.${format}`), format);
    const { pages } = splitText(document!.text);
    expect(document).toMatchObject({ pages: 3, figures: 1 });
    expect(pages[1]).toContain('Nothing is lost: Größe, Łódź, Ω.');
    expect(pages[2]).toContain('635');
    expect(features).toEqual(expect.arrayContaining(['text', 'structure', 'pages', 'figures']));
  });
});

describe('sheets', () => {
  it('tell of images and links that their pages need not show: hidden ones, and those beside the print range', async () => {
    const relations = (...entries: readonly string[]): string =>
      `<Relationships>${entries.map((entry, index) => `<Relationship Id="r${index + 1}" ${entry}/>`).join('')}</Relationships>`;
    const image = (attribute: string): string =>
      `<pic><nvPicPr><cNvPr id="1" ${attribute}/></nvPicPr><blipFill><blip r:embed="r1"/></blipFill></pic>`;
    const sheet =
      '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><hyperlinks><hyperlink ref="A1" r:id="r2"/></hyperlinks><drawing r:id="r1"/></worksheet>';
    const workbook = (state: string, names = ''): Uint8Array =>
      writeZip(
        Object.entries({
          '_rels/.rels': relations('Type="x/officeDocument" Target="xl/workbook.xml"'),
          'xl/workbook.xml': `<workbook><sheets><sheet name="A" sheetId="1" r:id="r1"${state}/></sheets>${names}</workbook>`,
          'xl/_rels/workbook.xml.rels': relations('Type="x/worksheet" Target="worksheets/sheet1.xml"'),
          'xl/worksheets/sheet1.xml': sheet,
          'xl/worksheets/_rels/sheet1.xml.rels': relations(
            'Type="x/drawing" Target="../drawings/drawing1.xml"',
            'Type="x/hyperlink" Target="https://example.org/" TargetMode="External"',
          ),
          'xl/drawings/drawing1.xml': `<wsDr>${image('')}${image('hidden="1"')}</wsDr>`,
          'xl/drawings/_rels/drawing1.xml.rels': relations('Type="x/image" Target="../media/image1.png"'),
          'xl/media/image1.png': 'png',
        }).map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) })),
      );
    const unshown = async (file: Uint8Array): Promise<unknown> => {
      const { figures, unshownFigures, links, unshownLinks } = (await bench.inspect(file, 'xlsx')).document!;
      return { figures, unshownFigures, links, unshownLinks };
    };
    const printed =
      '<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">A!$A$1</definedName></definedNames>';
    const seenInPart = { figures: 2, unshownFigures: 1, links: 1, unshownLinks: undefined };
    const notSeen = { figures: 2, unshownFigures: 2, links: 1, unshownLinks: 1 };
    expect(await unshown(workbook(''))).toEqual(seenInPart);
    expect(await unshown(workbook(' state="hidden"'))).toEqual(notSeen);
    expect(await unshown(workbook('', printed))).toEqual(notSeen);
  });
});

describe('texts', () => {
  const FORMATS: readonly FormatId[] = ['docx', 'docm', 'dotx', 'odt', 'ott', 'fodt', 'doc', 'dot', 'rtf'];
  it.each(FORMATS)('are read in %s', async (format) => {
    const { document } = await bench.inspect(load(`${format}/${TEXT}.${format}`), format);
    const { pages, asides } = splitText(document!.text);
    expect(pages[0]).toContain('The furnace that is always kept warm');
    expect(pages[0]).toContain('Naïve façades, Größe, Łódź, Ελληνικά and Кириллица');
    expect(asides).toContain('From the Arabic at-tannūr, the oven.');
    expect(document!.links).toBe(1);
    expect(document!.text).not.toContain('HYPERLINK');
  });

  it('in RTF follow code pages, Unicode and hidden groups', async () => {
    const rtf =
      '{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial;}{\\*\\falt x}}{\\*\\generator nobody}' +
      "caf\\'e9 {\\f1 \\'cc\\'e8\\'f0} \\u8364?5 {\\v hidden}{\\field{\\*\\fldinst HYPERLINK \"https://a.b\"}{\\fldrslt link}}" +
      '\\par{\\pict\\pngblip 89504e47}{\\footnote beside}\\bin3 {}}end\\cell}';
    const { document } = await bench.inspect(Buffer.from(rtf, 'latin1'), 'rtf');
    expect(document!.text).toBe('café Мир €5 link\nend\n\vbeside\n');
    expect(document).toMatchObject({ figures: 1, links: 1 });
  });

  it('in RTF end where another document begins, and not with a group that is closed too early', async () => {
    const read = async (rtf: string): Promise<string> =>
      (await bench.inspect(Buffer.from(rtf, 'latin1'), 'rtf')).document!.text;
    expect(await read('{\\rtf1 first\\par} beside {\\rtf1 second}')).toBe('first\n');
    expect(await read('{\\rtf1{\\fonttbl{\\f0 Arial;}}}{first {second}}')).toBe('first second\n');
  });

  it('in RTF have no page numbers of bookmarks that are not there', async () => {
    const pageOf = (name: string): string => `{\\field{\\*\\fldinst {PAGEREF ${name} \\\\h }}{\\fldrslt 42}}`;
    const rtf = `{\\rtf1 see ${pageOf('There')} and ${pageOf('nowhere')}.{\\*\\bkmkstart there}{\\*\\bkmkend there}\\par}`;
    const { document } = await bench.inspect(Buffer.from(rtf, 'latin1'), 'rtf');
    expect(document!.text).toBe('see 42 and .\n');
  });
});

describe('e-books', () => {
  const chapter = (body: string): Uint8Array =>
    Buffer.from(
      `<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${body}</body></html>`,
    );
  const book = (chapters: Readonly<Record<string, Uint8Array>>, spine = Object.keys(chapters)): Uint8Array => {
    const items = Object.keys(chapters).map(
      (name) => `<item id="${name}" href="${name}" media-type="application/xhtml+xml"/>`,
    );
    const opf = `<package><metadata><title>Book</title></metadata><manifest>${items.join('')}</manifest><spine>${spine.map((name) => `<itemref idref="${name}"/>`).join('')}</spine></package>`;
    return writeZip([
      { name: 'mimetype', bytes: Buffer.from('application/epub+zip'), stored: true },
      {
        name: 'META-INF/container.xml',
        bytes: Buffer.from('<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'),
      },
      { name: 'OPS/book.opf', bytes: Buffer.from(opf) },
      ...Object.entries(chapters).map(([name, bytes]) => ({ name: `OPS/${name}`, bytes })),
    ]);
  };

  it('are read in the order of their spine', async () => {
    const file = book(
      { 'b.xhtml': chapter('<h1>Two</h1><p>sand&nbsp;bath</p>'), 'a.xhtml': chapter('<h1>One</h1><img src="x.png"/>') },
      ['a.xhtml', 'b.xhtml'],
    );
    const { document, features } = await bench.inspect(file, 'epub');
    expect(document!.text.split(/\s+/).filter(Boolean)).toEqual(['One', 'Two', 'sand', 'bath']);
    expect(document).toMatchObject({ headings: 2, figures: 1 });
    expect(features).toContain('metadata');
  });

  it('know the names of HTML, and none where an ampersand is meant', async () => {
    const text = async (body: string): Promise<string> =>
      (await bench.inspect(book({ 'a.xhtml': chapter(body) }), 'epub')).document!.text.trim();
    expect(await text('<p>&hellip; &lbrace; &amp;hellip; &unknown; &#8364;</p>')).toBe('… { &hellip; &unknown; €');
    expect(await text('<p>&hellip; <b>&lbrace;</p>')).toBe('… {');
  });

  it('have no marks of notes in their text, and no heading without words', async () => {
    const epub = book({
      'a.xhtml': chapter('<p>A word<a role="doc-noteref" href="#n">7</a> and <a href="#n">it</a></p>'),
    });
    expect((await bench.inspect(epub, 'epub')).document).toMatchObject({ text: 'A word and it\n', links: 1 });
    const fb2 =
      '<FictionBook><body><title><p/></title><section><title><p>One</p></title><p>A word<a type="note" href="#n">7</a></p></section></body>' +
      '<body name="notes"><section id="n"><title><p>*</p></title><p>A note.</p></section></body></FictionBook>';
    const { document } = await bench.inspect(Buffer.from(fb2), 'fb2');
    expect(document).toMatchObject({ headings: 1, text: 'One\nA word\n\vA note.\n' });
  });

  it('are read where a chapter is not well-formed, and refused where none is there', async () => {
    const { document } = await bench.inspect(
      book({ 'a.xhtml': Buffer.from('<body><p>open <b>words<p>more</body>') }),
      'epub',
    );
    expect(document!.text).toMatch(/open words\s+more/);
    const missing = bench.inspect(book({}, ['a.xhtml']), 'epub');
    await expect(missing).rejects.toMatchObject({ code: 'input_corrupt' });
  });
});

describe('what a file hides', () => {
  it('is told where it is a program', async () => {
    const file = load('pptx/columns-chart-smartart-hidden-slide.pptx');
    const project = withEntry(file, 'ppt/media/image1.png', (text) => text);
    expect((await bench.inspect(project, 'pptx')).macros).toBeUndefined();
    const macros = writeZip([
      { name: 'ppt/vbaProject.bin', bytes: Buffer.from('x') },
      { name: 'ppt/presentation.xml', bytes: Buffer.from('<p:presentation xmlns:p="p"></p:presentation>') },
    ]);
    expect((await bench.inspect(macros, 'pptm')).macros).toBe(true);
  });

  it.each(['docx', 'pptx', 'xlsx', 'doc', 'ppt', 'xls'] as const)(
    'is told where it is encrypted (%s)',
    async (format) => {
      const facts = await bench.inspect(encryptedPackage(), format);
      expect(facts).toMatchObject({ encrypted: true, features: [] });
    },
  );

  it('is told where entries of an OpenDocument file are encrypted', async () => {
    const manifest = '<manifest:manifest xmlns:manifest="m"><manifest:encryption-data/></manifest:manifest>';
    const file = writeZip([
      { name: 'META-INF/manifest.xml', bytes: Buffer.from(manifest) },
      { name: 'content.xml', bytes: Buffer.from([1, 2, 3]) },
    ]);
    for (const format of ['odt', 'ods', 'odp'] as const)
      expect((await bench.inspect(file, format)).encrypted).toBe(true);
  });
});

describe('files that would do harm', () => {
  const ENTITIES = `<?xml version="1.0"?><!DOCTYPE x [${Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`).join('')}]>`;

  it('hold entities that are never expanded', async () => {
    const text = load(`fodt/${TEXT}.fodt`)
      .toString()
      .replace(/^<\?xml[^>]*>/, ENTITIES)
      .replace('An ', '&l9; ');
    const { document } = await bench.inspect(Buffer.from(text), 'fodt');
    expect(document!.text).toContain('&l9; ');
    expect(document!.text.length).toBeLessThan(2000);
  });

  it.each(['pptx', 'xlsx', 'odt', 'ods', 'epub'] as const)(
    'are refused as %s where they nest without end',
    async (format) => {
      const deep = '<x>'.repeat(2000) + '</x>'.repeat(2000);
      const root = {
        pptx: 'presentation',
        xlsx: 'workbook',
        odt: 'office:document-content',
        ods: 'office:document-content',
        epub: 'container',
      }[format];
      const name = {
        pptx: 'ppt/presentation.xml',
        xlsx: 'xl/workbook.xml',
        odt: 'content.xml',
        ods: 'content.xml',
        epub: 'META-INF/container.xml',
      }[format];
      const file = writeZip([{ name, bytes: Buffer.from(`<${root}>${deep}</${root}>`) }]);
      await expect(bench.inspect(file, format)).rejects.toMatchObject({ code: 'input_too_complex' });
    },
  );

  it.each(['doc', 'ppt', 'xls'] as const)('are refused as %s where their chains run in circles', async (format) => {
    const bytes = Buffer.from(
      load(
        format === 'xls'
          ? 'xls/purchases-formulas-dates-two-sheets.xls'
          : format === 'doc'
            ? `doc/${TEXT}.doc`
            : `ppt/${SLIDES}.ppt`,
      ),
    );
    const table = (bytes.readUInt32LE(76) + 1) * 512;
    for (let at = table; at < table + 512; at += 4) bytes.writeUInt32LE(0, at);
    await expect(bench.inspect(bytes, format)).rejects.toMatchObject({ code: 'input_corrupt' });
  });

  it('end early without a crash, wherever they are cut', async () => {
    const files = {
      doc: `doc/${TEXT}.doc`,
      ppt: `ppt/${SLIDES}.ppt`,
      xls: 'xls/purchases-formulas-dates-two-sheets.xls',
      xlsb: 'xlsb/purchases-formulas-two-sheets.xlsb',
      rtf: `rtf/${TEXT}.rtf`,
    } as const;
    for (const [format, path] of Object.entries(files)) {
      const bytes = load(path);
      for (let part = 1; part < 12; part++) {
        const cut = bytes.subarray(0, Math.floor((bytes.byteLength * part) / 12));
        const outcome = await bench.inspect(cut, format as FormatId).then(
          () => 'read',
          (error: { code?: string }) => error.code,
        );
        expect(['read', 'input_corrupt', 'input_truncated']).toContain(outcome);
      }
    }
  }, 60_000);
});

/** The smallest compound file with a stream that holds an encrypted package. */
function encryptedPackage(): Uint8Array {
  const file = Buffer.alloc(512 * 4, 0);
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  file.writeUInt16LE(9, 30);
  file.writeUInt16LE(6, 32);
  file.writeUInt32LE(1, 48);
  file.writeUInt32LE(4096, 56);
  for (const at of [60, 68]) file.writeUInt32LE(0xfffffffe, at);
  for (let at = 76; at < 512; at += 4) file.writeUInt32LE(at === 76 ? 0 : 0xffffffff, at);
  for (let at = 512; at < 1024; at += 4) file.writeUInt32LE(0xfffffffe, at);
  const entry = (index: number, name: string, type: number): void => {
    const at = 1024 + 128 * index;
    file.write(name, at, 'utf16le');
    file.writeUInt16LE(2 * name.length + 2, at + 64);
    file[at + 66] = type;
    for (const offset of [68, 72, 76]) file.writeUInt32LE(0xffffffff, at + offset);
    file.writeUInt32LE(0xfffffffe, at + 116);
  };
  entry(0, 'Root Entry', 5);
  file.writeUInt32LE(1, 1024 + 76);
  entry(1, 'EncryptedPackage', 2);
  return file;
}

describe.skipIf(!hasCorpora)('files that others wrote', () => {
  it.each([
    ['word/poi/Bug50936_1.doc', 'doc', 0, true],
    ['word/poi/pictures_escher.doc', 'doc', 2, false],
    ['slides/poi/missing-moveto.ppt', 'ppt', 0, true],
    ['slides/poi/ppt_with_png.ppt', 'ppt', 1, false],
  ] as const)('have drawings where their images are metafiles: %s', async (path, format, figures, hasDrawings) => {
    const { features, document } = await bench.inspect(join(CORPORA, path), format, 'full');
    expect(document!.figures).toBe(figures);
    expect(features.includes('vector')).toBe(hasDrawings);
  });

  it.each([
    ['sheet/poi/62815.xlsb', 'xlsb', 282, 270],
    ['sheet/poi/RowFunctionTestCaseData.xls', 'xls', 42, 10],
    ['sheet/odfpy/countrystatistics.ods', 'ods', 307, 0],
    ['sheet/docling/xlsx_07_gap_tolerance_.xlsx', 'xlsx', 87, 12],
  ] as const)('have the cells that they have: %s', async (path, format, values, formulas) => {
    const { sheets } = await bench.inspect(join(CORPORA, path), format, 'full');
    expect(sheets!.reduce((sum, sheet) => sum + sheet.values, 0)).toBe(values);
    expect(sheets!.reduce((sum, sheet) => sum + (sheet.formulas ?? 0), 0)).toBe(formulas);
  });
});

it('takes what stands in for a chart of an OpenDocument sheet for no image', async () => {
  const frame = (inside: string): string => `<draw:frame>${inside}</draw:frame>`;
  const flat = (frames: string): Buffer =>
    Buffer.from(
      '<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ' +
        'office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>' +
        `<table:table table:name="A"><table:table-row><table:table-cell office:value-type="float" office:value="1">${frames}` +
        '</table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document>',
    );
  const chart = '<draw:object xlink:href="./Object 1"/>';
  const standIn = '<draw:image xlink:href="./ObjectReplacements/Object 1"/>';
  const image = '<draw:image xlink:href="Pictures/1.png"/>';
  const figuresOf = async (frames: string): Promise<number> =>
    (await bench.inspect(flat(frames), 'fods', 'full')).document!.figures;
  expect(await figuresOf(frame(chart + standIn) + frame(image))).toBe(1);
  // An object of another program is seen by its stand-in alone.
  expect(await figuresOf(frame(`<draw:object-ole xlink:href="./Object 1"/>${standIn}`))).toBe(1);
});
