import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../../engine/contract/limits.ts';
import type { RunContext } from '../../../../engine/contract/codec.ts';
import { readDocx } from '../../../../engine/content/document/docx/reader.ts';
import { textOf, walk, inlinesOf, type Block } from '../../../../engine/content/document/model.ts';
import { openOfficePackage } from '../../../../engine/content/document/ooxml/package.ts';
import { writeZip } from '../../../../engine/io/zip.ts';

const RELATIONSHIPS = [
  'Id="s" Type="x/styles" Target="styles.xml"',
  'Id="n" Type="x/footnotes" Target="footnotes.xml"',
  'Id="c" Type="x/comments" Target="comments.xml"',
  'Id="h" Type="x/header" Target="header.xml"',
  'Id="l" Type="x/hyperlink" Target="https://example.org/" TargetMode="External"',
];

function read(body: string, parts: Readonly<Record<string, string>> = {}): Block[] {
  const files = {
    '_rels/.rels':
      '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/_rels/document.xml.rels': `<Relationships>${RELATIONSHIPS.map((one) => `<Relationship ${one}/>`).join('')}</Relationships>`,
    'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`,
    'word/styles.xml':
      '<w:styles><w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style></w:styles>',
    ...parts,
  };
  const bytes = writeZip(
    Object.entries(files).map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) })),
  );
  const context = { limits: DEFAULT_LIMITS, signal: new AbortController().signal } as RunContext;
  return [...readDocx(openOfficePackage(bytes, DEFAULT_LIMITS), context).blocks];
}

