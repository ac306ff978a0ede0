import { describe, expect, it } from 'vitest';
import type { RunContext } from '../../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../../engine/contract/limits.ts';
import {
  inlinesOf,
  textOf,
  walk,
  type Block,
  type Document,
  type Table,
} from '../../../../engine/content/document/model.ts';
import { openRtf, readRtf } from '../../../../engine/content/document/rtf/reader.ts';

const context = { limits: DEFAULT_LIMITS, signal: new AbortController().signal } as RunContext;

function open(body: string): Document {
  return readRtf(openRtf(Buffer.from(`{\\rtf1\\ansi ${body}}`, 'latin1')), context);
}

function read(body: string): Block[] {
  return [...open(body).blocks];
}

const LISTS = String.raw`{\*\listtable{\list{\listlevel\levelnfc0\levelstartat1{\leveltext\'02\'00.;}{\levelnumbers\'01;}}{\listlevel\levelnfc4\levelstartat1{\leveltext\'04\'00.\'01);}{\levelnumbers\'01\'03;}}\listid7}{\list{\listlevel\levelnfc23\levelstartat1{\leveltext\'01\'b7;}{\levelnumbers;}}\listid8}}{\*\listoverridetable{\listoverride\listid7\listoverridecount0\ls1}{\listoverride\listid8\listoverridecount0\ls2}{\listoverride\listid7\listoverridecount1{\lfolevel\listoverridestartat\levelstartat5}\ls3}}`;

const lists = (blocks: readonly Block[]): unknown[] => blocks.map(({ list }) => list);

/** The texts of the cells of each row. */
function cells(table: Block | undefined): string[][] {
  return [...(table as Table).rows].map((row) =>
    row.map(({ blocks }) => [...walk(blocks)].map((block) => textOf(inlinesOf(block))).join('|')),
  );
}

