import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import { type DocxReading, readDocx } from '../../support/docx-reader.ts';
import { PdfWriter, wrap } from '../../support/pdf-writer.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const FORMULAS = join(import.meta.dirname, '../../../corpus/sources/pdf/formulas-read-and-shown.pdf');

let bench: RunnerBench;
let docx: DocxReading;
beforeAll(async () => {
  bench = await startRunner(codec);
  const [bytes] = await bench.convert(richPdf(), 'pdf', 'docx', 'reconstruct');
  docx = readDocx(bytes!);
});
afterAll(() => bench[Symbol.asyncDispose]());

const TEXT = wrap(
  'The furnace of the alchemists was called an athanor because its fire never went out, and so the vessel above it ' +
    'could be kept at an even heat for weeks. Whoever wanted to change one substance into another needed patience.',
  10,
  468,
);

/** Headings, lists, a table with a head, links both ways, a footnote, an image, an equation, turned text, headers and footers. */
function richPdf(): Uint8Array {
  const pdf = new PdfWriter({ Title: 'All at once' });
  const pixels = new Uint8Array(3 * 16 * 16).fill(120);
  for (let page = 1; page <= 3; page++) {
    pdf.page().text(72, 40, 9, 'Running title').text(500, 760, 9, `Page ${page}`);
    pdf.text(72, 90, 18, `Heading ${page}`).lines(72, 120, 10, 12, TEXT);
    pdf.text(72, 180, 10, '-').text(90, 180, 10, 'first').text(72, 194, 10, '-').text(90, 194, 10, 'second');
    pdf.grid([72, 172, 272], [220, 240, 260]).fill(72, 220, 272, 240, '#dddddd');
    pdf.text(80, 234, 10, 'a', { font: 'Helvetica-Bold' }).text(180, 234, 10, 'b', { font: 'Helvetica-Bold' });
    pdf.text(80, 254, 10, 'c').text(180, 254, 10, 'd');
    pdf.text(72, 300, 10, 'A link').link(72, 290, 110, 304, 'https://example.org/');
    pdf.text(72, 320, 10, 'Back').jump(72, 310, 110, 324, { page: 1, y: 80 });
    pdf
      .text(72, 340, 10, 'A claim')
      .text(108, 336, 6, '1')
      .text(72, 702, 5, '1')
      .text(76, 706, 8, `It was made in ${['Paris', 'Basle', 'Prague'][page - 1]}.`);
    pdf.image([72, 380, 172, 480], { width: 16, height: 16, bytes: pixels });
    pdf.text(280, 600, 10, 'x =').text(299, 593, 10, '\u00b15').text(302, 607, 10, 'y');
    pdf.fill(298, 597.3, 311, 597.7, '#000000');
    pdf.text(560, 500, 10, 'upwards', { rotation: 270 });
  }
  return pdf.finish();
}

/** Order of the children that these documents use, from the schema of WordprocessingML (ISO/IEC 29500-1, annex A). */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  'w:pPr':
    'pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents jc textDirection textAlignment outlineLvl rPr sectPr'.split(
      ' ',
    ),
  'w:rPr':
    'rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof vanish color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang'.split(
      ' ',
    ),
  'w:tblPr':
    'tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing tblInd tblBorders shd tblLayout tblCellMar tblLook'.split(
      ' ',
    ),
  'w:tcPr':
    'cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark'.split(' '),
  'w:tcBorders': 'top start left bottom end right insideH insideV'.split(' '),
  'w:tcMar': 'top start left bottom end right'.split(' '),
  'w:sectPr':
    'headerReference footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType pgNumType cols formProt vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid'.split(
      ' ',
    ),
  'w:tbl': 'tblPr tblGrid tr'.split(' '),
  'w:tr': 'tblPrEx trPr tc'.split(' '),
  'm:oMathPara': ['m:oMathParaPr', 'm:oMath'],
  'm:r': ['m:rPr', 'm:t'],
  'm:f': ['m:num', 'm:den'],
  'm:d': ['m:dPr', 'm:e'],
  'm:m': ['m:mPr', 'm:mr'],
  'm:mPr': ['m:cGpRule', 'm:cGp', 'm:mcs'],
  'm:acc': ['m:accPr', 'm:e'],
  'm:nary': ['m:naryPr', 'm:sub', 'm:sup', 'm:e'],
};
/** These come first among their siblings, once. */
const FIRST: Readonly<Record<string, string>> = { 'w:p': 'w:pPr', 'w:r': 'w:rPr', 'w:tc': 'w:tcPr' };

type XmlNode = Readonly<Record<string, readonly XmlNode[]>>;

const parser = new XMLParser({ preserveOrder: true, ignoreAttributes: false, trimValues: false });

const nameOf = (node: XmlNode): string => Object.keys(node).find((key) => key !== ':@')!;

function* walk(nodes: readonly XmlNode[]): Iterable<{ name: string; children: readonly string[] }> {
  for (const node of nodes) {
    const name = nameOf(node);
    const children = node[name]!;
    if (!Array.isArray(children)) continue;
    yield { name, children: children.map(nameOf).filter((child) => child !== '#text') };
    yield* walk(children);
  }
}

