import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/office-xml/codec.ts';
import { writeZip } from '../../../engine/io/zip.ts';
import { splitText } from '../../../engine/content/document/inspect-text.ts';
import { CORPORA, hasCorpora } from '../../support/corpora.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { wordDocument } from '../../support/word-document.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources/docx');

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

describe('facts of a Word document', () => {
  it('finds text in order, asides, figures, links, tables and headings', async () => {
    const facts = await bench.inspect(join(SOURCES, 'report-notes-merged-cells-repeated-picture.docx'), 'docx');
    expect(facts).toMatchObject({ reader: 'office-xml', depth: 'content' });
    expect(facts.features.toSorted()).toEqual(['figures', 'look', 'metadata', 'pages', 'structure', 'text']);
    expect(facts.document).toMatchObject({ figures: 2, links: 2, tables: 1, headings: 3 });
    const { pages, asides } = splitText(facts.document!.text);
    expect(pages[0]).toMatch(
      /^Harbour report\nThe water stood unusually high this spring\.[\s\S]*Check the moorings\nport side first/,
    );
    expect(facts.document!.margins).toBe('Harbour authority, internal use\nSheet \n');
    expect(asides.split('\n')).toEqual([
      'Harbour authority, internal use',
      'Sheet ',
      'Measured at the eastern pier with a tide gauge.',
      '',
    ]);
  });

  it('reads text boxes, fields and ruby, and leaves hidden and deleted text out', async () => {
    const { document } = await bench.inspect(join(SOURCES, 'formula-textbox-hidden-ruby.docx'), 'docx');
    const { pages, asides } = splitText(document!.text);
    expect(pages[0]).toContain('See Figure seven for details.');
    expect(pages[0]).toContain('しお潮 Inserted words.');
    expect(document!.blocks!.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^(?!.*しお).*潮 Inserted words/),
    );
    expect(document!.text).not.toMatch(/Hidden|Deleted/);
    expect(asides).toBe('Words inside a text box\n');
    expect(document!.headings).toBe(1);
  });

  it('keeps the letters of formulas apart from the text', async () => {
    const { document } = await bench.inspect(join(SOURCES, 'formula-textbox-hidden-ruby.docx'), 'docx');
    expect(document!.formulas).toBe('x= a+b c');
    expect(splitText(document!.text).pages[0]).not.toContain('a+b');
  });

  it('takes the description of an image of an equation for its letters, and that of no other', async () => {
    const image = (name: string): string =>
      `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="${name}" descr="a over b"/></wp:inline></w:drawing></w:r></w:p>`;
    const { document } = await bench.inspect(wordDocument(image('Equation')), 'docx');
    expect(document!.formulas).toBe('a over b');
    const { document: other } = await bench.inspect(wordDocument(image('Picture')), 'docx');
    expect(other!.formulas).toBeUndefined();
  });

  it('expects text that is bent into outlines, and headers that no page need have, where there are no pages alone', async () => {
    const shape = (warp: string, words: string): string =>
      `<w:p><w:r><wps:wsp><wps:txbx><w:txbxContent><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:txbxContent></wps:txbx><wps:bodyPr><a:prstTxWarp prst="${warp}"/></wps:bodyPr></wps:wsp></w:r></w:p>`;
    const section = (properties: string): string =>
      `<w:sectPr><w:headerReference w:type="default" r:id="h1"/><w:headerReference w:type="first" r:id="h2"/>${properties}</w:sectPr>`;
    const header = (words: string): string => `<w:hdr><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:hdr>`;
    const parts = {
      'word/_rels/document.xml.rels':
        '<Relationships><Relationship Id="h1" Type="x/header" Target="h1.xml"/><Relationship Id="h2" Type="x/header" Target="h2.xml"/></Relationships>',
      'word/h1.xml': header('Usual'),
      'word/h2.xml': header('First'),
    };
    const read = async (body: string): Promise<{ asides: string; unshown: string }> => {
      const { document } = await bench.inspect(wordDocument(body, parts), 'docx');
      return { asides: splitText(document!.text).asides, unshown: document!.unshown ?? '' };
    };
    const shapes = shape('textNoShape', 'Straight') + shape('textArchUp', 'Bent');
    const plain = await read(`${shapes}${section('')}`);
    expect(plain.asides.match(/\w+/g)).toEqual(['Usual', 'Straight']);
    expect(plain.unshown.match(/\w+/g)).toEqual(['Bent', 'First']);
    const titled = await read(section('<w:titlePg/>'));
    expect([titled.asides.trim(), titled.unshown.trim()]).toEqual(['First', 'Usual']);
    const mixed = await read(section('<w:titlePg/>') + section('<w:titlePg w:val="0"/>'));
    expect([mixed.asides.match(/\w+/g), mixed.unshown]).toEqual([['Usual', 'First'], '']);
  });

  it('counts a frame of one cell as no table, and leaves page numbers out', async () => {
    const cell = '<w:tc><w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc>';
    const number =
      '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>17</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>';
    const body = `<w:tbl><w:tr>${cell}</w:tr></w:tbl><w:tbl><w:tr>${cell}${cell}</w:tr></w:tbl>${number}`;
    const { document } = await bench.inspect(wordDocument(body), 'docx');
    expect(document).toMatchObject({ tables: 1, text: 'cell\ncell\ncell\n\n' });
  });

  it('stops at the limit of compared text and says so', async () => {
    await using small = await startRunner(codec, { verifiedTextChars: 40 });
    const { document } = await small.inspect(join(SOURCES, 'report-notes-merged-cells-repeated-picture.docx'), 'docx');
    expect(document!.text.length).toBeLessThanOrEqual(40);
    expect(document!.excerpt).toBe(true);
  });

  it('only looks at the directory when it is asked for a probe', async () => {
    const facts = await bench.inspect(
      join(SOURCES, 'report-notes-merged-cells-repeated-picture.docx'),
      'docx',
      'probe',
    );
    expect(facts.document).toBeUndefined();
    expect(facts.features).toContain('figures');
  });
});

