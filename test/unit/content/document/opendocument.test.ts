import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { RunContext } from '../../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../../engine/contract/limits.ts';
import { inlinesOf, textOf, walk, type Block } from '../../../../engine/content/document/model.ts';
import { openOpenDocument } from '../../../../engine/content/document/opendocument/package.ts';
import { readOpenDocument } from '../../../../engine/content/document/opendocument/reader.ts';

/** Reads a flat file with this body and these automatic styles. */
function read(body: string, styles = '', masters = ''): Block[] {
  const source = `<office:document><office:automatic-styles>${styles}</office:automatic-styles><office:master-styles>${masters}</office:master-styles><office:body>${body}</office:body></office:document>`;
  const document = openOpenDocument(new TextEncoder().encode(source), DEFAULT_LIMITS);
  if (document === 'encrypted') throw new Error('It is not encrypted.');
  const context = { limits: DEFAULT_LIMITS, signal: new AbortController().signal } as RunContext;
  return [...readOpenDocument(document, context).blocks];
}

/** Reads a package with this body and these other parts. */
function readPacked(body: string, parts: Readonly<Record<string, string>>, styles = ''): Block[] {
  const content = `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`;
  const texts = { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content, ...parts };
  const file = zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)])));
  const document = openOpenDocument(file, DEFAULT_LIMITS);
  if (document === 'encrypted') throw new Error('It is not encrypted.');
  const context = { limits: DEFAULT_LIMITS, signal: new AbortController().signal } as RunContext;
  return [...readOpenDocument(document, context).blocks];
}

const readText = (body: string, styles?: string): Block[] => read(`<office:text>${body}</office:text>`, styles);
const linesOf = (blocks: readonly Block[]): string[] => blocks.map((block) => textOf(inlinesOf(block)));