describe('an RTF document in the model', () => {
  it('has headings by the names of styles, by styles that build on these, and by outline levels', () => {
    const styles = String.raw`{\stylesheet{\s0 Normal;}{\s2\sbasedon0 heading 2;}{\s3\sbasedon2 Own;}{\s4 Title;}{\*\cs2 Strong;}}`;
    const blocks = read(String.raw`${styles}\s2 One\par\s3 Two\par\s4 Three\par\pard\outlinelevel0 Four\par\pard Five`);
    expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'heading', 'heading', 'heading', 'paragraph']);
    expect(blocks).toMatchObject([{ level: 2 }, { level: 2 }, { level: 1, isTitle: true }, { level: 1 }, {}]);
  });

  it('counts the items of lists as their tables say', () => {
    const blocks = read(
      String.raw`${LISTS}{\listtext 9.\tab}\ls1 one\par\ilvl1 inner\par\ilvl0 two\par\pard\ls2 dot\par\pard\ls3 five\par\pard none\par`,
    );
    expect(blocks.map((block) => textOf(inlinesOf(block)))).toEqual(['one', 'inner', 'two', 'dot', 'five', 'none']);
    expect(lists(blocks)).toEqual([
      { level: 0, isOrdered: true, number: 1, label: '1.' },
      { level: 1, isOrdered: true, number: 1, label: '1.a)' },
      { level: 0, isOrdered: true, number: 2, label: '2.' },
      { level: 0, isOrdered: false },
      { level: 0, isOrdered: true, number: 5, label: '5.' },
      undefined,
    ]);
  });

  it('takes the labels of old lists from the text', () => {
    const blocks = read(
      String.raw`{\pntext 3.\tab}{\*\pn\pnlvlbody\pnstart3\pndec{\pntxta .}}Third\par\pard{\pntext\'b7\tab}{\*\pn\pnlvlblt{\pntxtb\'b7}}Dot\par`,
    );
    expect(lists(blocks)).toEqual([
      { level: 0, isOrdered: true, label: '3.' },
      { level: 0, isOrdered: false },
    ]);
  });

  it('has tables with their rows, cells that cover others, and tables in cells', () => {
    const row = (cellx: string, content: string): string => String.raw`\trowd${cellx}\pard\intbl ${content}\row`;
    const [table, after] = read(
      row(String.raw`\clvmgf\cellx1000\cellx2000\cellx3000`, String.raw`tall\cell b\cell c\cell`) +
        row(String.raw`\clvmrg\cellx1000\cellx3000`, String.raw`\cell wide\cell`) +
        String.raw`\trowd\cellx1000\clmgf\cellx2000\clmrg\cellx3000\pard\intbl x\cell y\cell\cell\row\pard after\par`,
    );
    expect(cells(table)).toEqual([['tall', 'b', 'c'], ['wide'], ['x', 'y']]);
    const [first, second, third] = [...(table as Table).rows];
    expect(first![0]).toMatchObject({ rows: 2 });
    expect(second![0]).toMatchObject({ columns: 2 });
    expect(third![1]).toMatchObject({ columns: 2 });
    expect(textOf(inlinesOf(after!))).toBe('after');
  });

  it('has tables in cells', () => {
    const [outer] = read(
      String.raw`\trowd\cellx5000\pard\intbl\itap2 in\nestcell{\*\nesttableprops\trowd\cellx900\nestrow}{\nonesttables\par}\pard\intbl\itap1 out\cell\row\pard`,
    );
    const [row] = [...(outer as Table).rows];
    expect(row![0]!.blocks.map(({ kind }) => kind)).toEqual(['table', 'paragraph']);
    expect(cells(row![0]!.blocks[0])).toEqual([['in']]);
  });

  it('keeps cells of a table that has no end, and text in front of no cell', () => {
    const blocks = read(String.raw`\trowd\cellx1000\intbl a\cell b\cell\pard after\par`);
    expect(cells(blocks[0])).toEqual([['a', 'b']]);
  });

  it('ties notes to their marks, and knows which are endnotes and comments', () => {
    const blocks = read(
      String.raw`a{\super\chftn}{\footnote\pard\plain{\super\chftn} foot}b{\footnote\ftnalt end}c{\*\atnid x}\chatn{\*\annotation said}\par`,
    );
    const notes = blocks.filter((block) => block.kind === 'note');
    expect(notes.map(({ note, unshown }) => [note, unshown])).toEqual([
      ['footnote', undefined],
      ['endnote', undefined],
      ['comment', 'comment'],
    ]);
    expect(notes.map((note) => textOf(inlinesOf(note.blocks[0]!)).trim())).toEqual(['foot', 'end', 'said']);
    const body = blocks.find((block) => block.kind === 'paragraph')!;
    const marks = inlinesOf(body).flatMap((inline) => (inline.kind === 'note-mark' ? [inline.id] : []));
    expect(marks).toEqual(notes.map(({ id }) => id));
    expect(textOf(inlinesOf(body))).toBe('abc');
  });

  it('has links with their targets, shows results of fields and hides their codes', () => {
    const field = (code: string, result: string): string =>
      String.raw`{\field{\*\fldinst{${code}}}{\fldrslt{${result}}}}`;
    const [block] = read(
      field('HYPERLINK "https://example.org/"', 'one') +
        field(String.raw`HYPERLINK "https://example.org/" \\l "end"`, 'two') +
        field(String.raw`HYPERLINK \\l "end"`, 'three') +
        field(`IF ${field('MERGEFIELD x', 'seven')} = 7`, 'four'),
    );
    expect(inlinesOf(block!).map((inline) => (inline.kind === 'text' ? [inline.text, inline.link?.href] : []))).toEqual(
      [
        ['one', 'https://example.org/'],
        ['two', 'https://example.org/#end'],
        ['three', '#end'],
        ['four', undefined],
      ],
    );
  });

  it('has the text of a field whose code shows it, as that of ruby does, and its result alone where there is one', () => {
    const ruby = (result: string): string =>
      String.raw`{\field{\*\fldinst{ EQ \\* jc3 \\* hps21 \\o\\al(\\s\\up 10(shio),tide)}}{\fldrslt{${result}}}}`;
    const [block] = read(`before ${ruby('')} between ${ruby('result')} after\\par`);
    expect(textOf(inlinesOf(block!))).toBe('before shiotide between result after');
  });

  it('has images with their bytes, and leaves out those that stand for others', () => {
    const [block] = read(
      String.raw`{\*\shppict{\pict{\*\picprop{\sp{\sn pib}{\sv x}}}\pngblip\picw1 8950` +
        '\n4e47}}' +
        String.raw`{\nonshppict{\pict\wmetafile8 0001}}{\pict\jpegblip\bin3 {}}}\par`,
    );
    const images = inlinesOf(block!).filter((inline) => inline.kind === 'image');
    expect(images.map(({ mimeType, read }) => [mimeType, Buffer.from(read!()).toString('latin1')])).toEqual([
      ['image/png', '\x89PNG'],
      ['image/jpeg', '{}}'],
    ]);
  });

  it('has text boxes and the images of shapes once', () => {
    const [, box] = read(
      String.raw`a{\shp{\*\shpinst\shpleft0{\sp{\sn shapeType}{\sv 202}}{\sp{\sn fillBlip}{\sv{\pict\pngblip 00}}}{\shptxt inside\par}}{\shprslt{\*\do\dptxbx{\dptxbxtext inside\par}}}}\par`,
    );
    expect(box).toMatchObject({ kind: 'box' });
    expect([...walk([box!])].map((block) => textOf(inlinesOf(block)))).toEqual(['', 'inside']);
  });

  it('has headers and footers, uncertain where no page need show them', () => {
    const margins = read(String.raw`{\header all}{\headerf first}{\footerl left}{\footer Page \chpgn}body\par`).flatMap(
      (block) => (block.kind === 'margin' ? [[block.edge, block.unshown]] : []),
    );
    expect(margins).toEqual([
      ['header', undefined],
      ['header', 'uncertain'],
      ['footer', 'uncertain'],
      ['footer', undefined],
    ]);
    expect(read(String.raw`\titlepg{\headerf first}x\par`).at(-1)).not.toHaveProperty('unshown');
  });

  it('keeps hidden and deleted text, marked', () => {
    const [block] = read(String.raw`a{\v secret}{\deleted gone}b\v0\par`);
    expect(inlinesOf(block!).map(({ unshown }) => unshown)).toEqual([undefined, 'hidden', 'deleted', undefined]);
    expect(textOf(inlinesOf(block!))).toBe('ab');
  });

  it('reads bytes by their fonts, and Unicode with as many substitutes as it is told', () => {
    const fonts = String.raw`{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}{\f2\fcharset2 Symbol;}}`;
    const [block] = read(
      String.raw`${fonts}\f0\'e9{\f1\'ec\'e8\'f0} \u8364 ?{\uc0\u8364 ?}{\uc2\u960\'70\'69}{\f2 a}{\upr{ascii}{\*\ud{\u252 u}}}\par`,
    );
    expect(textOf(inlinesOf(block!))).toBe('éмир €€?π\uf061ü');
  });

  it('has looks, anchors and formulas', () => {
    const [block] = read(
      String.raw`{\b bold}{\*\bkmkstart here}{\*\bkmkend here}{\mmath{\*\moMath{\mr x}{\mr =1}}{\mmathPict{\pict\wmetafile8 00}}}\par`,
    );
    expect(inlinesOf(block!)).toEqual([
      { kind: 'text', text: 'bold', style: { bold: true } },
      { kind: 'anchor', id: 'here' },
      { kind: 'formula', text: 'x=1' },
    ]);
  });

  it('says what it is called, and by whom it is', () => {
    const { properties } = open(String.raw`{\info{\title Caf\'e9 \u8364 ?}{\author Ada}{\subject }}text`);
    expect(properties).toEqual({ title: 'Café €', author: 'Ada' });
  });

  it('keeps to its bounds where numbers of tables and groups are without measure', () => {
    const deep = String.raw`\pard\intbl\itap999999 x\nestcell `.repeat(50);
    expect([...walk(read(deep))].filter(({ kind }) => kind === 'paragraph')).toHaveLength(50);
    expect(() => read('{'.repeat(100_000))).toThrow('nests its groups');
  });
});