describe('files that are not what they seem', () => {
  it('tells that a document is encrypted', async () => {
    const compound = Buffer.alloc(1024);
    compound.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    compound.write('EncryptedPackage', 512, 'utf16le');
    expect(await bench.inspect(compound, 'docx')).toMatchObject({ encrypted: true, features: [] });
  });

  it.each([
    ['entities', '<!DOCTYPE w:document [<!ENTITY x "boom">]>', 'input_corrupt'],
    ['an element that is never closed', '<w:p>', 'input_corrupt'],
    ['nesting without end', '<w:p>'.repeat(400) + '</w:p>'.repeat(400), 'input_too_complex'],
  ])('refuses %s', async (_, markup, code) => {
    await expect(bench.inspect(wordDocument(markup), 'docx')).rejects.toMatchObject({ code });
  });

  it('refuses a ZIP without a document, a cut file and an empty one', async () => {
    const file = readFileSync(join(SOURCES, 'report-notes-merged-cells-repeated-picture.docx'));
    const other = writeZip([{ name: 'a.txt', bytes: Buffer.from('x') }]);
    await expect(bench.inspect(other, 'docx')).rejects.toMatchObject({ code: 'input_corrupt' });
    await expect(bench.inspect(file.subarray(0, 5000), 'docx')).rejects.toMatchObject({ code: 'input_truncated' });
    await expect(bench.inspect(new Uint8Array(0), 'docx')).rejects.toMatchObject({ code: 'empty_file' });
  });
});

describe.skipIf(!hasCorpora)('documents that others wrote', () => {
  it.each([
    ['poi/drawing.docx', { headings: 18, tables: 5, links: 11 }],
    ['docling/word_tables.docx', { headings: 1, figures: 0 }],
    ['pandoc/0_level_headers.docx', { headings: 7, titles: 4 }],
    ['mammoth.js/tables.docx', { tables: 1 }],
  ])('reads %s', async (path, expected) => {
    const { document } = await bench.inspect(join(CORPORA, 'word', path), 'docx', 'full');
    expect(document).toMatchObject(expected);
  });
});