describe('an OpenDocument text in the model', () => {
  it('has lists with their levels and kinds, each in its own cell or text', () => {
    const blocks = readText(
      '<text:list text:style-name="N"><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>inner</text:p></text:list-item></text:list></text:list-item></text:list><text:p>after</text:p>',
      '<text:list-style style:name="N"><text:list-level-style-number text:level="1"/><text:list-level-style-number text:level="2"/></text:list-style>',
    );
    expect(blocks.map((block) => block.list)).toEqual([
      { level: 0, isOrdered: true, label: '1' },
      { level: 1, isOrdered: true, label: '1' },
      undefined,
    ]);
  });

  it('tells fields that are computed from those that are fixed', () => {
    const [block] = readText(
      '<text:p>on <text:date>1 May</text:date> and <text:date text:fixed="true">2 May</text:date></text:p>',
    );
    const fields = inlinesOf(block!).flatMap((inline) => (inline.kind === 'text' ? [inline.field?.isComputed] : []));
    expect(fields).toEqual([undefined, true, undefined, false]);
  });

  it('knows that an expression without a value in the file is computed when it is shown', () => {
    const [block] = readText('<text:p>1<text:expression text:formula="ooow:a+b"></text:expression></text:p>');
    expect(inlinesOf(block!)).toEqual([
      { kind: 'text', text: '1' },
      { kind: 'text', text: '', field: { field: 'other', code: 'expression', isComputed: true } },
    ]);
  });

  it('keeps comments and deleted text, marked, and joins the space between words', () => {
    const blocks = readText(
      '<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes><text:p>a\n  b<office:annotation><dc:creator>Ada</dc:creator><text:p>why?</text:p></office:annotation></text:p>',
    );
    expect(blocks.map(({ kind, unshown }) => [kind, unshown])).toEqual([
      ['paragraph', 'deleted'],
      ['paragraph', undefined],
      ['note', 'comment'],
    ]);
    expect(linesOf(blocks)).toEqual(['gone', 'a b', '']);
  });

  it('has notes and images behind the paragraph that they are anchored in', () => {
    const image =
      '<draw:frame svg:width="2cm"><draw:image><office:binary-data>iVBORw0KGgo=</office:binary-data><text:p/></draw:image><svg:title>A tile</svg:title></draw:frame>';
    const blocks = readText(
      `<text:p>text<text:note text:note-class="endnote"><text:note-citation>i</text:note-citation><text:note-body><text:p>below</text:p></text:note-body></text:note>${image}</text:p>`,
    );
    expect(blocks).toMatchObject([
      { kind: 'paragraph', inlines: [{ text: 'text' }, { kind: 'note-mark', note: 'endnote', label: 'i' }] },
      { kind: 'note', note: 'endnote' },
      { kind: 'image', mimeType: 'image/png', alternative: 'A tile' },
    ]);
  });

  it('has the labels of its lists as they are shown', () => {
    const list = (attributes: string, ...items: string[]): string =>
      `<text:list text:style-name="N" ${attributes}>${items.map((item) => `<text:list-item${item}</text:list-item>`).join('')}</text:list>`;
    const inner = list('', '><text:p>a</text:p>', '><text:p>b</text:p>');
    const blocks = readText(
      `${list('', '><text:p>x</text:p>', `><text:p>y</text:p><text:p>on</text:p>${inner}`)}<text:p/>${list('text:continue-numbering="true"', '><text:p>z</text:p>', ' text:start-value="9"><text:p>w</text:p>')}${list('', '><text:p>new</text:p>')}`,
      '<text:list-style style:name="N"><text:list-level-style-number text:level="1" text:start-value="3" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" text:display-levels="2" style:num-format="a" style:num-prefix="("  style:num-suffix=")"/></text:list-style>',
    );
    expect(blocks.flatMap(({ list }) => (list ? [list.label] : []))).toEqual([
      ...['3.', '4.', undefined, '(4.a)', '(4.b)', '5.', '9.', '3.'],
    ]);
  });

  it('leaves out the cells that others cover', () => {
    const cell = (attributes: string, text: string): string =>
      `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
    const [table] = readText(
      `<table:table><table:table-row>${cell('table:number-columns-spanned="2"', 'wide')}<table:covered-table-cell/></table:table-row><table:table-row>${cell('', 'a')}${cell('', 'b')}</table:table-row></table:table>`,
    );
    const rows = table!.kind === 'table' ? [...table!.rows] : [];
    expect(rows.map((row) => row.map(({ blocks, columns = 1 }) => [...linesOf(blocks), columns]))).toEqual([
      [['wide', 2]],
      [
        ['a', 1],
        ['b', 1],
      ],
    ]);
  });

  it('has its headers and footers in front', () => {
    const blocks = read(
      '<office:text><text:p>body</text:p></office:text>',
      '',
      '<style:master-page><style:header><text:p>above</text:p></style:header></style:master-page>',
    );
    expect(blocks[0]).toMatchObject({ kind: 'margin', edge: 'header' });
    expect(linesOf(blocks)).toEqual(['', 'body']);
  });
});

describe('an OpenDocument presentation in the model', () => {
  it('has slides with titles, notes and what is hidden', () => {
    const blocks = read(
      '<office:presentation><draw:page draw:style-name="H"><draw:frame presentation:class="title" svg:x="1cm" svg:y="2cm"><draw:text-box><text:p>Title</text:p></draw:text-box></draw:frame><presentation:notes><draw:frame presentation:class="notes"><draw:text-box><text:p>say it</text:p></draw:text-box></draw:frame></presentation:notes></draw:page></office:presentation>',
      '<style:style style:name="H"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>',
    );
    expect(blocks).toMatchObject([
      {
        kind: 'page',
        number: 1,
        unshown: 'hidden',
        blocks: [{ kind: 'box', role: 'title', frame: { x: 72 / 2.54 }, blocks: [{ kind: 'heading' }] }],
        notes: [{ kind: 'box', blocks: [{ kind: 'paragraph' }] }],
      },
    ]);
  });
});

describe('how text and frames of an OpenDocument are seen', () => {
  const styles =
    '<style:style style:name="White" style:family="paragraph"><style:text-properties fo:color="#ffffff"/></style:style>' +
    '<style:style style:name="Own" style:family="paragraph" style:parent-style-name="White"/>' +
    '<style:style style:name="Dark" style:family="text"><style:text-properties fo:color="#000000"/></style:style>' +
    '<style:style style:name="Up" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>';
  const styleOf = (body: string): unknown => inlinesOf(readText(body, styles)[0]!)[0];

  it('knows text that is white on nothing, by its style and those it is based on', () => {
    expect(styleOf('<text:p text:style-name="Own">x</text:p>')).toMatchObject({ style: { isFaint: true } });
    expect(
      styleOf('<text:p text:style-name="Own"><text:span text:style-name="Dark">x</text:span></text:p>'),
    ).toMatchObject({
      style: { isFaint: false },
    });
    expect(styleOf('<text:p>x</text:p>')).not.toHaveProperty('style');
  });

  it('knows what is raised', () => {
    expect(styleOf('<text:p><text:span text:style-name="Up">2</text:span></text:p>')).toMatchObject({
      style: { script: 'super' },
    });
  });

  it('knows frames that are turned about their middle', () => {
    const frame =
      '<draw:frame svg:width="100pt" svg:height="50pt" draw:transform="rotate (3.14159265) translate (140pt 90pt)"><draw:text-box><text:p>x</text:p></draw:text-box></draw:frame>';
    const blocks = read(`<office:presentation><draw:page>${frame}</draw:page></office:presentation>`);
    const [box] = blocks[0]!.kind === 'page' ? blocks[0]!.blocks : [];
    expect(box).toMatchObject({ frame: { x: expect.closeTo(40), y: expect.closeTo(40), angle: expect.closeTo(180) } });
  });
});

describe('shapes of slides', () => {
  it('have the images that they are filled with, beside their text', () => {
    const styles =
      '<draw:fill-image draw:name="tile" xlink:href="Pictures/tile.png"/><style:style style:name="base" style:family="graphic"><style:graphic-properties draw:fill="bitmap" draw:fill-image-name="tile"/></style:style><style:style style:name="own" style:family="graphic" style:parent-style-name="base"/><style:style style:name="plain" style:family="graphic" style:parent-style-name="base"><style:graphic-properties draw:fill="none"/></style:style>';
    const shape = (style: string): string =>
      `<draw:custom-shape draw:style-name="${style}"><text:p>Tiles</text:p></draw:custom-shape>`;
    const body = `<office:presentation><draw:page>${shape('own')}${shape('plain')}</draw:page></office:presentation>`;
    const blocks = readPacked(body, { 'Pictures/tile.png': 'x' }, styles);
    const images = [...walk(blocks)].filter(({ kind }) => kind === 'image');
    expect(images).toMatchObject([{ source: 'Pictures/tile.png', mimeType: 'image/png' }]);
    expect(images[0]).not.toHaveProperty('unshown');
  });
});

describe('formulas of OpenDocument', () => {
  const MATH =
    '<math:math><math:semantics><math:mrow><math:mi>h</math:mi><math:mo>=</math:mo><math:mn>42</math:mn></math:mrow><math:annotation math:encoding="StarMath 5.0">h = 42</math:annotation></math:semantics></math:math>';
  const frame = (object: string): string => `<draw:frame text:anchor-type="as-char">${object}</draw:frame>`;

  it('are in their lines, in flat files', () => {
    const blocks = readText(`<text:p>so ${frame(`<draw:object>${MATH}</draw:object>`)} it is</text:p>`);
    expect(inlinesOf(blocks[0]!)).toEqual([
      { kind: 'text', text: 'so ' },
      { kind: 'formula', text: 'h = 42' },
      { kind: 'text', text: ' it is' },
    ]);
    expect(blocks).toHaveLength(1);
  });

  it('are objects of packages, each beside an image of itself', () => {
    const object = '<draw:object xlink:href="./Formula-1/"/><draw:image xlink:href="./ObjectReplacements/Formula-1"/>';
    const blocks = readPacked(
      `<office:text><text:p>so ${frame(object)}</text:p><text:p>${frame('<draw:object xlink:href="./Other"/>')}</text:p></office:text>`,
      {
        'Formula-1/content.xml': MATH.replaceAll('math:', ''),
        'Other/content.xml': '<office:document-content/>',
        'ObjectReplacements/Formula-1': 'x',
      },
    );
    expect([...walk(blocks)].flatMap(inlinesOf)).toEqual([
      { kind: 'text', text: 'so ' },
      { kind: 'formula', text: 'h = 42' },
    ]);
  });
});

describe('the places that links of OpenDocument lead to', () => {
  it('are bookmarks, of a point and of a range', () => {
    const [block] = readText(
      '<text:p><text:bookmark text:name="a"/>one<text:bookmark-start text:name="b"/>two<text:bookmark-end text:name="b"/></text:p>',
    );
    expect(inlinesOf(block!).flatMap((inline) => (inline.kind === 'anchor' ? inline.id : []))).toEqual(['a', 'b']);
  });
});