/** What stands in an order that Word does not accept. */
function disorders(xml: string): string[] {
  const found: string[] = [];
  for (const { name, children } of walk(parser.parse(xml) as XmlNode[])) {
    const order = ORDER[name];
    const places = order && children.map((child) => order.indexOf(child.replace(/^w:/, '')));
    if (places?.some((place, index) => place < 0 || place < (places[index - 1] ?? 0))) {
      found.push(`${name}: ${children.join(' ')}`);
    }
    const first = FIRST[name];
    if (first && children.lastIndexOf(first) > 0) found.push(`${name}: ${children.join(' ')}`);
    if (name === 'w:tc' && children.at(-1) !== 'w:p') found.push(`${name} ends with ${children.at(-1)}`);
    if (name === 'w:tr' && !children.includes('w:tc')) found.push(`${name} without cells`);
    if (name === 'w:body' && children.at(-1) !== 'w:sectPr') found.push(`${name} ends with ${children.at(-1)}`);
  }
  return found;
}

describe('the XML of a document', () => {
  it('has everything of which the order matters', () => {
    for (const element of [
      'w:numPr',
      'w:tblHeader',
      'w:hyperlink',
      'w:bookmarkStart',
      'w:footnoteReference',
      'w:drawing',
      'm:oMathPara',
    ]) {
      expect(docx.xml).toContain(`<${element}`);
    }
  });

  it('has its elements in the order of the schema in every part', () => {
    const parts = docx.names.filter((name) =>
      /^word\/(?:document|styles|numbering|footnotes|header\d+|footer\d+)\.xml$/.test(name),
    );
    expect(parts.length).toBeGreaterThanOrEqual(6);
    for (const name of parts) expect.soft(disorders(docx.part(name)), name).toEqual([]);
  });

  it('has formulas of all kinds in the order of the schema, and an image of the one that cannot be read', async () => {
    const bytes = readFileSync(FORMULAS);
    const [converted] = await bench.convert(bytes, 'pdf', 'docx', 'reconstruct');
    const { xml } = readDocx(converted!);
    expect(disorders(xml)).toEqual([]);
    for (const element of ['m:m', 'm:d', 'm:f', 'm:acc', 'm:nary', 'm:sSubSup']) expect(xml).toContain(`<${element}>`);
    expect(xml.match(/<m:oMath>/g)).toHaveLength(6);
    expect(xml).toMatch(/such as <\/w:t><\/w:r><m:oMath><m:f>/);
    const [image] = xml.match(/<wp:docPr [^>]*name="Equation"[^>]*>/) ?? [];
    expect(image).toMatch(/descr="[^"]*all layers \(5\)"/);
    expect(xml).toMatch(/<w:t[^>]*>\(5\)</);
  });

  it('finds an order that is wrong', () => {
    expect(disorders('<w:p><w:r/><w:pPr><w:jc/><w:spacing/></w:pPr></w:p>')).toHaveLength(2);
    expect(disorders('<w:tc><w:p/><w:tbl/></w:tc>')).toEqual(['w:tc ends with w:tbl']);
  });

  it('has every part that it refers to, with a content type', () => {
    const types = docx.part('[Content_Types].xml');
    const relations = docx.names.filter((name) => name.endsWith('.rels'));
    for (const name of relations) {
      const folder = name.replace(/_rels\/[^/]*$/, '');
      for (const [tag] of docx.part(name).matchAll(/<Relationship [^>]*>/g)) {
        if (tag.includes('TargetMode="External"')) continue;
        const target = new URL(/Target="([^"]*)"/.exec(tag)![1]!, `file:///${folder}`).pathname.slice(1);
        expect.soft(docx.names, `${name} → ${target}`).toContain(target);
        const extension = target.split('.').at(-1)!;
        expect
          .soft(types.includes(`PartName="/${target}"`) || types.includes(`Extension="${extension}"`), target)
          .toBe(true);
      }
    }
    expect(docx.names).toEqual(expect.arrayContaining(['word/document.xml', 'word/styles.xml', 'word/numbering.xml']));
  });

  it('has every bookmark, number and note that it refers to', () => {
    const all = (pattern: RegExp, xml = docx.xml): string[] => [
      ...new Set(Array.from(xml.matchAll(pattern), ([, id]) => id!)),
    ];
    const bookmarks = all(/<w:bookmarkStart [^>]*w:name="([^"]*)"/g);
    expect(bookmarks).toEqual(expect.arrayContaining(all(/<w:hyperlink [^>]*w:anchor="([^"]*)"/g)));
    expect(all(/<w:num w:numId="(\d+)"/g, docx.part('word/numbering.xml'))).toEqual(
      expect.arrayContaining(all(/<w:numId w:val="(\d+)"/g)),
    );
    expect(all(/<w:footnote [^>]*w:id="(\d+)"/g, docx.part('word/footnotes.xml'))).toEqual(
      expect.arrayContaining(all(/<w:footnoteReference w:id="(\d+)"/g)),
    );
    expect(all(/<w:bookmarkStart [^>]*w:id="(\d+)"/g)).toHaveLength(bookmarks.length);
  });
});