const run = (text: string, properties = ''): string => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
const paragraph = (content: string): string => `<w:p>${content}</w:p>`;
const field = (code: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>${code}</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

describe('a Word document in the model', () => {
  it('knows where its images lead', () => {
    const drawing = (click: string): string =>
      `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="a">${click}</wp:docPr><a:blip r:embed="i"/></wp:inline></w:drawing></w:r>`;
    const click = '<a:hlinkClick r:id="l"/>';
    const body = [drawing(click), drawing(''), `<w:hyperlink r:id="l">${drawing('')}</w:hyperlink>`].map(paragraph);
    const [relationships] = RELATIONSHIPS.slice(-1);
    const blocks = read(body.join(''), {
      'word/_rels/document.xml.rels': `<Relationships><Relationship ${relationships}/><Relationship Id="i" Type="x/image" Target="media/i.png"/></Relationships>`,
    });
    const images = blocks.flatMap(inlinesOf).filter((inline) => inline.kind === 'image');
    expect(images.map(({ link }) => link?.href)).toEqual(['https://example.org/', undefined, 'https://example.org/']);
  });

  it('knows content controls whose data say something else than their text', () => {
    const control = (path: string, text: string, kind = '<w:text/>'): string =>
      `<w:sdt><w:sdtPr><w:dataBinding w:xpath="${path}" w:storeItemID="{0A}"/>${kind}</w:sdtPr><w:sdtContent>${paragraph(run(text))}</w:sdtContent></w:sdt>`;
    const blocks = read(
      [
        control('/n:letter[1]/n:name[2]', 'Old'),
        control('/n:letter[1]/n:name[1]', 'Ada Lovelace'),
        control('/n:letter[1]/n:date[1]', '1 May', '<w:date/>'),
        control('count(/letter)', 'One'),
        paragraph(run('End')),
      ].join(''),
      {
        'word/_rels/document.xml.rels':
          '<Relationships><Relationship Id="x" Type="x/customXml" Target="../customXml/item1.xml"/></Relationships>',
        'customXml/item1.xml':
          '<letter xmlns="urn:n"><name>Ada\n Lovelace</name><name>New</name><date>2026-05-01</date></letter>',
        'customXml/_rels/item1.xml.rels':
          '<Relationships><Relationship Id="p" Type="x/customXmlProps" Target="itemProps1.xml"/></Relationships>',
        'customXml/itemProps1.xml': '<ds:datastoreItem ds:itemID="{0a}"/>',
      },
    );
    expect(blocks.map((block) => inlinesOf(block))).toEqual([
      [{ kind: 'text', text: 'Old', field: { field: 'other', isComputed: true } }],
      ...['Ada Lovelace', '1 May', 'One', 'End'].map((text) => [{ kind: 'text', text }]),
    ]);
  });

  it('has headings with their levels and the look of its text', () => {
    const [heading, text] = read(
      `<w:p><w:pPr><w:pStyle w:val="H2"/></w:pPr>${run('Sand')}</w:p>${paragraph(run('bold', '<w:b/>') + run('not', '<w:b w:val="0"/>'))}`,
    );
    expect(heading).toEqual({ kind: 'heading', level: 2, inlines: [{ kind: 'text', text: 'Sand' }] });
    expect(inlinesOf(text!)).toEqual([
      { kind: 'text', text: 'bold', style: { bold: true } },
      { kind: 'text', text: 'not' },
    ]);
  });

  it('keeps deleted and hidden text, marked', () => {
    const [block] = read(
      paragraph(
        `${run('a')}<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>${run('secret', '<w:vanish/>')}${run('b')}`,
      ),
    );
    expect(textOf(inlinesOf(block!))).toBe('ab');
    expect(inlinesOf(block!).map(({ unshown }) => unshown)).toEqual([undefined, 'deleted', 'hidden', undefined]);
  });

  it('tells computed fields from typed text, with their codes', () => {
    const [block] = read(paragraph(`${run('Page ')}${field(' PAGE ', run('7'))}`));
    const [typed, computed] = inlinesOf(block!);
    expect(typed).not.toHaveProperty('field');
    expect(computed).toMatchObject({ text: '7', field: { field: 'page-number', code: ' PAGE ', isComputed: true } });
  });

  it('has one link for all of its pieces, whether element or field, and links without text', () => {
    const [block] = read(
      paragraph(
        `<w:hyperlink r:id="l">${run('one ')}${run('link', '<w:i/>')}</w:hyperlink>${field('HYPERLINK "https://example.com/"', run('two'))}<w:hyperlink w:anchor="end"/>`,
      ),
    );
    const links = inlinesOf(block!).map((inline) => (inline.kind === 'text' ? inline.link : undefined));
    expect(links.map((link) => link?.href)).toEqual([
      'https://example.org/',
      'https://example.org/',
      'https://example.com/',
      '#end',
    ]);
    expect(links[0]).toBe(links[1]);
  });

  it('has cells with the columns and rows that they cover', () => {
    const cell = (text: string, properties = ''): string =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text === '' ? '' : run(text))}</w:tc>`;
    const [table] = read(
      `<w:tbl><w:tr>${cell('wide', '<w:gridSpan w:val="2"/>')}${cell('high', '<w:vMerge w:val="restart"/>')}</w:tr><w:tr>${cell('a')}${cell('b')}${cell('', '<w:vMerge/>')}</w:tr></w:tbl>`,
    );
    const rows = table!.kind === 'table' ? [...table!.rows] : [];
    expect(rows.map((row) => row.map(({ columns, rows: height }) => [columns ?? 1, height ?? 1]))).toEqual([
      [
        [2, 1],
        [1, 2],
      ],
      [
        [1, 1],
        [1, 1],
      ],
    ]);
    expect(table).not.toHaveProperty('isLayout');
  });

  it('has text boxes behind their paragraph, and notes and comments by their marks', () => {
    const box = `<w:r><mc:AlternateContent><mc:Choice><wps:wsp><wps:txbx><w:txbxContent>${paragraph(run('in the box'))}</w:txbxContent></wps:txbx></wps:wsp></mc:Choice><mc:Fallback>${run('again')}</mc:Fallback></mc:AlternateContent></w:r>`;
    const note = (element: string, text: string): string =>
      `<w:x><w:${element} w:id="1">${paragraph(run(text))}</w:${element}></w:x>`;
    const blocks = read(
      paragraph(`${run('text')}${box}<w:r><w:footnoteReference w:id="1"/><w:commentReference w:id="1"/></w:r>`),
      { 'word/footnotes.xml': note('footnote', 'below'), 'word/comments.xml': note('comment', 'beside') },
    );
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'box', 'note', 'note']);
    const marks = inlinesOf(blocks[0]!).flatMap((inline) => (inline.kind === 'note-mark' ? [inline.id] : []));
    expect(blocks.flatMap((block) => (block.kind === 'note' ? [block.id] : []))).toEqual(marks);
    expect(blocks[3]).toMatchObject({ note: 'comment', unshown: 'comment' });
    expect(
      [...walk(blocks)]
        .flatMap(inlinesOf)
        .map((inline) => textOf([inline]))
        .join('|'),
    ).not.toContain('again');
  });

  it('has the texts of a group in boxes behind their paragraph, once', () => {
    const shape = (text: string): string =>
      `<wps:wsp><wps:txbx><w:txbxContent>${paragraph(run(text))}</w:txbxContent></wps:txbx></wps:wsp>`;
    const group = `<wpg:wgp><pic:pic/>${shape('first label')}${shape('second label')}</wpg:wgp>`;
    const drawing = `<w:drawing><wp:inline><wp:docPr id="1" descr="first label second label"/>${group}</wp:inline></w:drawing>`;
    const older = `<mc:Fallback><w:pict><v:group><v:shape><v:textbox><w:txbxContent>${paragraph(run('again'))}</w:txbxContent></v:textbox></v:shape></v:group></w:pict></mc:Fallback>`;
    const blocks = read(
      paragraph(
        `${run('text')}<w:r><mc:AlternateContent><mc:Choice>${drawing}</mc:Choice>${older}</mc:AlternateContent></w:r>`,
      ),
    );
    expect(new Set(blocks.slice(1).map(({ kind }) => kind))).toEqual(new Set(['box']));
    const texts = [...walk(blocks)].flatMap(inlinesOf).map((inline) => textOf([inline]));
    expect(texts).toEqual(['text', 'first label', 'second label']);
  });

  it('takes a header of no known type for the usual one', () => {
    const section = '<w:titlePg/><w:headerReference w:type="odd" r:id="h"/>';
    const blocks = read(`${paragraph('')}<w:sectPr>${section}</w:sectPr>`, {
      'word/header.xml': `<w:hdr>${paragraph(run('on odd pages'))}</w:hdr>`,
    });
    expect(blocks[1]).toMatchObject({ kind: 'margin', edge: 'header', unshown: 'uncertain' });
  });

  it('marks headers that no page need have', () => {
    const blocks = read(`${paragraph('')}<w:sectPr><w:headerReference w:type="even" r:id="h"/></w:sectPr>`, {
      'word/header.xml': `<w:hdr>${paragraph(run('on even pages'))}</w:hdr>`,
    });
    expect(blocks[1]).toMatchObject({ kind: 'margin', edge: 'header', unshown: 'uncertain' });
  });
});

describe('how text and images of a Word document are seen', () => {
  const styleOf = (properties: string): unknown =>
    read(`<w:p><w:r><w:rPr>${properties}</w:rPr><w:t>x</w:t></w:r></w:p>`).flatMap(inlinesOf)[0];

  it('knows text that is white on nothing, or tiny', () => {
    expect(styleOf('<w:color w:val="FFFFFF"/>')).toMatchObject({ style: { isFaint: true } });
    expect(styleOf('<w:sz w:val="2"/>')).toMatchObject({ style: { isFaint: true } });
    expect(styleOf('<w:color w:val="FFFFFF"/><w:shd w:fill="000000"/>')).toMatchObject({ style: { isFaint: false } });
    expect(styleOf('<w:color w:val="000000"/><w:sz w:val="20"/>')).not.toHaveProperty('style');
  });
});
